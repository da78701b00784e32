"""The play (rulebook section 6): the trump suit, legal cards, the winner of a trick and the next lead."""

from __future__ import annotations

from scorekeeper.engine.auction import Auction
from scorekeeper.engine.deal import HEIGHT, SUIT, seats_dealt
from scorekeeper.engine.deal import SUITS as SUITS
from scorekeeper.engine.errors import Illegal, Malformed, Objection
from scorekeeper.engine.options import Choice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence


NO_TRUMP = "NT"


class Play(Auction):
    trump_by = Choice("announced", "first_lead", rule="play.trump_by")
    no_trump = Choice("forbidden", "plain", "double", rule="play.no_trump")


def check_trump(rules: Play, trump: str | None) -> None:
    """Raise `GameError("event")` unless `trump` is a suit, None (unknown), or `NT` where allowed (`play.no_trump`)."""
    if trump is None or trump in SUITS:
        return
    if trump != NO_TRUMP:
        raise Malformed("event", reason="choice", field="trump", read=trump, choices=(*SUITS, NO_TRUMP))
    if rules.no_trump == "forbidden":
        raise Illegal("event", reason="no_trump", field="trump", read=trump)


def trump_in_force(rules: Play, announced: str | None, first_card: str | None) -> str | None:
    """Return the trump suit, `NT`, or None if it is not set yet (`play.trump_by`).

    Where the first card led always sets trump, only an announced `NT` overrides it.
    """
    if announced is not None and (announced == NO_TRUMP or rules.trump_by == "announced"):
        return announced
    return None if first_card is None else SUIT[first_card]


def legal_cards(cards: list[str] | Stacks, led: str | None) -> list[str]:
    """Return the cards that may be played when `led` was led: follow suit if able (`play.follow`).

    `led` is None for the lead. For a silent partner, only visible cards count.
    """
    return [card for card in cards if SUIT[card] == led] or list(cards)


def winning_card(trick: Sequence[str], trump: str | None) -> int:
    """Return the index of the winning card: the highest trump, else the highest of the suit led (`play.trick`)."""
    suits = [SUIT[card] for card in trick]
    suit = trump if trump in suits else suits[0]
    return max([(HEIGHT[card], i) for i, card in enumerate(trick) if suits[i] == suit])[1]


def clockwise(seats: Sequence[int], leader: int) -> list[int]:
    """Return the seats in turn, starting with `leader`."""
    start = seats.index(leader)
    return [*seats[start:], *seats[:start]]


class Stacks:
    """A silent partner's hand in the two-handed game: three stacks with only the top cards visible.

    `cards`: the stacks in a row, each from the top card down. The next card of a stack is turned once the trick is complete,
    so
    it is visible by the owner's next turn (`format.two_handed`).
    """

    def __init__(self, cards: Sequence[str]) -> None:
        size = len(cards) // 3
        self.stacks = [list(cards[i : i + size]) for i in range(0, len(cards), size)]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the visible cards."""
        return iter([stack[0] for stack in self.stacks if stack])

    def all(self) -> list[str]:
        """Return every card still held, hidden ones included."""
        return [card for stack in self.stacks for card in stack]

    def remove(self, card: str) -> None:
        """Remove a card, visible or hidden. Raises `ValueError` if it is not there."""
        for stack in self.stacks:
            if card in stack:
                stack.remove(card)
                return
        raise ValueError(card)


def in_stacks(rules: Play, seat: int) -> bool:
    """Return whether the hand at this place is a silent partner's three stacks (`format.two_handed`)."""
    return rules.format == "two_handed" and seat > 1


def pick_up_hands(rules: Play, hands: Mapping[int, Sequence[str]]) -> dict[int, list[str] | Stacks]:
    """Return the hands ready to be played, with silent partners' hands in stacks (`format.two_handed`)."""
    return {seat: Stacks(cards) if in_stacks(rules, seat) else list(cards) for seat, cards in hands.items()}


def play_objection(hand: Iterable[str], card: str, led: str | None) -> Objection | None:
    """Return why this card may not be played from `hand`, or None if it may.

    `hand`: for a silent partner, only the visible cards.
    """
    seen = list(hand)
    if card not in seen:
        return Objection("format.two_handed", {"reason": "hidden", "seen": seen})
    if SUIT[card] != led:
        able = [other for other in seen if SUIT[other] == led]
        if able:
            return Objection("play.follow", {"reason": "follow", "suit": led, "able": able})
    return None


class Tricks:
    """A hand in play, card by card.

    `turn`: the seat to play, None after the last card.
    `trump`: the trump suit or `NT`; None until the first card sets it.
    `led`: the suit led to the current trick, None before its first card.
    `tricks`: the cards in the order played; `leaders` and `winners`: their seats. The last trick may be unfinished.
    """

    __slots__ = (
        *("_legal", "_order", "announced", "hands", "leaders", "led", "rules", "seats", "tricks", "trump", "turn"),
        "winners",
    )

    def __init__(
        self,
        rules: Play,
        contractor: int,
        announced: str | None,
        hands: Mapping[int, Sequence[str]],
        dropped: Collection[int] = (),
    ) -> None:
        check_trump(rules, announced)
        self.rules = rules
        self.seats = seats_dealt(rules, dropped)
        self.announced = announced
        self.trump = trump_in_force(rules, announced, None)
        self.hands = pick_up_hands(rules, hands)
        self.tricks: list[list[str]] = []
        self.leaders: list[int] = []
        self.winners: list[int] = []
        self._order: list[int] = []
        self._legal: list[str] = []
        self.led: str | None = None
        self.turn: int | None = None
        self._lead(contractor)

    def _lead(self, leader: int) -> None:
        self._order = clockwise(self.seats, leader)
        self.led = None
        self.tricks.append([])
        self.leaders.append(leader)
        self._turn_to(leader)

    def _turn_to(self, seat: int) -> None:
        self.turn = seat
        self._legal = legal_cards(self.hands[seat], self.led)

    def legal(self) -> list[str]:
        """Return the cards that may be played now, none after the last card."""
        return self._legal.copy()

    def objection(self, card: str) -> Objection | None:
        """Return why the seat in turn may not play this card, or None if it may.

        Raises `Malformed("event")` if the seat doesn't hold the card.
        """
        if self.turn is None:
            return Objection("play.trick", {"reason": "ended"})
        hand = self.hands[self.turn]
        if card not in (hand.all() if isinstance(hand, Stacks) else hand):
            raise Malformed("event", reason="not_held", field="card", read=card, seat=self.turn)
        return play_objection(hand, card, self.led)

    def play(self, card: str) -> None:
        """Play a card for the seat in turn.

        Raises `Illegal("play")` with the reason; the hand is then unchanged.
        """
        seat = self.turn
        if card not in self._legal or seat is None:
            self._refuse(card)
            return
        trick = self.tricks[-1]
        if not trick:
            self.led = SUIT[card]
            if not self.winners:
                self.trump = trump_in_force(self.rules, self.announced, card)
        self.hands[seat].remove(card)
        trick.append(card)
        if len(trick) < len(self._order):
            self._turn_to(self._order[len(trick)])
            return
        winner = self._order[winning_card(trick, self.trump)]
        self.winners.append(winner)
        if any(self.hands[winner]):
            self._lead(winner)
        else:
            self.turn, self.led, self._legal = None, None, []

    def _refuse(self, card: str) -> None:
        objection = self.objection(card)
        assert objection is not None
        raise Illegal("play", None, seat=self.turn, card=card, rule=objection.rule, legal=self.legal(), **objection.params)
