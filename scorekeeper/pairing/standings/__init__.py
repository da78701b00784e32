"""Results, tie-breaks and standings."""
