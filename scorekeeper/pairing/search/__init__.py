"""Searches that pairing methods share: matching, swaps, constraints."""
