"""Entrants at the desk, and the public entry form."""
