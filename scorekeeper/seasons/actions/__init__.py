"""What can be done with leagues and players over the years."""
