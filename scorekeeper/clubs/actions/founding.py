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
    account_name, club_name = accounts.check_name(name), members.check_club_name(club)
    kept = passwords.hashed(passwords.check(password, account_name))
    if not accounts.none_yet():
        raise Refusal("start.done")
    try:
        with writing() as session:
            account = accounts.add(session, account_name, kept, founder=answers or None)
            members.add_club(session, club_name, account.id)
            return accounts.open_for(session, account, agent)
    except IntegrityError:
        raise Refusal("start.done") from None
