"""The API for rulings."""
