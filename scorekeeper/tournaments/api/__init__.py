"""Tournaments over the API."""
