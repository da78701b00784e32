"""What is kept beside a row so that nothing that was given out for it ever fits another."""

from __future__ import annotations

import secrets

LONGEST_ASKED = 22
"""Of the content that a key stands for (`base.one_key`)."""
LONGEST_SALT = 16


def fresh_salt() -> str:
    """The random part of a row whose secret is a signature: a number that is given out again, after a copy of the database was
    put back, is not what was signed. Rows from before there was one have None.
    """
    return secrets.token_urlsafe(12)
