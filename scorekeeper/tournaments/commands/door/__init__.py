"""The door: check-ins, payments, and the link with which players check in by phone."""
