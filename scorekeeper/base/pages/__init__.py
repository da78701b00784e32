"""What every page has: its frame, its assets, its settings."""
