"""Rounds at the desk: live tables, results and the clock."""
