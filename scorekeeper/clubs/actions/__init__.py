"""What can be done with accounts, clubs and members."""
