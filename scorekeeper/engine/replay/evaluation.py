"""A cache of scored hands: the checks and the part of the score that doesn't depend on the scores before.

Tables play the same few hundred hands over and over, so most of a replay is looked up. Games also share equal hand objects,
and a hand remembers its own result. Other players' bids are checked once for each hand; they only count at the must-bid
line.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import FREE, TOP
from scorekeeper.engine.cards import SUITS
from scorekeeper.engine.endings import LastHand
from scorekeeper.engine.replay.plausibility import is_beyond_doubt
from scorekeeper.engine.replay.recorded_bids import check_bids, check_contract, usual_bids
from scorekeeper.engine.replay.validation import check_bidders, check_played_hand
from scorekeeper.engine.scoring import score_hand, score_lines, sum_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine import seating
    from scorekeeper.engine.events import Bid, Played
    from scorekeeper.engine.reasons import Line
    from scorekeeper.engine.scoring import Score
    from scorekeeper.engine.state import State

MOST_CACHED = 4096
"""The number of hands in the cache, about a kilobyte each."""
NO_LIMIT = 10**9
"""Beyond any score."""


@dataclass(slots=True)
class HandEvaluation:
    """A hand's result at a table, which belongs to one rule set.

    `side`: the contractor's. `made`: whether it made its bid. `last`: the facts that decide the end of the game.
    `lines`, `deltas`: the reasons and changes while no defending side's right to its points is limited; None and empty if
    trump
    matters and is not known (`needs.trump`).
    `low`, `high`: if every score before the hand is between them, `deltas` apply and the game goes on.
    `usual`: other players' bids that need no check (`usual_bids`).
    """

    table: seating.Table
    score: Score
    side: int
    made: bool
    last: LastHand
    lines: tuple[Line, ...] | None
    deltas: tuple[int, ...]
    low: int
    high: int
    usual: frozenset[tuple[int, Bid]]


_evaluations: dict[object, HandEvaluation] = {}
_SUITS = frozenset(SUITS)


def evaluate_hand(state: State, hand: Played) -> HandEvaluation:
    """Return the hand's result, from the cache if possible. A hand without doubts also remembers it.

    The hand must have its contract, not just calls. Raises `GameError` unless it fits the table and the rules.
    """
    table = state.rules.table
    silent = table.silent(state.dealer) if table.silence else None
    if hand.bid == FREE or hand.announced_all:  # legality also depends on the dealer or the scores
        return _evaluate_uncached(state, hand, silent)
    trump = "S" if hand.trump in _SUITS else hand.trump
    key: tuple[object, ...] = (table, silent, hand.contractor, hand.bid, hand.points, trump)
    if hand.called_seat is not None or hand.tricks_lost is not None or hand.discard_points is not None or state.dropped:
        key = (*key, hand.called_seat, hand.tricks_lost, hand.discard_points, *state.dropped)
    known = _evaluations.get(key)
    if known is None:
        known = _evaluate_uncached(state, hand, silent)
        if len(_evaluations) >= MOST_CACHED:
            _evaluations.clear()
        _evaluations[key] = known
    elif hand.bids and (state.dropped or not known.usual.issuperset(hand.bids.items())):
        check_bidders(state, hand, silent)
        check_bids(state.rules, hand.bids)
    if not (table.silence or state.dropped) and is_beyond_doubt(hand):
        hand.weighed = known
    return known


def scores_after_plain_hand(known: HandEvaluation, scores: Sequence[int]) -> tuple[tuple[int, ...], tuple[bool, ...]] | None:
    """Return the scores after the hand and which sides are in the box, or None if the hand needs a closer look.

    It doesn't if the scores before can't change its points and the game goes on, as with most hands.
    """
    low, high, deltas = known.low, known.high, known.deltas
    if len(scores) == 2:
        ours, theirs = scores
        if not low < ours < high or not low < theirs < high:
            return None
        ours += deltas[0]
        theirs += deltas[1]
        return (ours, theirs), (ours < 0, theirs < 0)
    after: list[int] = []
    boxed: list[bool] = []
    for side, score in enumerate(scores):  # one loop for everything: a replay runs it a million times
        if not low < score < high:
            return None
        points = score + deltas[side]
        after.append(points)
        boxed.append(points < 0)
    return tuple(after), tuple(boxed)


def _evaluate_uncached(state: State, hand: Played, silent: int | None) -> HandEvaluation:
    rules = state.rules
    check_played_hand(state, hand, silent)
    check_contract(rules, state.dealer, hand.contractor, hand.bid, hand.bids)
    score = score_hand(rules, hand, state.dropped, silent)
    side, made = score.camp[0], score.made
    last = LastHand(score.camp, score.took, made, hand.bid != FREE, hand.announced_all, hand.tricks_lost or 0)
    sides, usual, table = len(state.scores), usual_bids(rules, hand.contractor, silent), rules.table
    if score.doubled is None:
        return HandEvaluation(table, score, side, made, last, None, (), 0, 0, usual)
    limit = NO_LIMIT if score.limit is None else score.limit
    lines = tuple(score_lines(rules, hand, score, [limit - 1] * sides))
    deltas, low, high = sum_lines(lines, sides), 0, 0
    if not hand.announced_all and score.took != TOP:
        hole = NO_LIMIT if rules.hole_limit is None else rules.hole_limit
        low, high = -hole - min(deltas), min(limit, rules.target - max(deltas))
    return HandEvaluation(table, score, side, made, last, lines, deltas, low, high, usual)
