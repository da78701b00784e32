"""Tables of accounts, clubs, leagues and their changes."""
