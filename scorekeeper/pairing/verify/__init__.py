"""Verification of a tournament with code that doesn't share the pairing code."""
