"""A season on paper."""
