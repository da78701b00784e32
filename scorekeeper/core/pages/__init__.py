"""Shared parts of every page: layout, assets and settings."""
