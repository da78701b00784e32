"""The cookies by which a browser is known again, by name."""

from __future__ import annotations

DEVICE = "scorekeeper_device"
ACCOUNT = "scorekeeper_account"
"""Of whoever is signed in."""
