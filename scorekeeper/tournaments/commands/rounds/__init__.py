"""Rounds: pairing, repairs, early matches and the clock."""
