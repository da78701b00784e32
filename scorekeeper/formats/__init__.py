"""Converts domain values to and from versioned JSON. Unknown keys are rejected, never dropped."""
