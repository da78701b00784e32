"""What was done in each hand of a game: the atoms that every figure counts or adds."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200
from scorekeeper.engine.highlights import highlights
from scorekeeper.engine.scored import Replay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.scored import Hand

BID, MADE, FAILED, MARGIN, FREE_HAND = "bid", "made", "failed", "margin", "free"
SEATED, TAKEN = "seated", "taken"
HAND, BOXED, UNBID = "hand", "boxed", "unbid"
GAME, WON, LOST, SKUNK, SKUNKED, COMEBACK = "game", "won", "lost", "skunk", "skunked", "comeback"

OF_SEATS = (BID, MADE, FAILED, MARGIN, FREE_HAND, SEATED, TAKEN)
OF_SIDES = (HAND, BOXED, UNBID)
OF_GAMES = (GAME, WON, LOST, SKUNK, SKUNKED, COMEBACK)
KINDS = (*OF_SEATS, *OF_SIDES, *OF_GAMES)
"""The kinds of deeds, and the value of each.

Of a seat: `bid`, a contract that was bid, by its height in card points (100 for 100-for-200); `made`, 1; `failed`, the score
points that it cost the bidder's side; `margin`, card points above the bid, below zero where it failed; `free`, a contract that
nobody bid, the card points taken; `seated`, what the seat's side gained or lost in the hand, by how many places left of the
dealer the seat is; `taken`, a contract taken there, 1 if it was made.
Of a side: `hand`, what it gained or lost; `boxed`, fell below zero, its score; `unbid`, card points that did not count because
of the rule about bidding near the end (`score.must_bid`, `score.must_win_or_set`).
Of a side, of a game that is over: `game`, its last score; `won`, games it counts for; `lost`; `skunk`, won by one; `skunked`,
lost by one; `comeback`, how far behind it had been at its worst and won.
"""

_NOT_COUNTED = ("score.must_bid", "score.must_win_or_set")
_COST = ("score.failed", "score.hundred_for_200", "score.no_trump")


@dataclass(slots=True)
class Deed:
    """One thing that was done. `hand`: the index of its hand in the game, `hands` all that it rests on where those are several.

    `seat`: whose it was, None for what became of a whole side. `at`: by what its kind is told apart (the bid; places left of
    the dealer), else None. `value`: see `KINDS`.
    """

    kind: str
    side: int
    seat: int | None
    hand: int
    value: int
    at: Bid | None = None
    hands: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game to be counted. `key`: by which it is found again; `day`: its evening, as YYYY-MM-DD; `rules_key`: what tells the
    table's rules from others; `place`: where it was played; `hands`: as the engine scored them; `seated`: for each hand, the
    names by seat.
    """

    key: int
    day: str
    rules: RuleSet
    rules_key: str
    hands: tuple[Hand, ...]
    seated: tuple[tuple[str, ...], ...]
    start_scores: tuple[int, ...] = ()
    place: str = ""


def deeds(game: ScoredGame) -> Iterator[Deed]:
    """Everything that was done in a game, hand after hand."""
    before = game.start_scores or (0,) * len(game.rules.table.sides)
    for n, hand in enumerate(game.hands):
        if hand.kind == "played":
            yield from _contract(n, hand)
            yield from _places(game.rules, n, hand)
        if hand.kind in ("played", "adjustment"):
            yield from _sides(n, hand, before)
        before = hand.scores
    yield from _ending(game)


def height(bid: Bid) -> int:
    """A bid in card points, 100-for-200 as the 100 that it promises."""
    return 100 if bid == HUNDRED_FOR_200 else bid if isinstance(bid, int) else 0


def _contract(n: int, hand: Hand) -> Iterator[Deed]:
    seat, side, bid = hand.contractor, hand.side, hand.bid
    assert seat is not None
    assert side is not None
    assert bid is not None
    took = hand.lines[0].params["took"]
    assert isinstance(took, int)
    if bid == FREE:
        yield Deed(FREE_HAND, side, seat, n, took)
        return
    yield Deed(BID, side, seat, n, height(bid), bid)
    yield Deed(MARGIN, side, seat, n, took - height(bid), bid)
    if hand.made:
        yield Deed(MADE, side, seat, n, 1, bid)
    else:
        cost = -sum([line.points for line in hand.lines if line.side == side and line.rule in _COST])
        yield Deed(FAILED, side, seat, n, cost, bid)


def _places(rules: RuleSet, n: int, hand: Hand) -> Iterator[Deed]:
    players, side_of = rules.table.players, rules.table.side_of
    silent = rules.table.silent(hand.dealer)
    for seat in range(players):
        side = side_of[seat]
        if side is None or side in hand.dropped:
            continue
        left, gained = (seat - hand.dealer) % players, hand.deltas[side]
        if seat != silent:
            yield Deed(SEATED, side, seat, n, gained, left)
        if seat == hand.contractor:
            yield Deed(TAKEN, side, seat, n, int(bool(hand.made)), left)


def _sides(n: int, hand: Hand, before: tuple[int, ...]) -> Iterator[Deed]:
    for side, score in enumerate(hand.scores):
        if hand.kind == "played":
            yield Deed(HAND, side, None, n, hand.deltas[side])
        if score < 0 <= before[side]:
            yield Deed(BOXED, side, None, n, score)
    for line in hand.lines:
        if line.rule in _NOT_COUNTED and not line.points:
            pile = line.params["pile"]
            assert isinstance(pile, int)
            if pile:
                yield Deed(UNBID, line.side, None, n, pile)


def _ending(game: ScoredGame) -> Iterator[Deed]:
    if not game.hands or not game.hands[-1].outcome.over:
        return
    n, last = len(game.hands) - 1, game.hands[-1]
    outcome = last.outcome
    for side, score in enumerate(last.scores):
        won, skunk = side in outcome.winners, outcome.games > 1
        yield Deed(GAME, side, None, n, score)
        yield Deed(WON if won else LOST, side, None, n, outcome.games if won else 1)
        if skunk:
            yield Deed(SKUNK if won else SKUNKED, side, None, n, 1)
    found = highlights(Replay(list(game.hands), last.scores, last.dropped, last.dealer, outcome))
    if found.lowest and found.turned and len(outcome.winners) == 1:
        where = {hand.n: i for i, hand in enumerate(game.hands)}
        hands = (where[found.lowest.n], where[found.turned.n])
        yield Deed(COMEBACK, outcome.winners[0], None, hands[1], found.behind, hands=hands)
