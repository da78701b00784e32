"""The position between two hands, as far as the chances depend on it."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Position:
    """A position. `scores` are by side.

    `dropped` are the sides out of the game, and `silent` is the silent seat of the next hand.
    """

    scores: tuple[int, ...]
    dropped: tuple[int, ...] = ()
    silent: int | None = None


def position_before(rules: RuleSet, scores: Sequence[int], dropped: Sequence[int], dealer: int) -> Position:
    """Return the position before a hand that `dealer` deals."""
    return Position(tuple(scores), tuple(dropped), rules.table.silent(dealer))
