"""A tournament's description, format and lifecycle, and validation of entries."""
