"""Commands and copies of phones without a network."""
