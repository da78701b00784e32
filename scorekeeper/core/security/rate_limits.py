"""Limits on what visitors without an account may create, and on failed sign-ins, counted for all processes together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module
from typing import TYPE_CHECKING, Any

from flask import current_app, g
from sqlalchemy import String, case, delete, update
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now, write_transaction
from scorekeeper.core.net.proxies import limit_address
from scorekeeper.core.refusals import TooMany
from scorekeeper.core.security import closed_instance
from scorekeeper.core.security.signing import DIGEST, digest

if TYPE_CHECKING:
    from scorekeeper.core.devices.visitors import Visitor


def phones_per_address() -> int:
    """Return how many phones may share one address."""
    many: int = current_app.config["HALL"]
    return many


@dataclass(frozen=True)
class RateLimit:
    """A limit per quarter of an hour. `name`: for API clients; `kind`: code of the refusal beyond it.

    All phones in a hall, or all visitors behind a proxy, may have one address. So a device known since before the quarter of
    an hour has its own limit, `by_device`. New or unknown devices also count by address, with `of_each` for each phone that
    may share it. Visitors who follow a link count by that link too, with `by_link` for each phone.
    """

    name: str
    kind: str
    by_device: int
    of_each: int
    by_link: int = 0

    def spend(self, visitor: Visitor | None, address: str, times: int = 1, *, link: str = "") -> None:
        """Count `times` in advance. `limits_of_request` then has what is left. Raises TooMany(`kind`)."""
        most = {} if visitor is None else {f"device:{visitor.id}": self.by_device}
        if link and self.by_link:
            most[f"link:{digest(link)}"] = self.by_link * phones_per_address()
        if visitor is None or visitor.since is None or visitor.since > now() - WINDOW:
            most[f"address:{limit_address(address)}"] = self.of_each * phones_per_address()
        limits = limits_of_request()
        try:
            limits[self.name] = count_visitor_request(self.kind, most, times)
        except TooMany as beyond:
            limits[self.name] = beyond.left
            raise


def limits_of_request() -> dict[str, Any]:
    """Return what is left of each allowance that this request spent, by its name."""
    if "limits" not in g:
        g.limits = {}
    limits: dict[str, Any] = g.limits
    return limits


NEW_DEVICES = RateLimit("devices", "device.often", by_device=0, of_each=4, by_link=2)
"""New browsers, which each add a row. One that keeps no cookies is new on each visit."""


class _GameLimit(RateLimit):
    def check(self, visitor: Visitor | None) -> None:
        """Raise NotAllowed for a stranger on a closed instance (`closed_instance`)."""
        closed_instance.check(visitor)

    def spend(self, visitor: Visitor | None, address: str, times: int = 1, *, link: str = "") -> None:
        """Count games before they start. Raises TooMany, or NotAllowed as `check` does."""
        self.check(visitor)
        super().spend(visitor, address, times, link=link)


NEW_GAMES = _GameLimit("games", "game.often", by_device=150, of_each=8)
IMPORTED_ENTRIES = RateLimit("imported-entries", "game.often", by_device=20_000, of_each=300)
"""Entries of imported games: a diary of many years at once, a few hundred bytes each."""
ENTRIES = RateLimit("entries", "entry.often", by_device=60, of_each=3)
CHECK_INS = RateLimit("check-ins", "check_in.often", by_device=20, of_each=8, by_link=8)


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
    network = limit_address(address)
    return {
        digest(f"both:{name}\0{network}"): MOST_BY_NAME_AND_ADDRESS,
        digest(f"address:{network}"): MOST_OF_EACH * current_app.config["HALL"],
        digest(f"name:{name}"): MOST_BY_NAME,
    }


def _increment(session: Any, key: str, moment: Any, times: int) -> Any:
    """Return a statement that adds `times`, or restarts the count if its window is over."""
    insert = import_module(f"sqlalchemy.dialects.{session.get_bind().dialect.name}").insert
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
