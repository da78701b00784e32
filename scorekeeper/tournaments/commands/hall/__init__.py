"""A hall that several tournaments of a club share: its tables, clock and screen."""
