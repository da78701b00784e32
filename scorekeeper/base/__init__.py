"""What every subject stands on: the database, addresses, limits, refusals, clocks, words of the page."""
