"""Limits failed sign-ins. They are counted in the database, for all processes together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from flask import current_app
from sqlalchemy import String, case, delete, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now, write_transaction
from scorekeeper.core.net.proxies import limit_address
from scorekeeper.core.refusals import TooMany
from scorekeeper.core.security.signing import DIGEST, digest

WINDOW = timedelta(minutes=15)
MOST_BY_NAME_AND_ADDRESS = 5
MOST_OF_EACH = 2
MOST_BY_NAME = 100
MOST_BY_BROWSER = 10
"""Maximum failures within the window.

Someone who guesses locks a name for a quarter of an hour, but not for browsers that have signed in under it before: these
have their own limit (`known_browsers`). An address may be a whole hall's, so it gets `MOST_OF_EACH` for each phone. IPv6
addresses count by their /64.
"""


@dataclass(frozen=True)
class Remaining:
    """What is left of an allowance: `left` of `most`, until it resets in `seconds`."""

    most: int
    left: int
    seconds: int


class SignInFailures(Base):
    """The number of failed sign-ins since a given time, by a hash of name and origin."""

    __tablename__ = "sign_in_failures"

    key: Mapped[str] = mapped_column(String(DIGEST), primary_key=True)
    failures: Mapped[int]
    since: Mapped[datetime] = mapped_column(default=now, index=True)


def count_attempt(name: str, address: str, known: str | None = None) -> None:
    """Count an attempt before checking it, so that parallel attempts count too. Raises TooMany("sign_in.wait").

    `known`: the key of a browser that has signed in under this name before.
    """
    _count("sign_in.wait", _keys(name, address, known))


def count_visitor_request(kind: str, most: Mapping[str, int], times: int = 1) -> Remaining:
    """Count a request of a visitor who is not signed in. Return what is left.

    `most`: maximum per window, by identity. Raises TooMany(`kind`) beyond it.
    """
    return _count(kind, {digest(f"{kind}:{who}"): high for who, high in most.items()}, times)


def uncount_visitor_request(kind: str, counted: Iterable[str]) -> None:
    """Undo a count by `count_visitor_request` that should not have counted."""
    keys = [digest(f"{kind}:{who}") for who in counted]
    with write_transaction() as session:
        fewer = update(SignInFailures).where(SignInFailures.key.in_(keys), SignInFailures.failures > 0)
        session.execute(fewer.values(failures=SignInFailures.failures - 1))


def _count(kind: str, most: Mapping[str, int], times: int = 1) -> Remaining:
    moment = now()
    longest = timedelta(0)
    every: list[Remaining] = []
    with write_transaction() as session:
        for key, high in most.items():
            many, since = session.execute(_increment(session, key, moment, times)).one()
            wait = since + WINDOW - moment
            every.append(Remaining(high, max(0, high - many), -(-wait // timedelta(seconds=1))))
            if many > high:
                longest = max(longest, wait)
    least = min(every, key=lambda one: (one.left, -one.seconds))
    if longest:
        refusal = TooMany(kind, minutes=max(1, -(-longest // timedelta(minutes=1))))
        refusal.left = least
        raise refusal
    return least


def forget_failures(name: str, address: str, known: str | None = None) -> None:
    """Undo the count of a successful attempt, and forget earlier failures of the same person."""
    own, *others = _keys(name, address, known)
    with write_transaction() as session:
        session.execute(delete(SignInFailures).where((SignInFailures.key == own) | (SignInFailures.since < now() - WINDOW)))
        given_back = update(SignInFailures).where(SignInFailures.key.in_(others), SignInFailures.failures > 0)
        session.execute(given_back.values(failures=SignInFailures.failures - 1))


def reset_limits() -> None:
    """Reset every limit, for example after an operator has set a password."""
    with write_transaction() as session:
        session.execute(delete(SignInFailures))


def delete_expired_counts() -> None:
    """Delete expired counts."""
    with write_transaction() as session:
        session.execute(delete(SignInFailures).where(SignInFailures.since < now() - WINDOW))


def _keys(name: str, address: str, known: str | None) -> dict[str, int]:
    if known is not None:
        return {digest(f"known:{name}\0{known}"): MOST_BY_BROWSER}
    here = limit_address(address)
    return {
        digest(f"both:{name}\0{here}"): MOST_BY_NAME_AND_ADDRESS,
        digest(f"address:{here}"): MOST_OF_EACH * current_app.config["HALL"],
        digest(f"name:{name}"): MOST_BY_NAME,
    }


def _increment(session: Any, key: str, moment: Any, times: int) -> Any:
    """Return a statement that adds `times`, or restarts the count if its window is over."""
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    # A window that starts in the future comes from a wrong clock.
    over = (SignInFailures.since < moment - WINDOW) | (SignInFailures.since > moment)
    return (
        insert(SignInFailures)
        .values(key=key, failures=times, since=moment)
        .on_conflict_do_update(
            index_elements=["key"],
            set_={
                "failures": case((over, times), else_=SignInFailures.failures + times),
                "since": case((over, moment), else_=SignInFailures.since),
            },
        )
        .returning(SignInFailures.failures, SignInFailures.since)
    )
