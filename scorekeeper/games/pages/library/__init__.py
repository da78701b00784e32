"""The home page, all games, new games and game files."""
