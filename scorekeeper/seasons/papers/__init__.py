"""Season printouts."""
