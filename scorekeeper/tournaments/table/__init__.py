"""The page of a table, on which its players report results."""
