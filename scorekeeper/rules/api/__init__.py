"""House rules over the API."""
