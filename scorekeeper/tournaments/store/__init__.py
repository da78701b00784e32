"""Storage of tournaments: the tables, and the state built from the log."""
