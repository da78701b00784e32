"""`scorekeeper demo`: example games and an example club."""
