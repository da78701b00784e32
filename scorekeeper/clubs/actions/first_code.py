"""The code without which nobody on the internet makes the first account: it is shown to the person who starts the program.

It follows from the secret key and from the accounts that there were, so it is stored nowhere and good for one account.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

from flask import current_app
from sqlalchemy import func, select

from scorekeeper.base.db import db
from scorekeeper.base.hosts import is_public
from scorekeeper.base.keys import signed
from scorekeeper.base.refusals import Refusal
from scorekeeper.clubs.actions import accounts
from scorekeeper.clubs.store import account as stored

_SALT = "scorekeeper.first-account"
SIGNS, GROUP = 12, 4
"""Letters and digits of a code, 60 bits, and how many stand together."""


def is_asked() -> bool:
    """Whether the first account needs the code: nobody has one yet, and strangers reach the program."""
    settings = current_app.config
    return bool(settings["TRUSTED_PROXIES"] or any(map(is_public, settings["HOSTS"]))) and accounts.none_yet()


def code() -> str:
    """Return the code, in groups."""
    last = db.session.scalar(select(func.max(stored.Account.id))) or 0
    plain = base64.b32encode(hashlib.sha256(signed(_SALT, last).encode()).digest()).decode()[:SIGNS]
    return "-".join(plain[start : start + GROUP] for start in range(0, SIGNS, GROUP))


def check(read: str) -> None:
    """Raise Refusal("start.code") where the code is asked for and this is not it."""
    if is_asked() and not hmac.compare_digest(_plain(read), _plain(code())):
        raise Refusal("start.code", "code")


def _plain(read: str) -> bytes:
    return "".join(one for one in read.upper() if one.isalnum()).encode()
