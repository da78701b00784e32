"""Short hashes of long texts."""

from __future__ import annotations

import base64
import hashlib


def short_digest(text: str) -> str:
    """Return a short hash of a text, suitable for URLs."""
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:16]).decode().rstrip("=")
