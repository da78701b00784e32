"""Counting the piles after the last trick: tricks and the discard (rulebook sections 5 and 7)."""

from __future__ import annotations

from scorekeeper.engine.cards import points_of
from scorekeeper.engine.errors import NotEnoughKnown
from scorekeeper.engine.scoring import pile_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from scorekeeper.engine.ruleset import RuleSet


def side_at(rules: RuleSet, seat: int, contractor: int) -> int:
    """Return the side whose pile gets a trick won at this place.

    Two-handed, a silent partner wins tricks for the player opposite. A player who is always silent wins them for the
    contractor.
    """
    table = rules.table
    side = table.side_of[seat % table.players] if rules.format == "two_handed" else table.side_of[seat]
    if side is None:
        side = table.side_of[contractor]
        assert side is not None  # a silent player holds no contract
    return side


def points_by_side(rules: RuleSet, contractor: int, tricks: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return card points by side, without the discard. `tricks`: (winner's place, card points)."""
    points = [0] * len(rules.table.sides)
    for winner, taken in tricks:
        points[side_at(rules, winner, contractor)] += taken
    return tuple(points)


def count_piles(
    rules: RuleSet,
    contractor: int,
    tricks: Sequence[tuple[int, int]],
    discard: Collection[str] = (),
    partner: int | None = None,
    dropped: Collection[int] = (),
    opposing_side: int | None = None,
) -> tuple[int, ...]:
    """Return the piles as the game record has them: card points by side or by camp, the contractor's first.

    `tricks`: every trick of the hand, as (winner's place, card points). `partner`: seat of the called or silent partner.
    `opposing_side`: the side that gets the discard if it goes to one of several opponents (`kitty.discard_to`).
    Raises `NotEnoughKnown("needs.discard_pile")` if that side is needed and missing.
    """
    points = list(points_by_side(rules, contractor, tricks))
    own = side_at(rules, contractor, contractor)
    camp = [own] if partner is None else [own, side_at(rules, partner, contractor)]
    in_camps = rules.table.individual and pile_count(rules) == 2
    extra = points_of(discard)
    if extra:
        opposing = [s for s in range(len(points)) if s not in camp and s not in dropped]
        if in_camps:
            opposing = opposing[:1]  # the defenders share a pile
        points[_discard_side(rules, contractor, tricks, opposing, opposing_side)] += extra
    if not in_camps:
        return tuple(points)
    taken = sum([points[side] for side in set(camp)])
    return taken, sum(points) - taken


def _discard_side(
    rules: RuleSet, contractor: int, tricks: Sequence[tuple[int, int]], opposing: Sequence[int], told: int | None
) -> int:
    if rules.discard_to == "contractor":
        return side_at(rules, contractor, contractor)
    if rules.discard_to == "first_trick":
        return side_at(rules, tricks[0][0], contractor)
    if rules.discard_to == "last_trick":
        return side_at(rules, tricks[-1][0], contractor)
    if len(opposing) == 1:
        return opposing[0]
    if told is None or told not in opposing:
        raise NotEnoughKnown("needs.discard_pile", reason="opponents", sides=tuple(opposing))
    return told
