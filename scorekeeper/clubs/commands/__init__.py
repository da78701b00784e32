"""Actions on accounts, clubs and members."""
