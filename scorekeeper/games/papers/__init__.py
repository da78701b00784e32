"""Score sheets of games on paper."""
