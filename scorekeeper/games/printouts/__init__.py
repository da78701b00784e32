"""Score sheets of games, for printing."""
