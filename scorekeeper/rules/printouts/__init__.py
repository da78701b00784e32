"""Rule cards, blank score sheets and the rulebook, for printing."""
