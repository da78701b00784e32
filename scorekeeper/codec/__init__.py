"""Domain values to and from versioned JSON. Strict: what is not in the format is refused, never dropped."""
