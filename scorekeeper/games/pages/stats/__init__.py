"""Statistics, and names of one person joined for them."""
