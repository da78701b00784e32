"""The games that are only on this phone: what pages and actions find in the place of the database's half."""
