"""A played hand, weighed: whether it may be recorded so, and what of it does not hang on the scores before it.

Whatever the evening, tables play the same few hundred hands: what was weighed is kept, and most of a replay is looked up.
Who else bid is looked at every time; it counts at the line alone.
"""

from __future__ import annotations

from scorekeeper.engine.auction import FREE
from scorekeeper.engine.bids import check_bids, check_contract
from scorekeeper.engine.cards import SUITS
from scorekeeper.engine.checks import check_bidders, check_played
from scorekeeper.engine.endings import LastHand
from scorekeeper.engine.scoring import weigh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Played
    from scorekeeper.engine.scoring import Score
    from scorekeeper.engine.state import State

    Weighed = tuple[Score, LastHand]

MOST = 4096
"""Hands that are kept, about a kilobyte each."""

_known: dict[object, Weighed] = {}


def weighed(state: State, hand: Played) -> Weighed:
    """What the hand comes to, and what the endings must know of it.

    Raises `GameError` unless it fits the table and the rules; the auction is over, its contract in the hand.
    """
    rules = state.rules
    silent = rules.table.silent(state.dealer)
    if hand.bid == FREE or hand.announced_all:  # whether that may be hangs on the dealer or on the score as well
        return _weigh(state, hand, silent)
    trump = "S" if hand.trump in SUITS else hand.trump
    rare = (hand.called_seat, hand.tricks_lost, hand.discard_points, *state.dropped)
    key = (rules, silent, hand.contractor, hand.bid, hand.points, trump, rare)
    known = _known.get(key)
    if known is None:
        known = _weigh(state, hand, silent)
        if len(_known) >= MOST:
            _known.clear()
        _known[key] = known
    elif hand.bids:
        check_bidders(state, hand, silent)
        check_bids(rules, hand.bids)
    return known


def _weigh(state: State, hand: Played, silent: int | None) -> Weighed:
    check_played(state, hand, silent)
    check_contract(state.rules, state.dealer, hand.contractor, hand.bid, hand.bids)
    score = weigh(state.rules, hand, state.dropped, silent)
    real_bid = hand.bid != FREE
    return score, LastHand(score.camp, score.took, score.made, real_bid, hand.announced_all, hand.tricks_lost or 0)
