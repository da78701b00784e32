"""Kitty and discard (rulebook section 5): what may be discarded, what is shown or said, and which pile it joins."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.deal import POINTS, SUIT, SUITS, check_cards, divide_pack, points_of
from scorekeeper.engine.errors import Malformed, NotEnoughKnown, Objection
from scorekeeper.engine.options import Choice, Flag
from scorekeeper.engine.play import NO_TRUMP, Play, check_trump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


class Kitty(Play):
    discard_to = Choice("opponents", "last_trick", "first_trick", "contractor", rule="kitty.discard_to")
    discard_limit = Choice("any", "no_points", "no_points_or_trumps", rule="kitty.discard_limit")
    discard_show_trumps = Flag(rule="kitty.discard_show_trumps")
    discard_announce_points = Flag(rule="kitty.discard_announce_points")


def most_points_discarded(cards: int) -> int:
    """Return the most card points in `cards` discarded cards: eight aces and tens, then four fives."""
    return 10 * min(cards, 8) + 5 * max(0, min(cards - 8, 4))


@dataclass(frozen=True, slots=True)
class Discard:
    """A discard and what follows from it.

    `objection`: why it is not allowed, or None.
    `points`: its card points.
    `show`: the trumps that must be shown before play.
    `announce`: whether the contractor announces point cards; None if the rules don't ask.
    `goes_to`: the pile it joins, None without a kitty.
    """

    objection: Objection | None
    points: int
    show: tuple[str, ...]
    announce: bool | None
    goes_to: str | None

    @property
    def legal(self) -> bool:
        return self.objection is None


@dataclass(frozen=True, slots=True)
class DiscardChoice:
    """The cards a contractor may discard: all of `must`, then any of `may`, `count` cards in all."""

    count: int
    must: tuple[str, ...]
    may: tuple[str, ...]


def discard_choice(rules: Kitty, held_cards: Sequence[str], trump: str | None, dropped: Collection[int] = ()) -> DiscardChoice:
    """Return the cards that may be discarded from hand and kitty together (`kitty.discard_limit`).

    If too few allowed cards are held, all of them must go, and the rest may be any cards.
    `trump` is None if it has not been named yet.
    """
    count = divide_pack(rules, dropped).kitty
    allowed = _discardable_cards(rules, held_cards, trump)
    if len(allowed) >= count:
        return DiscardChoice(count, (), allowed)
    return DiscardChoice(count, allowed, tuple([card for card in held_cards if card not in allowed]))


def _discardable_cards(rules: Kitty, held_cards: Sequence[str], trump: str | None) -> tuple[str, ...]:
    """Return the cards that the discard limit allows. Without a trump suit, no card counts as a trump."""
    if rules.discard_limit == "any":
        return tuple(held_cards)
    kept_suit = trump if rules.discard_limit == "no_points_or_trumps" else None
    return tuple([card for card in held_cards if not POINTS[card] and SUIT[card] != kept_suit])


def judge_discard(
    rules: Kitty, held_cards: Sequence[str], discard: Sequence[str], trump: str | None, dropped: Collection[int] = ()
) -> Discard:
    """Return whether the contractor may discard these cards of `held_cards` (hand and kitty), and what follows.

    Raises `Malformed("event")` for cards that are not in the hand, and `NotEnoughKnown("needs.trump")` if the answer depends
    on
    an unknown trump.
    """
    _check_held(rules, held_cards, discard, dropped)
    check_trump(rules, trump)
    shown_cards: tuple[str, ...] = ()
    if rules.discard_show_trumps and discard:
        if trump is None:
            raise NotEnoughKnown("needs.trump", reason="discard_show_trumps")
        shown_cards = tuple([card for card in discard if SUIT[card] == trump])
    points = points_of(discard)
    return Discard(
        _discard_objection(rules, held_cards, discard, trump, dropped),
        points,
        shown_cards,
        points > 0 if rules.discard_announce_points else None,
        rules.discard_to if rules.kitty else None,
    )


def _check_held(rules: Kitty, held_cards: Sequence[str], discard: Sequence[str], dropped: Collection[int]) -> None:
    check_cards(rules.pack, held_cards, "held")
    check_cards(rules.pack, discard, "discard")
    shared = divide_pack(rules, dropped)
    if len(held_cards) != shared.cards + shared.kitty:
        raise Malformed("event", reason="count", field="held", read=len(held_cards), right=shared.cards + shared.kitty)
    for card in discard:
        if card not in held_cards:
            raise Malformed("event", reason="not_held", field="discard", read=card)


def _discard_objection(
    rules: Kitty, held_cards: Sequence[str], discard: Sequence[str], trump: str | None, dropped: Collection[int]
) -> Objection | None:
    if trump is not None or rules.discard_limit != "no_points_or_trumps":
        return _objection_for_trump(rules, held_cards, discard, trump, dropped)
    # trump is named after the discard: there is an answer only if every possible trump gives the same one
    trumps = SUITS if rules.no_trump == "forbidden" else (*SUITS, NO_TRUMP)
    objections = [_objection_for_trump(rules, held_cards, discard, possible_trump, dropped) for possible_trump in trumps]
    if all(objections) or not any(objections):
        return objections[0]
    raise NotEnoughKnown("needs.trump", reason="discard_limit")


def _objection_for_trump(
    rules: Kitty, held_cards: Sequence[str], discard: Sequence[str], trump: str | None, dropped: Collection[int]
) -> Objection | None:
    count, allowed = divide_pack(rules, dropped).kitty, _discardable_cards(rules, held_cards, trump)
    if len(discard) != count:
        return Objection("deal.pack", {"reason": "count", "read": len(discard), "right": count})
    if len(allowed) < count:
        kept_cards = [card for card in allowed if card not in discard]
        return Objection("kitty.discard_limit", {"reason": "allowed_first", "cards": kept_cards}) if kept_cards else None
    wrong = [card for card in discard if card not in allowed]
    if not wrong:
        return None
    points = [card for card in wrong if POINTS[card]]
    reason, cards = ("points", points) if points else ("trump", wrong)
    return Objection("kitty.discard_limit", {"reason": reason, "cards": cards, "allowed": len(allowed)})
