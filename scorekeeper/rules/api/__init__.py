"""The API for house rules."""
