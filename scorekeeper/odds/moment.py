"""A game between two hands, as far as its chances hang on it."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Moment:
    """`scores`: by side; `dropped`: the sides that are out of the game; `silent`: the seat that is silent in the coming hand."""

    scores: tuple[int, ...]
    dropped: tuple[int, ...] = ()
    silent: int | None = None


def moment_of(rules: RuleSet, scores: Sequence[int], dropped: Sequence[int], dealer: int) -> Moment:
    """The moment before a hand that `dealer` deals."""
    return Moment(tuple(scores), tuple(dropped), rules.table.silent(dealer))
