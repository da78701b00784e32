"""Actions on saved house rules."""
