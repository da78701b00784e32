"""The ruling desk over the API."""
