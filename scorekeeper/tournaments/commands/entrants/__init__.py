"""Entries, one at a time and from lists."""
