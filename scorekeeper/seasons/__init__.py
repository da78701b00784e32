"""Seasons of a club: leagues, ratings, who played whom."""
