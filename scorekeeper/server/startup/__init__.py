"""Startup: checks, preparation and opening of an instance."""
