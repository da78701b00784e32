"""Rule cards, blank score sheets, the rulebook on paper."""
