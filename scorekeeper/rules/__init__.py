"""House rules: what a game is played by, kept under a name, shown, asked for, printed."""
