"""A recorded game replayed under other rules: what each hand would have scored, as far as known."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.errors import GameError
from scorekeeper.engine.replay.compare import replay_under
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.replay.ledger import SCORED, UNSCORABLE, status_of
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.scored_game import Hand, Replay

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.events import Event


@dataclass(frozen=True)
class ComparedHand:
    """A recorded event and its counterpart under other rules.

    `status` of the other: `scored`, `over` (the game was already won) or `unknown`.
    `differs`: the score or the ending differs. `first`: it is the first that differs.
    """

    n: int
    event: Event
    recorded: Hand | None
    other: Hand | None
    status: str
    differs: bool
    first: bool


@dataclass(frozen=True)
class Comparison:
    """Both replays, hand by hand.

    `error`: the fact that the record lacks, or None. `unknown_from`: the first hand that depends on it.
    """

    rows: tuple[ComparedHand, ...]
    recorded: Replay
    other: Replay
    error: GameError | None
    unknown_from: int | None

    @property
    def first(self) -> ComparedHand | None:
        """The first hand that differs."""
        return next((row for row in self.rows if row.first), None)


def same_seats(rules: RuleSet, other: RuleSet) -> bool:
    """Return whether both rule sets have the same number of players and the same partners.

    If not, a game can't be replayed under the other.
    """
    return other.table.players == rules.table.players and other.table.sides == rules.table.sides


def compare(
    rules: RuleSet, other: RuleSet, first_dealer: int, events: Sequence[Event], start_scores: Sequence[int] = ()
) -> Comparison:
    """Replay `events`, recorded under `rules`, under `other` as well, and compare.

    Raises `GameError` at event 0 if the number of players doesn't fit.
    """
    recorded = replay(rules, first_dealer, events, start_scores)
    other_replay = replay_under(rules, other, first_dealer, events, start_scores)
    error = other_replay.error if other_replay.error is not None and status_of(other_replay.error) == UNSCORABLE else None
    unknown = len(other_replay.hands) + 1 if error is not None else None
    rows: list[ComparedHand] = []
    marked = False
    for n, event in enumerate(events, 1):
        a = recorded.hands[n - 1] if n <= len(recorded.hands) else None
        b = other_replay.hands[n - 1] if n <= len(other_replay.hands) else None
        status = SCORED if b is not None else "unknown" if error is not None else "over"
        differs = _is_different(a, b)
        rows.append(ComparedHand(n, event, a, b, status, differs, differs and not marked))
        marked = marked or differs
    return Comparison(tuple(rows), recorded, other_replay, error, unknown)


def _is_different(a: Hand | None, b: Hand | None) -> bool:
    if b is None:  # unknown or already won: nothing to compare
        return False
    if a is None:
        return True
    return (a.deltas, a.outcome.winners, a.outcome.games, a.dropped) != (b.deltas, b.outcome.winners, b.outcome.games, b.dropped)
