"""Idempotency keys of forms, so that a form sent twice counts once."""

from __future__ import annotations

import uuid


def submission_key() -> str:
    """Return a new key for a form's hidden field `uuid`."""
    return str(uuid.uuid4())
