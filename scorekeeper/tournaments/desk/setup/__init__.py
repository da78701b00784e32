"""New tournaments and their settings."""
