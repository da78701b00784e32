"""The API for leagues and ratings."""
