"""Commands and games from phones, and two versions of one game."""
