"""Clubs and people in the API."""
