"""The games that are only on this phone: stand-ins for the modules that use the database."""
