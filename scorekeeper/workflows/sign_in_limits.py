"""How often a sign-in may fail. Counted in the database, so that every process counts together."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import case, delete, update
from sqlalchemy.dialects import postgresql, sqlite

from scorekeeper.storage.account import SignInFailures
from scorekeeper.storage.db import now, writing
from scorekeeper.workflows.keys import digest
from scorekeeper.workflows.refusals import TooMany

WINDOW = timedelta(minutes=15)
MOST_BY_NAME_AND_ADDRESS = 5
MOST_BY_ADDRESS = 50
MOST_BY_NAME = 100
"""Failures within the window. Whoever guesses from everywhere locks a name for a quarter of an hour, no longer."""


def spend(name: str, address: str) -> None:
    """Count an attempt before it is looked at, so that many at once count too. Raises TooMany("sign_in.wait")."""
    moment = now()
    longest = timedelta(0)
    with writing() as session:
        for key, most in _keys(name, address).items():
            failures, since = session.execute(_one_more(session, key, moment)).one()
            if failures > most:
                longest = max(longest, since + WINDOW - moment)
    if longest:
        raise TooMany("sign_in.wait", minutes=max(1, -(-longest // timedelta(minutes=1))))


def check_often(kind: str, who: str, most: int) -> None:
    """Count one more of something done by whoever is not signed in. Raises TooMany(`kind`) beyond `most` in a window."""
    moment = now()
    with writing() as session:
        many, since = session.execute(_one_more(session, digest(f"{kind}:{who}"), moment)).one()
    if many > most:
        raise TooMany(kind, minutes=max(1, -(-(since + WINDOW - moment) // timedelta(minutes=1))))


def forgive(name: str, address: str) -> None:
    """The attempt was a good one: it counts no more, and those before it by the same person are forgotten."""
    own, *others = _keys(name, address)
    with writing() as session:
        session.execute(delete(SignInFailures).where((SignInFailures.key == own) | (SignInFailures.since < now() - WINDOW)))
        given_back = update(SignInFailures).where(SignInFailures.key.in_(others), SignInFailures.failures > 0)
        session.execute(given_back.values(failures=SignInFailures.failures - 1))


def _keys(name: str, address: str) -> dict[str, int]:
    return {
        digest(f"both:{name}\0{address}"): MOST_BY_NAME_AND_ADDRESS,
        digest(f"address:{address}"): MOST_BY_ADDRESS,
        digest(f"name:{name}"): MOST_BY_NAME,
    }


def _one_more(session: Any, key: str, moment: Any) -> Any:
    """Add one failure, or begin anew where the window is over."""
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    over = SignInFailures.since < moment - WINDOW
    return (
        insert(SignInFailures)
        .values(key=key, failures=1, since=moment)
        .on_conflict_do_update(
            index_elements=["key"],
            set_={
                "failures": case((over, 1), else_=SignInFailures.failures + 1),
                "since": case((over, moment), else_=SignInFailures.since),
            },
        )
        .returning(SignInFailures.failures, SignInFailures.since)
    )
