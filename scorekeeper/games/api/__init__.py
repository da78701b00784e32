"""Games over the API."""
