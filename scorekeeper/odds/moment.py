"""The position between two hands, as far as the chances depend on it."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Moment:
    """A position. `scores` are by side.

    `dropped` are the sides out of the game, and `silent` is the silent seat of the next hand.
    """

    scores: tuple[int, ...]
    dropped: tuple[int, ...] = ()
    silent: int | None = None


def moment_of(rules: RuleSet, scores: Sequence[int], dropped: Sequence[int], dealer: int) -> Moment:
    """Return the position before a hand that `dealer` deals."""
    return Moment(tuple(scores), tuple(dropped), rules.table.silent(dealer))
