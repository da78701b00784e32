"""A tournament as its log: tables, and its state put together from their parts."""
