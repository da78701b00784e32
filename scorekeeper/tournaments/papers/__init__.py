"""What is printed of a tournament: slips, pairings, standings, brackets, posters."""
