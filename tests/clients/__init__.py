"""Clients generated from the API document by common tools, against the running program."""
