"""Who answers for the instance as a whole: the account that was made first, unless the command line names another.

Clubs have organisers of their own, several perhaps, who do not know each other. What concerns everybody's data at once is one
account's, and whoever can type commands beside the program decides whose.
"""

from __future__ import annotations

from sqlalchemy import select, update

from scorekeeper.base.db import db, writing
from scorekeeper.clubs.actions import accounts
from scorekeeper.clubs.actions.accounts import Account
from scorekeeper.clubs.store import account as stored


def is_operator(account: Account) -> bool:
    """Whether this account is the one."""
    mine = (stored.Account.id == account.id) & stored.Account.founder.is_(True) & stored.Account.closed_at.is_(None)
    return db.session.scalar(select(stored.Account.id).where(mine)) is not None


def operator() -> str | None:
    """The name of the account; None where there is none."""
    return db.session.scalar(
        select(stored.Account.name).where(stored.Account.founder.is_(True), stored.Account.closed_at.is_(None))
    )


def name_operator(name: str) -> str:
    """Let another account be the one; its name as it is written. Raises NotFound("account.none")."""
    with writing() as session:
        account = accounts.named(name)
        mine, written = account.id, account.name
        session.execute(update(stored.Account).where(stored.Account.founder.is_(True)).values(founder=None))
        session.execute(update(stored.Account).where(stored.Account.id == mine).values(founder=True))
    return written
