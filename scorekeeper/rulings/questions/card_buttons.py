"""Buttons for cards, calls and seats. Each one leads to the next address."""

from __future__ import annotations

from scorekeeper.engine.deal import RANK, SUIT, SUITS, pack_of, sort_hand
from scorekeeper.engine.play import NO_TRUMP
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.rulings.questions import links

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from scorekeeper.rulings.questions.kind import Args, PageContent
    from scorekeeper.rulings.questions.question_context import QuestionContext

    Deck = list[tuple[str, list[dict[str, Any]]]]


def dropped_of(rules: RuleSet, args: Args) -> tuple[int, ...]:
    """Return the side that is out of the game, in formats with drop-outs."""
    if rules.format != "three_pairs":
        return ()
    side = links.read_number(args, "dropped", 0, len(rules.table.sides) - 1)
    return () if side is None else (side,)


def seat_of(args: Args, field: str, rules: RuleSet, default: int = 0) -> int:
    seat = links.read_number(args, field, 0, rules.table.players - 1, links.SEAT)
    return default if seat is None else seat


def redirect_to(desk: QuestionContext, **changes: str) -> PageContent:
    """Return a redirect to the same question with these changes."""
    return desk, {"go": desk.url(**changes)}


def deck(rules: RuleSet, states: Mapping[str, str], off: frozenset[str] = frozenset()) -> Deck:
    """Return the pack as buttons, suit by suit. `states`: special states of cards. `off`: cards that can't be tapped."""
    rows: dict[str, list[dict[str, Any]]] = {suit: [] for suit in SUITS}
    for card in pack_of(rules):
        part = {"card": card, "rank": rank_text(card), "state": states.get(card, ""), "off": card in off}
        rows[SUIT[card]].append(part)
    return list(rows.items())


def rank_text(card: str) -> str:
    return RANK[card]


def toggle_card(cards: tuple[str, ...], card: str) -> list[str]:
    """Return the cards with `card` added, or removed if it was there."""
    chosen = [c for c in cards if c != card] if card in cards else [*cards, card]
    return sort_hand(chosen)


def disabled_cards(rules: RuleSet, held: tuple[str, ...], size: int) -> frozenset[str]:
    """Return the cards that can't be tapped: once the hand is full, all others."""
    return frozenset(pack_of(rules)) - set(held) if len(held) >= size else frozenset()


def possible_trumps(rules: RuleSet) -> tuple[str, ...]:
    """Return the possible trumps."""
    return SUITS if rules.no_trump == "forbidden" else (*SUITS, NO_TRUMP)


def needs_partner(rules: RuleSet) -> bool:
    """Return whether the question must name the contractor's partner."""
    return rules.format in ("called_partner", "silent_partner")
