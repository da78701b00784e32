"""Hands and other entries: their reasons, corrections, history and conflicts."""
