"""Short helpers for tests: a game on one line, and its result."""

from __future__ import annotations

from scorekeeper.engine.events import Adjustment, Played
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.engine.scored_game import Hand, Replay


def play(rules, *events, first_dealer: int = 0) -> Replay:
    """Replay the events. `rules` is a rule set or a name. Raises the error of an event that can't be scored."""
    result = replay(named_rules(rules) if isinstance(rules, str) else rules, first_dealer, events)
    if result.error is not None:
        raise result.error
    return result


def replay_error(rules, *events, first_dealer: int = 0):
    """Return the error at which the replay stops."""
    error = replay(named_rules(rules) if isinstance(rules, str) else rules, first_dealer, events).error
    assert error is not None
    return error


def hand(contractor: int, bid, *points: int, **facts) -> Played:
    """Return a played hand without other bids, unless `bids` has some."""
    return Played(contractor, bid, points, **{"bids": {}, **facts})


def opening(side: int, points: int) -> Adjustment:
    """Return an adjustment as opening score."""
    return Adjustment(side, points, "opening score")


def reasons(scored: Hand) -> list[tuple[str, int, int]]:
    """Return (rule, side, points) of every line."""
    return [(line.rule, line.side, line.points) for line in scored.lines]
