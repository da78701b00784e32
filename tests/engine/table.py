"""Short helpers for tests: a game on one line, and its result."""

from __future__ import annotations

from scorekeeper.engine.events import Adjustment, Played
from scorekeeper.engine.game import replay
from scorekeeper.engine.scored import Hand, Replay
from scorekeeper.engine.variants import named


def play(rules, *events, first_dealer: int = 0) -> Replay:
    """The events replayed; `rules` is a rule set or a name. The test fails where an event cannot be scored."""
    result = replay(named(rules) if isinstance(rules, str) else rules, first_dealer, events)
    if result.error is not None:
        raise result.error
    return result


def refused(rules, *events, first_dealer: int = 0):
    """The error at which the replay stops."""
    error = replay(named(rules) if isinstance(rules, str) else rules, first_dealer, events).error
    assert error is not None
    return error


def hand(contractor: int, bid, *points: int, **facts) -> Played:
    """A played hand in which nobody else bid, unless `bids` says so."""
    return Played(contractor, bid, points, **{"bids": {}, **facts})


def opening(side: int, points: int) -> Adjustment:
    """A score to start from."""
    return Adjustment(side, points, "opening score")


def reasons(scored: Hand) -> list[tuple[str, int, int]]:
    """(rule, side, points) of every line."""
    return [(line.rule, line.side, line.points) for line in scored.lines]
