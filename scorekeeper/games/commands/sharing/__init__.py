"""Share links, join phrases, shared phones and households."""
