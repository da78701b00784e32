"""The piles of a recorded hand, counted again under other rules for the discard and the defenders."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.engine.errors import Illegal, NotEnoughKnown
from scorekeeper.engine.replay.validation import check_pile_count
from scorekeeper.engine.scoring import camp_of, has_camp_piles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from scorekeeper.engine.events import Played
    from scorekeeper.engine.ruleset import RuleSet


def counts_piles_alike(recorded: RuleSet, other: RuleSet) -> bool:
    """Return whether both rule sets count piles the same way, so that no recount is needed."""
    return (
        not _differ_in_discard_pile(recorded, other)
        and not _differ_in_pile_count(recorded, other)
        and recorded.kitty == other.kitty
    )


def recount_piles(recorded: RuleSet, other: RuleSet, hand: Played, silent: int | None, dropped: Collection[int]) -> Played:
    """Return the hand with its piles counted as `other` does.

    `silent`: the silent player's seat. `dropped`: sides out of the game.
    Raises `GameError` if the piles are impossible under `recorded`, and `NotEnoughKnown` if the record lacks a needed fact.
    """
    check_pile_count(recorded, hand)
    apart = _differ_in_pile_count(recorded, other)
    if apart and has_camp_piles(other):
        hand = _merge_into_camps(recorded, hand, silent)
    if _differ_in_discard_pile(recorded, other):
        hand = _move_discard(recorded, other, hand, dropped)
    if apart and has_camp_piles(recorded):
        hand = _split_by_player(other, hand)
    # The discard is already counted in its pile, so a different kitty size doesn't matter.
    return replace(hand, discard_points=None) if recorded.kitty != other.kitty else hand


def _differ_in_pile_count(recorded: RuleSet, other: RuleSet) -> bool:
    """Return whether one rule set counts two camps and the other every player (`score.defenders`).

    Only rule sets with the same table compare.
    """
    same_table = recorded.format == other.format and recorded.table.sides == other.table.sides
    return same_table and has_camp_piles(recorded) != has_camp_piles(other)


def _differ_in_discard_pile(recorded: RuleSet, other: RuleSet) -> bool:
    return bool(recorded.kitty and other.kitty) and recorded.discard_to != other.discard_to


def _merge_into_camps(rules: RuleSet, hand: Played, silent: int | None) -> Played:
    """Return the hand with two piles, the contractor's camp and the defenders, instead of one for each player."""
    if rules.format == "called_partner" and hand.called_seat is None:
        raise NotEnoughKnown("needs.called_seat")
    took = sum([hand.points[side] for side in camp_of(rules, hand, silent)])
    return replace(hand, points=(took, sum(hand.points) - took))


def _split_by_player(rules: RuleSet, hand: Played) -> Played:
    """Return the hand with a pile for each player instead of two camps.

    A camp scores together, so its split doesn't matter. The defenders' split does, unless their pile is empty.
    """
    if hand.points[1]:
        raise NotEnoughKnown("needs.piles")
    own = rules.table.side_of[hand.contractor]
    points = [hand.points[0] if side == own else 0 for side in range(len(rules.table.sides))]
    return replace(hand, points=tuple(points))


def _move_discard(recorded: RuleSet, other: RuleSet, hand: Played, dropped: Collection[int]) -> Played:
    """Return the hand with the discard moved to the pile where `other` puts it (`kitty.discard_to`)."""
    piles, points = hand.points, hand.discard_points
    lay_on = _discard_piles(recorded, hand, dropped)
    if points is None:
        if max([piles[pile] for pile in lay_on]):
            raise NotEnoughKnown("needs.discard_points")
        return hand  # an empty pile has an empty discard in it
    if not points:
        return hand
    able = [pile for pile in lay_on if piles[pile] >= points]
    if not able:
        most = max([piles[pile] for pile in lay_on])
        raise Illegal("points.value", reason="discard", field="discard_points", read=points, high=most)
    goes_to = _discard_piles(other, hand, dropped)
    ways = {_move_points(piles, points, there, here) for there in able for here in goes_to}
    if len(ways) > 1:
        raise NotEnoughKnown("needs.discard_pile")
    return replace(hand, points=ways.pop())


def _discard_piles(rules: RuleSet, hand: Played, dropped: Collection[int]) -> list[int]:
    """Return the piles that may hold the discard. The record doesn't say who won the first or last trick."""
    two = len(hand.points) == 2
    own = 0 if two and rules.table.individual else rules.table.side_of[hand.contractor]
    if rules.discard_to == "contractor":
        return [pile for pile in range(len(hand.points)) if pile == own]
    out = () if two else dropped
    return [pile for pile in range(len(hand.points)) if pile not in out and (pile != own or rules.discard_to != "opponents")]


def _move_points(piles: tuple[int, ...], points: int, there: int, here: int) -> tuple[int, ...]:
    after = list(piles)
    after[there] -= points
    after[here] += points
    return tuple(after)
