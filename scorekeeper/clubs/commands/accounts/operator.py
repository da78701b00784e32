"""The operator of the server, and the code for creating the first account on a public one.

It is derived from the secret key and the existing accounts, so it is not stored and is good for one account.

Clubs have their own organizers, who may not know each other. Whatever concerns everyone's data is up to one account, chosen
by the person with access to the command line.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

from flask import current_app
from sqlalchemy import func, select, update

from scorekeeper.clubs.commands.accounts import accounts
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.store import account as stored
from scorekeeper.core.db.database import db, write_transaction
from scorekeeper.core.net.hosts import is_public
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import sign

_SALT = "scorekeeper.first-account"
SIGNS, GROUP = 12, 4
"""Length of a code, 60 bits, and of its groups."""


def is_first_code_required() -> bool:
    """Return whether the first account needs the code: there is none yet, and the server is public."""
    settings = current_app.config
    return bool(settings["TRUSTED_PROXIES"] or any(map(is_public, settings["HOSTS"]))) and accounts.no_account_exists()


def first_account_code() -> str:
    """Return the code, in groups."""
    last = db.session.scalar(select(func.max(stored.Account.id))) or 0
    plain = base64.b32encode(hashlib.sha256(sign(_SALT, last).encode()).digest()).decode()[:SIGNS]
    return "-".join(plain[start : start + GROUP] for start in range(0, SIGNS, GROUP))


def check_first_code(read: str) -> None:
    """Raise Refusal("start.code") if the code is required and this one is wrong."""
    if is_first_code_required() and not hmac.compare_digest(_plain(read), _plain(first_account_code())):
        raise Refusal("start.code", "code")


def _plain(read: str) -> bytes:
    return "".join(one for one in read.upper() if one.isalnum()).encode()


def is_operator(account: Account) -> bool:
    """Return whether this account is the operator."""
    mine = (stored.Account.id == account.id) & stored.Account.founder.is_(True) & stored.Account.closed_at.is_(None)
    return db.session.scalar(select(stored.Account.id).where(mine)) is not None


def operator() -> str | None:
    """Return the name of the operator's account, or None."""
    return db.session.scalar(
        select(stored.Account.name).where(stored.Account.founder.is_(True), stored.Account.closed_at.is_(None))
    )


def name_operator(name: str) -> str:
    """Make another account the operator. Return its name as stored. Raises NotFound("account.none")."""
    with write_transaction() as session:
        account = accounts.find_account(name)
        mine, written = account.id, account.name
        session.execute(update(stored.Account).where(stored.Account.founder.is_(True)).values(founder=None))
        session.execute(update(stored.Account).where(stored.Account.id == mine).values(founder=True))
    return written
