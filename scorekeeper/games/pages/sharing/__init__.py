"""Links, join phrases, phones and households."""
