"""A club's seasons: leagues, ratings, and the matches behind them."""
