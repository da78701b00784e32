"""The way back in for somebody who forgot a password: whoever runs the program sets another one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.base import sign_in_limits
from scorekeeper.base.db import db, now, writing
from scorekeeper.clubs.actions import accounts, codes, openid, passwords
from scorekeeper.clubs.store import account as stored
from scorekeeper.clubs.store.club import Club


@dataclass(frozen=True)
class Reset:
    """What was done. `signed_out`: browsers; `tokens_ended`, `tokens_left`: keys of programs."""

    name: str
    signed_out: int
    tokens_ended: int
    tokens_left: int


def everybody() -> list[tuple[str, list[str]]]:
    """The name of every account, and of its clubs."""
    clubs: dict[str, list[str]] = {}
    query = (
        select(stored.Account.name, Club.name)
        .join(stored.Membership, stored.Membership.account_id == stored.Account.id, isouter=True)
        .join(Club, Club.id == stored.Membership.club_id, isouter=True)
        .where(stored.Account.closed_at.is_(None))
        .order_by(stored.Account.id, Club.id)
    )
    for name, club in db.session.execute(query):
        clubs.setdefault(name, []).extend([club] if club else [])
    return list(clubs.items())


def reset(name: str, password: str, *, end_tokens: bool = False) -> Reset:
    """Give the account another password and sign it out everywhere; `end_tokens`: its programs too.

    Nobody who mistyped has to wait any longer. Raises NotFound("account.none"), Refusal("password…").
    """
    account = accounts.named(name)
    hashed = passwords.hashed(passwords.check(password, account.name))
    moment, mine, called = now(), account.id, account.name
    open_tokens = (stored.ApiToken.account_id == mine) & stored.ApiToken.revoked_at.is_(None)
    open_tokens &= stored.ApiToken.expires_at.is_(None) | (stored.ApiToken.expires_at > moment)
    open_sign_ins = (stored.SignIn.account_id == mine) & stored.SignIn.ended_at.is_(None) & (stored.SignIn.expires_at > moment)
    with writing() as session:
        session.execute(update(stored.Account).where(stored.Account.id == mine).values(password=hashed))
        out = session.scalars(
            update(stored.SignIn).where(open_sign_ins).values(ended_at=moment).returning(stored.SignIn.id)
        ).all()
        tokens = session.scalars(select(stored.ApiToken.id).where(open_tokens)).all()
        if end_tokens:
            session.execute(update(stored.ApiToken).where(open_tokens).values(revoked_at=moment))
    sign_in_limits.forget()
    ended = len(tokens) if end_tokens else 0
    return Reset(called, len(out), ended, len(tokens) - ended)


def disable_two_factor(name: str) -> tuple[str, bool]:
    """Let the account sign in by its password alone, for one who lost phone and codes; its name, and whether it needed more.

    Raises NotFound("account.none").
    """
    return _without(codes.remove, name)


def disconnect(name: str) -> tuple[str, bool]:
    """Let nobody in to the account by OpenID Connect any more; its name, and whether anybody was.

    Raises NotFound("account.none").
    """
    return _without(openid.remove, name)


def _without(remove: Callable[[Session, int], bool], name: str) -> tuple[str, bool]:
    account = accounts.named(name)
    mine, called = account.id, account.name
    with writing() as session:
        return called, remove(session, mine)
