"""The next tournament, like an earlier one, and series of dates."""
