"""Paper: what everything is printed on."""

from __future__ import annotations

SIZES = {"letter": (215.9, 279.4), "a4": (210.0, 297.0)}
"""Width and height in millimetres."""
