"""The pad, the page of a game and the score board."""
