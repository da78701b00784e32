"""Printouts, and the jobs that make them all."""
