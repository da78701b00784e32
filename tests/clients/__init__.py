"""Clients that well-known generators make of the API's document, against the program as it is served."""
