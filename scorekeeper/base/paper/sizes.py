"""Paper: what everything is printed on."""

from __future__ import annotations

SIZES = {"letter": (215.9, 279.4), "a4": (210.0, 297.0)}
"""Width and height in millimetres."""
FOR_WALLS = {"tabloid": ("letter", 279.4, 431.8), "a3": ("a4", 297.0, 420.0)}
"""Larger sheets: everything on them is that much larger than on the paper named, as wide as they are beside it; millimetres."""
PAPERS = (*SIZES, *FOR_WALLS)
