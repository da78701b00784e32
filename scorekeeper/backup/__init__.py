"""Backups of a whole instance: created while it runs, verified, stored and restored."""
