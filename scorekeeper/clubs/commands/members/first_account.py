"""Creates accounts together with their clubs, such as the first one."""

from __future__ import annotations

from sqlalchemy.exc import IntegrityError

from scorekeeper.clubs.commands.accounts import accounts, passwords
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members import members
from scorekeeper.core.db.database import write_transaction
from scorekeeper.core.refusals import Refusal


def create_first_account(
    name: object, password: object, club: object, *, agent: str = "", answers: bool = True
) -> tuple[Account, str]:
    """Create the first account as organizer of a new club, and return it with its cookie.

    `answers`: whether it becomes the operator. Raises Refusal("start.done") if there is an account already, and Refusal for
    an invalid name or password.
    """
    account_name, club_name, kept = _check_facts(name, password, club)
    if not accounts.no_account_exists():
        raise Refusal("start.done")
    try:
        with write_transaction() as session:
            account = accounts.add(session, account_name, kept, founder=answers or None)
            members.add_club(session, club_name, account.id)
            return accounts.open_session(session, account, agent)
    except IntegrityError:
        raise Refusal("start.done") from None


def create_account_with_club(name: object, password: object, club: object) -> tuple[str, bool]:
    """Create an account as organizer of a new club. Return its name, and whether it is the first and thus the operator.

    Raises Refusal("account.taken"), Refusal for an invalid name or password.
    """
    account_name, club_name, kept = _check_facts(name, password, club)
    first = accounts.no_account_exists()
    try:
        with write_transaction() as session:
            account = accounts.add(session, account_name, kept, founder=first or None)
            members.add_club(session, club_name, account.id)
    except IntegrityError:
        raise Refusal("account.taken", "name", read=account_name) from None
    return account_name, first


def _check_facts(name: object, password: object, club: object) -> tuple[str, str, str]:
    account_name, club_name = accounts.check_name(name), members.check_club_name(club)
    return account_name, club_name, passwords.hash_password(passwords.check(password, account_name))
