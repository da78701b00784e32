"""Printouts of a tournament: slips, pairings, standings, brackets, posters."""
