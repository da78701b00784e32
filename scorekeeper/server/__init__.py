"""`scorekeeper serve`: startup, web server, supervisor, workers and metrics."""
