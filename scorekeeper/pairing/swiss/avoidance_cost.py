"""What it would have cost a Swiss round to keep two entrants apart, given the best round without their meeting."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from scorekeeper.pairing.record.draft import Reason
from scorekeeper.pairing.search.matching import perfect_matching
from scorekeeper.pairing.swiss.field import Cost, Field

Pair = tuple[int, int]

# In a larger round, only this many tables are paired again, the nearest in ranking order.
TABLES = 60


def cost_of_avoiding(field: Field, pairs: Sequence[Pair], two: Pair, order: Sequence[str], unit: int) -> tuple[Reason, ...]:
    """Return the first count, in order of importance, in which the best round without this meeting is worse.

    `pairs`: the round, which includes `two`. `order`: ids in ranking order. `unit`: the size of a match point in the field's
    scores.
    """
    near = sorted(pairs, key=lambda pair: abs(pair[0] - two[0]))[:TABLES]
    other = _best_without(field, near, two)
    if other is None:
        return (Reason("apart.cost.impossible"),)
    now, then = Cost.of(field, near), Cost.of(field, other)
    like = "never" if field.is_never_pair(*two) else "rather"
    told = _replacement_pair(field, near, other, two, order) if getattr(now, like) == getattr(then, like) else ()
    for name in ("never", "rematches", "rather", "second_byes", "gaps", "fold"):
        less, more = getattr(now, name), getattr(then, name)
        if more > less:
            scale = unit**2 if name == "gaps" else 1
            facts = {"more": more - less, "read": Fraction(more, scale), "right": Fraction(less, scale)}
            return (*told, Reason(f"apart.cost.{name}", facts))
    return (*told, Reason("apart.cost.none"))


def _best_without(field: Field, near: Sequence[Pair], two: Pair) -> list[Pair] | None:
    """Return the best pairing of the entrants at these tables in which `two` don't meet, or None."""
    members = sorted(v for pair in near for v in pair)
    edges = [
        (a, b, field.cost(i, j)) for a, i in enumerate(members) for b, j in enumerate(members[a + 1 :], a + 1) if (i, j) != two
    ]
    found = perfect_matching(len(members), edges)
    return None if found is None else [(members[a], members[b]) for a, b in found]


def _replacement_pair(
    field: Field, near: Sequence[Pair], other: Sequence[Pair], two: Pair, order: Sequence[str]
) -> tuple[Reason, ...]:
    """Return a pair who would have met instead, although they should not meet either."""
    like = field.is_never_pair if field.is_never_pair(*two) else field.rather_not
    new = [pair for pair in other if pair not in near and like(*pair)]
    return tuple(Reason("apart.instead", {"who": order[i], "other": order[j]}) for i, j in new[:1])
