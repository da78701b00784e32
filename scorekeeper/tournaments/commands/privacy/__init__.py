"""Personal data: export, replacement of names, retention and deletion."""
