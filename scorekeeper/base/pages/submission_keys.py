"""The key of one submission: made with the form, so that a form that is sent twice counts once."""

from __future__ import annotations

import uuid


def submission_key() -> str:
    """A new key for a form's hidden field `uuid`."""
    return str(uuid.uuid4())
