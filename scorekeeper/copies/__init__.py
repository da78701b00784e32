"""Copies of a whole instance: made while it runs, tried, kept, put back."""
