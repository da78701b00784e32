"""Cards as rank then suit (`AS`, `10H`, `5D`), their order and their card points (rulebook sections 1 and 3)."""

from __future__ import annotations

from scorekeeper.engine.errors import Malformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SUITS = ("S", "H", "D", "C")
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""Highest first."""
FACES = ("A", "K", "Q", "J")
"""Every rank above a 10. A hand without any of these may be a misdeal."""

_LEFT_OUT = {36: ("6", "4", "3", "2"), 40: ("4", "3", "2"), 44: ("3", "2"), 52: ()}

PACKS = {
    size: tuple(rank + suit for suit in SUITS for rank in RANKS if rank not in missing) for size, missing in _LEFT_OUT.items()
}
"""The cards of each pack by its size: suit by suit, highest first (`deal.pack`)."""

SUIT = {card: card[-1] for card in PACKS[52]}
RANK = {card: card[:-1] for card in PACKS[52]}
HEIGHT = {card: len(RANKS) - RANKS.index(rank) for card, rank in RANK.items()}
"""Each card's order within its suit: 13 for the ace down to 1 for the two."""
POINTS = {card: {"A": 10, "10": 10, "5": 5}.get(rank, 0) for card, rank in RANK.items()}
"""Card points by card. Every pack holds exactly 100."""


def points_of(cards: Iterable[str]) -> int:
    return sum([POINTS[card] for card in cards])


def sort_hand(cards: Iterable[str]) -> list[str]:
    """Return the cards the way a player holds them: suit by suit, highest first."""
    return sorted(cards, key=PACKS[52].index)


def check_cards(pack: int, cards: Sequence[str], field: str) -> None:
    """Raise `Malformed("event")` unless these are distinct cards of the pack.

    `field`: the name of the field they came from, for the error.
    """
    if len(set(cards)) == len(cards) and all(card in SUIT for card in cards) and set(cards) <= _SETS[pack]:
        return
    seen: set[str] = set()
    for card in cards:
        if card not in SUIT:
            raise Malformed("event", reason="card", field=field, read=card)
        if card not in _SETS[pack]:
            raise Malformed("event", reason="not_in_pack", field=field, read=card, pack=pack)
        if card in seen:
            raise Malformed("event", reason="twice", field=field, read=card)
        seen.add(card)


_SETS = {size: frozenset(cards) for size, cards in PACKS.items()}
