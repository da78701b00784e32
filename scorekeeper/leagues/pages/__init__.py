"""Season pages."""
