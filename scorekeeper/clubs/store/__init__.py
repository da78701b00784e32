"""Tables of accounts, clubs, leagues and what is changed of a club."""
