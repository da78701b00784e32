"""Leagues and ratings over the API."""
