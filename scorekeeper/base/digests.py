"""Short names of what is long."""

from __future__ import annotations

import base64
import hashlib


def short_digest(text: str) -> str:
    """A name of a text in few signs: the same for the same, another for any other."""
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:16]).decode().rstrip("=")
