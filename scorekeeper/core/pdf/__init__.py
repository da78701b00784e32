"""Shared parts of printouts: page sizes, fonts and PDF."""
