"""Page sizes."""

from __future__ import annotations

SIZES = {"letter": (215.9, 279.4), "a4": (210.0, 297.0)}
"""Width and height in millimetres."""
POSTER_SIZES = {"tabloid": ("letter", 279.4, 431.8), "a3": ("a4", 297.0, 420.0)}
"""Larger sheets, in millimetres, each an enlargement of the named page size."""
ALL_SIZES = (*SIZES, *POSTER_SIZES)
