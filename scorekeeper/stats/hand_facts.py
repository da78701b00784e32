"""The facts of each hand of a game, which all statistics count or add up."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200
from scorekeeper.engine.replay.highlights import highlights
from scorekeeper.engine.scored_game import Replay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.scored_game import Hand

BID, MADE, FAILED, MARGIN, FREE_HAND = "bid", "made", "failed", "margin", "free"
SEATED, TAKEN = "seated", "taken"
HAND, BOXED, UNBID = "hand", "boxed", "unbid"
GAME, WON, LOST, SKUNK, SKUNKED, COMEBACK = "game", "won", "lost", "skunk", "skunked", "comeback"

OF_SEATS = (BID, MADE, FAILED, MARGIN, FREE_HAND, SEATED, TAKEN)
OF_SIDES = (HAND, BOXED, UNBID)
OF_GAMES = (GAME, WON, LOST, SKUNK, SKUNKED, COMEBACK)
KINDS = (*OF_SEATS, *OF_SIDES, *OF_GAMES)
"""The kinds of facts, and the value of each.

Of a seat: `bid`, a contract that was bid, in card points (100 for 100-for-200); `made`, 1; `failed`, the score points it
cost the bidder's side; `margin`, card points above the bid, negative if it failed; `free`, the card points taken in a
contract that no one bid; `seated`, the change to the side's score in the hand, by places left of the dealer; `taken`, a
contract taken there, 1 if it was made.
Of a side: `hand`, the change to its score; `boxed`, its score when it fell below zero; `unbid`, card points that did not
count because of the rule about bidding near the end (`score.must_bid`, `score.must_win_or_set`).
Of a side in a finished game: `game`, its final score; `won`, the number of games the win counts for; `lost`; `skunk`, a win
by skunk; `skunked`, a loss by one; `comeback`, how far behind the winner had been at worst.
"""

_UNCOUNTED_RULES = ("score.must_bid", "score.must_win_or_set")
_COST = ("score.failed", "score.hundred_for_200", "score.no_trump")


@dataclass(slots=True)
class HandFact:
    """One fact of a game. `value` depends on the kind: see `KINDS`.

    `hand` is the index of its hand, and `hands` are all the hands it depends on, if there are several. `seat` is None for a
    fact about a whole side. `at` subdivides the kind (the bid, or places left of the dealer), else None.
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
    """A game for the statistics.

    `key` identifies the game, and `rules_key` its rules. `day` is the evening it was played, as YYYY-MM-DD, and `place` is
    where. `hands` are as the engine scored them. `seated` has the names by seat for each hand.
    """

    key: int
    day: str
    rules: RuleSet
    rules_key: str
    hands: tuple[Hand, ...]
    seated: tuple[tuple[str, ...], ...]
    start_scores: tuple[int, ...] = ()
    place: str = ""


def find_facts(game: ScoredGame) -> Iterator[HandFact]:
    """Yield the facts of a game, hand by hand."""
    before = game.start_scores or (0,) * len(game.rules.table.sides)
    for n, hand in enumerate(game.hands):
        if hand.kind == "played":
            yield from _contract_facts(n, hand)
            yield from _seat_facts(game.rules, n, hand)
        if hand.kind in ("played", "adjustment"):
            yield from _side_facts(n, hand, before)
        before = hand.scores
    yield from _ending_facts(game)


def bid_points(bid: Bid) -> int:
    """Return a bid in card points. 100 for 200 counts as 100."""
    return 100 if bid == HUNDRED_FOR_200 else bid if isinstance(bid, int) else 0


def _contract_facts(n: int, hand: Hand) -> Iterator[HandFact]:
    seat, side, bid = hand.contractor, hand.side, hand.bid
    assert seat is not None
    assert side is not None
    assert bid is not None
    took = hand.lines[0].params["took"]
    assert isinstance(took, int)
    if bid == FREE:
        yield HandFact(FREE_HAND, side, seat, n, took)
        return
    yield HandFact(BID, side, seat, n, bid_points(bid), bid)
    yield HandFact(MARGIN, side, seat, n, took - bid_points(bid), bid)
    if hand.made:
        yield HandFact(MADE, side, seat, n, 1, bid)
    else:
        cost = -sum([line.points for line in hand.lines if line.side == side and line.rule in _COST])
        yield HandFact(FAILED, side, seat, n, cost, bid)


def _seat_facts(rules: RuleSet, n: int, hand: Hand) -> Iterator[HandFact]:
    players, side_of = rules.table.players, rules.table.side_of
    silent = rules.table.silent(hand.dealer)
    for seat in range(players):
        side = side_of[seat]
        if side is None or side in hand.dropped:
            continue
        left, gained = (seat - hand.dealer) % players, hand.deltas[side]
        if seat != silent:
            yield HandFact(SEATED, side, seat, n, gained, left)
        if seat == hand.contractor:
            yield HandFact(TAKEN, side, seat, n, int(bool(hand.made)), left)


def _side_facts(n: int, hand: Hand, before: tuple[int, ...]) -> Iterator[HandFact]:
    for side, score in enumerate(hand.scores):
        if hand.kind == "played":
            yield HandFact(HAND, side, None, n, hand.deltas[side])
        if score < 0 <= before[side]:
            yield HandFact(BOXED, side, None, n, score)
    for line in hand.lines:
        if line.rule in _UNCOUNTED_RULES and not line.points:
            pile = line.params["pile"]
            assert isinstance(pile, int)
            if pile:
                yield HandFact(UNBID, line.side, None, n, pile)


def _ending_facts(game: ScoredGame) -> Iterator[HandFact]:
    if not game.hands or not game.hands[-1].outcome.over:
        return
    n, last = len(game.hands) - 1, game.hands[-1]
    outcome = last.outcome
    for side, score in enumerate(last.scores):
        won, skunk = side in outcome.winners, outcome.games > 1
        yield HandFact(GAME, side, None, n, score)
        yield HandFact(WON if won else LOST, side, None, n, outcome.games if won else 1)
        if skunk:
            yield HandFact(SKUNK if won else SKUNKED, side, None, n, 1)
    found = highlights(Replay(list(game.hands), last.scores, last.dropped, last.dealer, outcome))
    if found.lowest and found.turned and len(outcome.winners) == 1:
        where = {hand.n: i for i, hand in enumerate(game.hands)}
        hands = (where[found.lowest.n], where[found.turned.n])
        yield HandFact(COMEBACK, outcome.winners[0], None, hands[1], found.behind, hands=hands)
