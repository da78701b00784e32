"""Judges the play of a hand (rulebook sections 5 to 7): trick winners, revokes, illegal cards, and the piles."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.deal import SUIT, check_cards, divide_pack, points_of, seats_dealt
from scorekeeper.engine.errors import Illegal, Malformed, NotEnoughKnown, Objection
from scorekeeper.engine.play import check_trump, clockwise, in_stacks, pick_up_hands, play_objection, trump_in_force, winning_card
from scorekeeper.engine.scoring import pile_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from scorekeeper.engine.play import Stacks
    from scorekeeper.engine.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick.

    `seats`, `cards`: in the order of play. `winner`: None while unfinished. `points`: card points.
    `ruffed`: won by a trump although another suit was led.
    """

    seats: tuple[int, ...]
    cards: tuple[str, ...]
    winner: int | None
    points: int
    ruffed: bool


@dataclass(frozen=True, slots=True)
class Revoke:
    """A proven revoke: `seat` did not follow `suit` in `trick` (from 1), but played a card of it in `proven_by`."""

    trick: int
    seat: int
    suit: str
    proven_by: int


@dataclass(frozen=True, slots=True)
class IllegalCard:
    """A card that was illegal in `trick` (from 1), with the reason."""

    trick: int
    seat: int
    card: str
    objection: Objection


@dataclass(frozen=True, slots=True)
class Judgement:
    """The findings about a hand's tricks.

    `trump`: None if no card was led and no trump announced. `points`: card points by side, tricks only.
    `illegal`: every illegal card, None if the hands are not known.
    """

    trump: str | None
    tricks: tuple[Trick, ...]
    points: tuple[int, ...]
    revokes: tuple[Revoke, ...]
    illegal: tuple[IllegalCard, ...] | None

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the winner of each complete trick."""
        return tuple([trick.winner for trick in self.tricks if trick.winner is not None])


def judge(
    rules: RuleSet,
    contractor: int,
    announced: str | None,
    tricks: Sequence[Sequence[str]],
    hands: Sequence[Sequence[str]] | None = None,
    dropped: Collection[int] = (),
) -> Judgement:
    """Judge the tricks of a hand, given as cards in the order played. Only the last trick may be unfinished.

    `hands`: every seat's cards after the discard, empty for a seat that has dropped out. Two-handed there are four, as in
    `seats_dealt`; a silent partner's is three stacks in a row, each from the top card down.
    A revoke is proven when a player did not follow a suit and later played a card of it (`play.revoke`). For a silent
    partner,
    that needs the hands, to know which cards were visible.
    Raises `Malformed("event")` if the cards can't have been played this way.
    """
    seats = seats_dealt(rules, dropped)
    _check_contractor(rules, contractor, seats)
    check_trump(rules, announced)
    _check_tricks(rules, tricks, len(seats), dropped)
    if hands is not None:
        _check_hands(rules, hands, seats, dropped)
    trump = trump_in_force(rules, announced, next((trick[0] for trick in tricks if trick), None))
    watch = _RevokeTracker(rules, None if hands is None else pick_up_hands(rules, {seat: hands[seat] for seat in seats}))
    leader: int | None = contractor
    seen = []
    for n, cards in enumerate(tricks, 1):
        assert leader is not None  # only the last trick may be unfinished
        order = clockwise(seats, leader)
        for i, card in enumerate(cards):
            watch.note_card(n, order[i], card, SUIT[cards[0]] if i else None)
        won = winning_card(cards, trump) if len(cards) == len(order) else None
        leader = None if won is None else order[won]
        ruffed = won is not None and SUIT[cards[won]] != SUIT[cards[0]]
        seen.append(Trick(tuple(order[: len(cards)]), tuple(cards), leader, points_of(cards), ruffed))
    points = points_by_side(rules, contractor, [(t.winner, t.points) for t in seen if t.winner is not None])
    illegal = None if watch.illegal is None else tuple(watch.illegal)
    return Judgement(trump, tuple(seen), points, watch.revokes(), illegal)


@dataclass(slots=True)
class _UnfollowedSuit:
    """A suit not followed. `owed`: the cards due instead; None if any card of the suit would prove a revoke."""

    trick: int
    seat: int
    suit: str
    owed: list[str] | None
    proven_by: int | None = None


class _RevokeTracker:
    """Tracks players who don't follow suit while the hand is played through again."""

    def __init__(self, rules: RuleSet, hands: dict[int, list[str] | Stacks] | None) -> None:
        self.rules = rules
        self.held = hands
        self.doubts: list[_UnfollowedSuit] = []
        self.illegal: list[IllegalCard] | None = None if hands is None else []

    def note_card(self, trick: int, seat: int, card: str, led: str | None) -> None:
        """Note a played card. `led` is the suit it had to follow, None for the lead."""
        for doubt in self.doubts:
            is_proof = SUIT[card] == doubt.suit if doubt.owed is None else card in doubt.owed
            if is_proof and doubt.seat == seat and doubt.proven_by is None:
                doubt.proven_by = trick
        strayed = led is not None and SUIT[card] != led
        stacked = in_stacks(self.rules, seat)
        if strayed and not (stacked and self.held is None):
            assert led is not None
            owed = [other for other in self.held[seat] if SUIT[other] == led] if stacked and self.held is not None else None
            self.doubts.append(_UnfollowedSuit(trick, seat, led, owed))
        if self.held is not None and self.illegal is not None:
            objection = play_objection(self.held[seat], card, led)
            if objection is not None:
                self.illegal.append(IllegalCard(trick, seat, card, objection))
            self._lay_down(trick, seat, card)

    def _lay_down(self, trick: int, seat: int, card: str) -> None:
        assert self.held is not None
        try:
            self.held[seat].remove(card)
        except ValueError:
            raise Malformed("event", reason="not_held_by", field="hands", read=card, seat=seat, trick=trick) from None

    def revokes(self) -> tuple[Revoke, ...]:
        """Return every revoke that a later card proved, in the order made."""
        return tuple([Revoke(d.trick, d.seat, d.suit, d.proven_by) for d in self.doubts if d.proven_by is not None])


