"""What the packed files use of the standard library."""
