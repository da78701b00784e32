"""Games at a table: recording, correcting and undoing hands; links, matches, and game files."""
