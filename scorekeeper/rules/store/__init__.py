"""The table of kept house rules."""
