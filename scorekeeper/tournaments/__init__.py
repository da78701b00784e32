"""Club tournaments: entrants, rounds, tables, results, standings, brackets."""
