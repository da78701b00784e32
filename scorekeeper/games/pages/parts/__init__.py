"""Parts that several pages of a game show."""
