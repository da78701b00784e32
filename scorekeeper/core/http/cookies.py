"""Names of the cookies that identify a browser."""

from __future__ import annotations

DEVICE = "scorekeeper_device"
ACCOUNT = "scorekeeper_account"
"""The cookie of a signed-in account."""
