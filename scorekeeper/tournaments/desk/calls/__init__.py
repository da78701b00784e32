"""Calls to the director at the desk: the list on the round's page, and how a call is settled."""
