"""Errors and objections in words."""
