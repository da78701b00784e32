"""Replay a game under other rules, with its piles counted again, and compare two rule sets."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.engine.errors import GameError, Illegal, NotEnoughKnown
from scorekeeper.engine.events import NewDealer, PassedOut, Played
from scorekeeper.engine.replay.game import advance, replay, settle_auction
from scorekeeper.engine.replay.validation import check_pile_count, doubts_of
from scorekeeper.engine.scored_game import Replay
from scorekeeper.engine.scoring import camp_of, has_camp_piles
from scorekeeper.engine.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from scorekeeper.engine.events import Event
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
    ways = {_move_points(piles, points, from_pile, to_pile) for from_pile in able for to_pile in goes_to}
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


def _move_points(piles: tuple[int, ...], points: int, from_pile: int, to_pile: int) -> tuple[int, ...]:
    after = list(piles)
    after[from_pile] -= points
    after[to_pile] += points
    return tuple(after)


def compare_options(a: RuleSet, b: RuleSet) -> dict[str, tuple[object, object]]:
    """Return the options in which two rule sets differ: name to (value in `a`, value in `b`), as declared."""
    after = b.values()
    return {name: (value, after[name]) for name, value in a.values().items() if value != after[name]}


def replay_under(
    recorded: RuleSet, other: RuleSet, first_dealer: int, events: Iterable[Event], start_scores: Sequence[int] = ()
) -> Replay:
    """Replay events recorded under `recorded` as if the table had played by `other`.

    Piles are counted again where `other` puts the discard on another pile or scores the defenders differently.
    If the record lacks a fact for that, the replay stops with `NotEnoughKnown`. Doubts refer to the recorded rules.
    """
    before = list(events)
    events, trouble = _settle_auctions(recorded, first_dealer, list(before), start_scores)
    if not counts_piles_alike(recorded, other):
        events, more = _recount_piles(recorded, other, first_dealer, events, start_scores)
        trouble = more or trouble
    result = replay(other, first_dealer, events, start_scores)
    result.error = result.error or trouble
    pairs = zip(before, result.hands)  # noqa: B905 (as far as it was scored)
    result.doubts = [doubt for event, hand in pairs if isinstance(event, Played) for doubt in doubts_of(recorded, event, hand)]
    return result


def _settle_auctions(
    recorded: RuleSet, first_dealer: int, events: list[Event], start_scores: Sequence[int]
) -> tuple[list[Event], GameError | None]:
    """Return the events with each auction replaced by its result under the recorded rules.

    Other rules may not allow the calls. Stops at the first auction without a known result, and returns why.
    """
    if not any(isinstance(event, Played) and event.auction is not None for event in events):
        return events, None
    state, trouble = State(recorded, first_dealer, start_scores), None
    for n, event in enumerate(events):
        try:
            if isinstance(event, Played) and event.auction is not None:
                if trouble is not None:  # the dealer and the sides still in the game are unknown
                    trouble.event = n + 1
                    return events[:n], trouble
                events[n] = settle_auction(state, event)
            if trouble is None:
                advance(state, events[n])
        except GameError as error:
            trouble = error.at(n + 1)
            if isinstance(event, Played) and event.auction is not None:
                return events[:n], trouble
    return events, None


def _recount_piles(
    recorded: RuleSet, other: RuleSet, first_dealer: int, events: list[Event], start_scores: Sequence[int]
) -> tuple[list[Event], GameError | None]:
    """Return the events with their piles counted as `other` does, up to the first unknown one, and why."""
    state, known = State(recorded, first_dealer, start_scores), True
    counted: list[Event] = []
    for event in events:
        if isinstance(event, Played):
            # without scores, drop-outs are unknown too; the silent seat depends only on the deal
            dropped = state.dropped if known else ()
            try:
                counted.append(recount_piles(recorded, other, event, state.silent, dropped))
            except GameError as error:
                return counted, error.at(len(counted) + 1)
        else:
            counted.append(event)
        known = known and _try_advance(state, event)
        if not known:
            _skip_event(state, event)
    return counted, None


def _try_advance(state: State, event: Event) -> bool:
    """Score the event and return whether that was possible."""
    try:
        advance(state, event)
    except GameError:
        return False
    return True


def _skip_event(state: State, event: Event) -> None:
    """Move the deal past an event that can't be scored (`deal.rotation`)."""
    if isinstance(event, NewDealer):
        state.dealer = event.dealer
    elif isinstance(event, (Played, PassedOut)):
        state.pass_deal()
