"""A table's own page: where its players report what they played."""
