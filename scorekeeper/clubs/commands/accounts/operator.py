"""The operator of the server: the first account, unless the command line names another one.

Clubs have their own organizers, who may not know each other. Whatever concerns everyone's data is up to one account, chosen
by the person with access to the command line.
"""

from __future__ import annotations

from sqlalchemy import select, update

from scorekeeper.clubs.commands.accounts import accounts
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.store import account as stored
from scorekeeper.core.db.database import db, write_transaction


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
