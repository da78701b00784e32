"""What can be done with a game. Each action takes an `Access` and loads games only through it."""
