"""Statistics of games: contracts bid, made and failed, boxes and wins. Pure functions, which run on the phone too."""
