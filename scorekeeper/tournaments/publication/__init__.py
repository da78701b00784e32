"""A tournament for readers elsewhere: a text for the press, and plain pages for any site."""
