"""Cards, their order and their points, and the deal (rulebook sections 1 and 3): first and next dealer, misdeals."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.options import PLAYERS, Flag, Number, Seating

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence


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


class Deal(Seating):
    pack = Number(36, choices=(36, 40, 44, 52), rule="deal.pack", unit="cards")
    hand_cards = Number(9, low=1, high=17, rule="deal.pack", unit="cards")
    kitty = Number(0, low=0, high=16, rule="deal.pack", unit="cards")
    misdeal = Flag(rule="deal.misdeal")


def hands_dealt(rules: Deal) -> int:
    """Return the number of hands dealt, or 0 if the pack doesn't divide evenly.

    In cutthroat this is also the number of players.
    """
    if rules.format == "two_handed":
        return 4
    if rules.format != "cutthroat":
        return PLAYERS[rules.format]
    cards = rules.pack - rules.kitty
    return cards // rules.hand_cards if cards % rules.hand_cards == 0 else 0


def next_dealer(rules: Deal, dealer: int, sits_out: Callable[[int], bool]) -> int:
    """Return the next dealer to the left, skipping every seat for which `sits_out` is true (`deal.rotation`)."""
    for step in range(1, rules.table.players + 1):
        seat = (dealer + step) % rules.table.players
        if not sits_out(seat):
            return seat
    return dealer


def drawing_order(rules: Deal, shuffler: int) -> list[int]:
    """Return the seats that get a card when the first dealer is drawn, from the left of `shuffler`.

    A player who is always silent never deals and gets no card (`deal.first_dealer`).
    """
    table = rules.table
    seats = [(shuffler + i) % table.players for i in range(1, table.players + 1)]
    return [seat for seat in seats if seat != table.fixed_silent]


def first_jack(rules: Deal, shuffler: int, cards: Sequence[str]) -> int | None:
    """Return the seat that gets the first jack and so deals first, or None without a jack (`deal.first_dealer`).

    Cards are dealt face up, one at a time, from the left of `shuffler`.
    """
    check_cards(rules.pack, cards, "cards")
    seats = drawing_order(rules, shuffler)
    return next((seats[i % len(seats)] for i, card in enumerate(cards) if RANK[card] == "J"), None)


@dataclass(frozen=True)
class Drawing:
    """Cards turned up until the first jack (`deal.first_dealer`).

    `cards`: each card with the seat that got it, the jack last. `shuffler` and `dealer` are seats.
    """

    cards: tuple[tuple[str, int], ...]
    shuffler: int
    dealer: int


def draw_dealer(rules: Deal, below: Callable[[int], int]) -> Drawing:
    """Shuffle the pack and turn up cards from the shuffler's left until the first jack (`deal.first_dealer`).

    `below(n)`: returns a random number from 0 to n − 1.
    """
    pack = list(pack_of(rules))
    for last in range(len(pack) - 1, 0, -1):
        other = below(last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    shuffler = below(rules.table.players)
    order = drawing_order(rules, shuffler)
    jack = next(i for i, card in enumerate(pack) if RANK[card] == "J")
    cards = tuple((card, order[i % len(order)]) for i, card in enumerate(pack[: jack + 1]))
    return Drawing(cards, shuffler, cards[-1][1])


@dataclass(frozen=True)
class PackDivision:
    """How the pack is divided: `hands` hands of `cards` cards, and `kitty` cards in the kitty (`deal.pack`)."""

    hands: int
    cards: int
    kitty: int


def divide_pack(rules: Deal, dropped: Collection[int] = ()) -> PackDivision:
    """Return how the pack is divided among the sides still in the game.

    After a drop-out the players left get as many cards each as divide evenly, and the rest is the kitty (`end.drop_out`).
    With 36 cards that is nine each; with 40 and a kitty of 4, nine each and the kitty.
    """
    if not dropped:
        return PackDivision(rules.table.hands, rules.hand_cards, rules.kitty)
    hands = sum(len(seats) for side, seats in enumerate(rules.table.sides) if side not in dropped)
    cards = (rules.pack - rules.kitty) // hands
    return PackDivision(hands, cards, rules.pack - hands * cards)


def seats_dealt(rules: Deal, dropped: Collection[int] = ()) -> tuple[int, ...]:
    """Return the places that are dealt cards, clockwise from 0.

    Two-handed there are four: players 0 and 1, each facing a silent partner at 2 or 3 (`format.two_handed`).
    A silent fifth player holds cards like everyone else.
    """
    table = rules.table
    if rules.format == "two_handed":
        return tuple(range(table.hands))
    return tuple(seat for seat in range(table.players) if table.side_of[seat] not in dropped)


def deal_out(rules: Deal, shuffled: Sequence[str], dropped: Collection[int] = ()) -> tuple[dict[int, list[str]], list[str]]:
    """Deal a shuffled pack. Return the hand of each place that gets cards, and the kitty.

    Two-handed, a silent partner's hand is three stacks in a row, each from the top card down.
    """
    shared = divide_pack(rules, dropped)
    size = shared.cards
    hands = {seat: list(shuffled[i * size : (i + 1) * size]) for i, seat in enumerate(seats_dealt(rules, dropped))}
    return hands, list(shuffled[len(hands) * size :])


@dataclass(frozen=True)
class Batch:
    """One step of the deal: `cards` cards at once.

    `to`: `players` (each of them), `kitty`, `stacks` (the silent partners'), or `kitty_any_time` (when the dealer likes).
    """

    to: str
    cards: int


def batches(rules: Deal, dropped: Collection[int] = ()) -> list[Batch]:
    """Return how the cards are usually dealt, for the rule card (`deal.pack`). Nothing enforces it.

    Hands come in threes if that divides evenly, then fours, then threes with a smaller last batch. A kitty is dealt in two
    halves, after the first and second batch, or at any time if the deal has no second pause.
    """
    shared = divide_pack(rules, dropped)
    sizes = _batch_sizes(shared.cards)
    steps = [Batch("players", size) for size in sizes]
    if rules.format == "two_handed":
        steps.append(Batch("stacks", 3))
    if shared.kitty:
        first = shared.kitty - shared.kitty // 2
        if len(sizes) > 2 and shared.kitty > 1:
            steps[2:2] = [Batch("kitty", shared.kitty - first)]
            steps[1:1] = [Batch("kitty", first)]
        else:
            steps.append(Batch("kitty_any_time", shared.kitty))
    return steps


def _batch_sizes(cards: int) -> list[int]:
    if cards > 3 and cards % 3 and cards % 4 == 0:
        return [4] * (cards // 4)
    threes, over = divmod(cards, 3)
    if over == 1 and threes:
        return [3] * (threes - 1) + [4]
    return [3] * threes + ([over] if over else [])


def may_call_misdeal(rules: Deal, hand: Sequence[str]) -> bool:
    """Return whether a player dealt this hand may call a misdeal: no ace and no face card (`deal.misdeal`).

    Raises `Malformed("event")` unless `hand` is a full hand of the rules' pack.
    """
    check_cards(rules.pack, hand, "hand")
    if len(hand) != rules.hand_cards:
        raise Malformed("event", reason="count", field="hand", read=len(hand), right=rules.hand_cards)
    return rules.misdeal and not any(RANK[card] in FACES for card in hand)


def pack_of(rules: Deal) -> tuple[str, ...]:
    """Return the cards of the rules' pack, suit by suit, highest first (`deal.pack`)."""
    return PACKS[rules.pack]
