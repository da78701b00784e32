"""The code for creating the first account on a public server. It is shown to the person who starts the server.

It is derived from the secret key and the existing accounts, so it is not stored and is good for one account.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

from flask import current_app
from sqlalchemy import func, select

from scorekeeper.clubs.commands.accounts import accounts
from scorekeeper.clubs.store import account as stored
from scorekeeper.core.db.database import db
from scorekeeper.core.net.hosts import is_public
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import sign

_SALT = "scorekeeper.first-account"
SIGNS, GROUP = 12, 4
"""Length of a code, 60 bits, and of its groups."""


def is_required() -> bool:
    """Return whether the first account needs the code: there is none yet, and the server is public."""
    settings = current_app.config
    return bool(settings["TRUSTED_PROXIES"] or any(map(is_public, settings["HOSTS"]))) and accounts.no_account_exists()


def code() -> str:
    """Return the code, in groups."""
    last = db.session.scalar(select(func.max(stored.Account.id))) or 0
    plain = base64.b32encode(hashlib.sha256(sign(_SALT, last).encode()).digest()).decode()[:SIGNS]
    return "-".join(plain[start : start + GROUP] for start in range(0, SIGNS, GROUP))


def check(read: str) -> None:
    """Raise Refusal("start.code") if the code is required and this one is wrong."""
    if is_required() and not hmac.compare_digest(_plain(read), _plain(code())):
        raise Refusal("start.code", "code")


def _plain(read: str) -> bytes:
    return "".join(one for one in read.upper() if one.isalnum()).encode()
