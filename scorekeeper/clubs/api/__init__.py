"""Clubs and people over the API."""
