"""A device's games: creation, import, lists, matches and odds."""
