"""What questions with cards, calls and seats share. Each tap is a button that leads to the next address."""

from __future__ import annotations

from scorekeeper.engine.cards import RANK, SUIT, SUITS, sort_hand
from scorekeeper.engine.deal import pack_of
from scorekeeper.engine.play import NO_TRUMP
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.rulings.questions import links

TYPE_CHECKING = False  # loaded by phones
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from scorekeeper.rulings.questions.desk import QuestionContext
    from scorekeeper.rulings.questions.kind import Args, Shown

    Deck = list[tuple[str, list[dict[str, Any]]]]


def dropped_of(rules: RuleSet, args: Args) -> tuple[int, ...]:
    """The side that is out of the game, where sides can be."""
    if rules.format != "three_pairs":
        return ()
    side = links.whole(args, "dropped", 0, len(rules.table.sides) - 1)
    return () if side is None else (side,)


def seat_of(args: Args, field: str, rules: RuleSet, default: int = 0) -> int:
    """A seat of the table."""
    seat = links.whole(args, field, 0, rules.table.players - 1, links.SEAT)
    return default if seat is None else seat


def go(desk: QuestionContext, **changes: str) -> Shown:
    """To the same question with parts changed."""
    return desk, {"go": desk.url(**changes)}


def deck(rules: RuleSet, states: Mapping[str, str], off: frozenset[str] = frozenset()) -> Deck:
    """The pack to tap on, suit by suit: `states` of cards that are not just lying there, cards that cannot be tapped `off`."""
    rows: dict[str, list[dict[str, Any]]] = {suit: [] for suit in SUITS}
    for card in pack_of(rules):
        part = {"card": card, "rank": rank_text(card), "state": states.get(card, ""), "off": card in off}
        rows[SUIT[card]].append(part)
    return list(rows.items())


def rank_text(card: str) -> str:
    """The rank as it is printed on cards."""
    return RANK[card]


def toggled(cards: tuple[str, ...], card: str) -> list[str]:
    """The cards with one more, or without it."""
    chosen = [c for c in cards if c != card] if card in cards else [*cards, card]
    return sort_hand(chosen)


def others_off(rules: RuleSet, held: tuple[str, ...], size: int) -> frozenset[str]:
    """Once the hand is whole, the cards that are not in it can no more be tapped."""
    return frozenset(pack_of(rules)) - set(held) if len(held) >= size else frozenset()


def trumps_of(rules: RuleSet) -> tuple[str, ...]:
    """What trump may be."""
    return SUITS if rules.no_trump == "forbidden" else (*SUITS, NO_TRUMP)


def partnered(rules: RuleSet) -> bool:
    """Whether the contractor's partner has to be told."""
    return rules.format in ("called_partner", "silent_partner")
