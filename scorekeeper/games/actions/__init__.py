"""What can be done with a game. Each action is told who asks, and loads games only through what that one may see."""
