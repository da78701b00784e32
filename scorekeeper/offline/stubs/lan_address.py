"""The app's address for other devices, as the phone knows it."""

from __future__ import annotations

from flask import request


def reachable_root() -> str:
    """Return the scheme and host that this phone loaded the app from."""
    return f"{request.scheme}://{request.host}"


def why_unreachable() -> str:
    """Return why other devices can't open the address. Always empty on a phone."""
    return ""
