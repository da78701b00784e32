"""Tournaments as files: records, logs and spreadsheets."""
