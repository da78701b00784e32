"""The server in a window, for people who don't use a terminal."""
