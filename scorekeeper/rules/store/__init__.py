"""The table of saved house rules."""
