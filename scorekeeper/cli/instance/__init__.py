"""Commands for an instance and its people: accounts, backups, checks and settings."""
