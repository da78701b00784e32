"""Summaries of games, and the people behind the names."""
