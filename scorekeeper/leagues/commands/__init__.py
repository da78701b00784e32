"""Actions on a club's leagues and season players."""
