"""The public pages of a tournament, and the screen for the hall."""
