"""The web server: connections, requests, limits and long polling."""