def _check_contractor(rules: RuleSet, contractor: int, seats: Sequence[int]) -> None:
    if not 0 <= contractor < rules.table.players:
        raise Malformed("event", reason="seat", field="contractor", read=contractor, high=rules.table.players - 1)
    if contractor not in seats:
        side = rules.table.side_of[contractor]
        raise Illegal("event", reason="dropped", field="contractor", read=contractor, side=side)
    if contractor == rules.table.fixed_silent:
        raise Illegal("event", reason="silent", field="contractor", read=contractor)


def _check_tricks(rules: RuleSet, tricks: Sequence[Sequence[str]], players: int, dropped: Collection[int]) -> None:
    check_cards(rules.pack, [card for trick in tricks for card in trick], "tricks")
    most = divide_pack(rules, dropped).cards
    if len(tricks) > most:
        raise Malformed("event", reason="count", field="tricks", read=len(tricks), right=most)
    for n, trick in enumerate(tricks, 1):
        if len(trick) > players or (len(trick) < players and n < len(tricks)):
            raise Malformed("event", reason="trick", field="tricks", read=len(trick), right=players, trick=n)


def _check_hands(rules: RuleSet, hands: Sequence[Sequence[str]], seats: Sequence[int], dropped: Collection[int]) -> None:
    check_cards(rules.pack, [card for hand in hands for card in hand], "hands")
    if len(hands) != rules.table.hands:
        raise Malformed("event", reason="count", field="hands", read=len(hands), right=rules.table.hands)
    size = divide_pack(rules, dropped).cards
    for seat, hand in enumerate(hands):
        right = size if seat in seats else 0
        if len(hand) != right:
            raise Malformed("event", reason="hand", field="hands", read=len(hand), right=right, seat=seat)


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
    for winner, card_points in tricks:
        points[side_at(rules, winner, contractor)] += card_points
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
    camp_points = sum([points[side] for side in set(camp)])
    return camp_points, sum(points) - camp_points


def _discard_side(
    rules: RuleSet, contractor: int, tricks: Sequence[tuple[int, int]], opposing: Sequence[int], opposing_side: int | None
) -> int:
    if rules.discard_to == "contractor":
        return side_at(rules, contractor, contractor)
    if rules.discard_to == "first_trick":
        return side_at(rules, tricks[0][0], contractor)
    if rules.discard_to == "last_trick":
        return side_at(rules, tricks[-1][0], contractor)
    if len(opposing) == 1:
        return opposing[0]
    if opposing_side is None or opposing_side not in opposing:
        raise NotEnoughKnown("needs.discard_pile", reason="opponents", sides=tuple(opposing))
    return opposing_side
