"""Pages of accounts and of a club's members."""
