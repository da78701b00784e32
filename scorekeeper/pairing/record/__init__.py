"""The facts of a tournament, and values made from them."""
