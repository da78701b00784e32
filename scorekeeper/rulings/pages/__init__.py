"""The rulings pages."""
