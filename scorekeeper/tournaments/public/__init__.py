"""What everybody sees of a tournament, and the screen in the hall."""
