"""Games being recorded at the tables."""
