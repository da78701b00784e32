"""The first account of an installation, and its club."""

from __future__ import annotations

from sqlalchemy.exc import IntegrityError

from scorekeeper.base.db import writing
from scorekeeper.base.refusals import Refusal
from scorekeeper.clubs.actions import accounts, members, passwords
from scorekeeper.clubs.actions.accounts import Account


def start(name: object, password: object, club: object, *, agent: str = "", answers: bool = True) -> tuple[Account, str]:
    """Make the first account, organiser of its new club; the second part of the answer is the cookie.

    `answers`: whether it answers for the instance.

    Raises Refusal("start.done") where somebody was first, Refusal for a name or password that will not do.
    """
    account_name, club_name, kept = _checked(name, password, club)
    if not accounts.none_yet():
        raise Refusal("start.done")
    try:
        with writing() as session:
            account = accounts.add(session, account_name, kept, founder=answers or None)
            members.add_club(session, club_name, account.id)
            return accounts.open_for(session, account, agent)
    except IntegrityError:
        raise Refusal("start.done") from None


def create(name: object, password: object, club: object) -> tuple[str, bool]:
    """Make an account, organiser of its new club; its name, and whether it is the first and so answers for the instance.

    Raises Refusal("account.taken"), Refusal for a name or password that will not do.
    """
    account_name, club_name, kept = _checked(name, password, club)
    first = accounts.none_yet()
    try:
        with writing() as session:
            account = accounts.add(session, account_name, kept, founder=first or None)
            members.add_club(session, club_name, account.id)
    except IntegrityError:
        raise Refusal("account.taken", "name", read=account_name) from None
    return account_name, first


def _checked(name: object, password: object, club: object) -> tuple[str, str, str]:
    account_name, club_name = accounts.check_name(name), members.check_club_name(club)
    return account_name, club_name, passwords.hashed(passwords.check(password, account_name))
