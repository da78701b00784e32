"""Random parts of rows, so that a secret never fits another row."""

from __future__ import annotations

import secrets

LONGEST_ASKED = 22
"""Length of the hash of a key's content (`core.events.idempotency`)."""
LONGEST_SALT = 16


def fresh_salt() -> str:
    """Return the random part of a row whose secret is a signature. Older rows have None.

    After a restore, a row id may be given again, but its secret then differs.
    """
    return secrets.token_urlsafe(12)
