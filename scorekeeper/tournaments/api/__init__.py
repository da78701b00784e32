"""The tournament API."""
