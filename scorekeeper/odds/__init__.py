"""The chances of a game: what each side needs next, how likely each is to win, and which hand turned the game."""
