"""Turns recorded events into a game: scores, reasons, dealer, outcome, with a cache of scored hands.

Tables play the same few hundred hands over and over, so most of a replay is looked up. Games also share equal hand objects,
and a hand remembers its own result. Other players' bids are checked once for each hand; they only count at the must-bid
line.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.engine.auction import FREE, TOP, contract_of
from scorekeeper.engine.deal import SUITS
from scorekeeper.engine.endings import PLAYING, LastHand, Outcome, find_winner, games_won
from scorekeeper.engine.errors import GameError, Illegal
from scorekeeper.engine.events import Adjustment, Line, Misdeal, NewDealer, NewSeats, PassedOut, Played
from scorekeeper.engine.replay.validation import (
    check_adjustment,
    check_bidders,
    check_bids,
    check_contract,
    check_new_dealer,
    check_new_seats,
    check_played_hand,
    doubts_of,
    is_beyond_doubt,
    usual_bids,
)
from scorekeeper.engine.scored_game import Hand, Replay
from scorekeeper.engine.scoring import add_scores, is_limited_at, score_hand, score_lines, sum_lines
from scorekeeper.engine.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.engine import options
    from scorekeeper.engine.events import Bid, Event
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.scoring import Score


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

    table: options.Table
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


def replay(rules: RuleSet, first_dealer: int, events: Iterable[Event], start_scores: Sequence[int] = ()) -> Replay:
    """Score the events in order and return the game.

    `start_scores`: by side, for a game that did not begin at zero.
    Raises `GameError` only for the header (event 0). An error in a later event stops the replay.
    """
    state = State(rules, first_dealer, start_scores)
    result = Replay(start=state.start)
    for event in events:
        try:
            if type(event) is Played and state.outcome is PLAYING:  # the usual case
                hand = _score_played_hand(state, event)
            else:
                hand = advance(state, event)
        except GameError as error:
            result.error = error.at(state.n + 1)
            break
        result.hands.append(hand)
        if isinstance(event, Played) and event.weighed is None:  # a cached hand has no doubts
            doubts = doubts_of(rules, event, hand)
            if doubts:
                result.doubts += doubts
    result.scores = state.scores
    result.dropped = state.dropped
    result.next_dealer = state.dealer
    result.outcome = state.outcome
    return result


def advance(state: State, event: Event) -> Hand:
    """Score one event and update the state. If it raises `GameError`, the state is unchanged."""
    if state.outcome is not PLAYING and state.outcome.over:
        reason, won = "won" if state.n else "start", state.outcome
        raise Illegal("game.over", reason=reason, rule=won.rule, winners=won.winners, ended=state.n)
    if isinstance(event, Played):
        return _score_played_hand(state, event)
    if isinstance(event, Adjustment):
        check_adjustment(state, event)
        dealer, line = state.dealer, Line("adjustment", event.side, event.points, {"reason": event.reason})
        deltas = sum_lines([line], len(state.scores))
        lines, outcome = _settle(state, [line], deltas, None)
        return Hand(state.n, event.kind, dealer, deltas, *_score_status(state), lines, outcome=outcome)
    if isinstance(event, (NewDealer, NewSeats)):
        return _record_rearrangement(state, event)
    rules = state.rules
    if isinstance(event, PassedOut) and rules.all_pass in ("dealer_minimum", "dealer_free"):
        raise Illegal("passed_out", all_pass=rules.all_pass, dealer=state.dealer)
    if isinstance(event, Misdeal) and not rules.misdeal:
        raise Illegal("misdeal", reason="not_played")
    hand = Hand(state.n + 1, event.kind, state.dealer, _no_change(state), *_score_status(state), [])
    state.n += 1
    if isinstance(event, PassedOut):
        state.pass_deal()
    return hand


def _record_rearrangement(state: State, event: NewDealer | NewSeats) -> Hand:
    if isinstance(event, NewDealer):
        check_new_dealer(state, event.dealer)
        state.dealer = event.dealer
    else:
        check_new_seats(state.rules, event.players)
    state.n += 1
    hand = Hand(state.n, event.kind, state.dealer, _no_change(state), *_score_status(state), [])
    if isinstance(event, NewSeats):
        hand.players = event.players
    return hand


def settle_auction(state: State, event: Played) -> Played:
    """Return the hand with contractor, bid and bids in place of its calls, if it has any.

    Raises `Illegal("auction")`.
    """
    if event.auction is None:
        return event
    contract = contract_of(state.rules, state.dealer, event.auction, state.dropped)
    return replace(event, contractor=contract.contractor, bid=contract.bid, bids=contract.bids, auction=None)


def _no_change(state: State) -> tuple[int, ...]:
    return (0,) * len(state.scores)


def _score_status(state: State) -> tuple[tuple[int, ...], tuple[bool, ...], tuple[int, ...]]:
    """Return the scores, which sides are in the box, and which have dropped out."""
    return state.scores, tuple([score < 0 for score in state.scores]), state.dropped


def _score_played_hand(state: State, event: Played) -> Hand:
    known: HandEvaluation | None = event.weighed
    if known is None or known.table is not state.rules.table or state.dropped:
        event = settle_auction(state, event)
        known = evaluate_hand(state, event)
    before, dealer = state.scores, state.dealer
    deltas, outcome = known.deltas, PLAYING
    lines: Sequence[Line] | None = known.lines
    moved = scores_after_plain_hand(known, before)
    if lines is not None and moved is not None:
        scores, boxed = moved
        _advance_state(state, scores, deltas, known.last)
    else:
        if lines is None or is_limited_at(known.score, before):
            lines = score_lines(state.rules, event, known.score, before)
            deltas = sum_lines(lines, len(before))
        lines, outcome = _settle(state, lines, deltas, known.last)
        scores, boxed, _ = _score_status(state)
    contractor, side, bid, made = event.contractor, known.side, event.bid, known.made
    dropped, bids = state.dropped, event.bids
    return Hand(state.n, "played", dealer, deltas, scores, boxed, dropped, lines, contractor, side, bid, bids, made, outcome)


def would_win(state: State, event: Played) -> tuple[int, ...]:
    """Return the sides that would win the game with this hand, without recording it.

    Raises `GameError` if the hand could not be recorded. The hand must name its contractor; its calls are ignored.
    """
    known = evaluate_hand(state, event)
    scores = [*state.scores]
    for line in score_lines(state.rules, event, known.score, state.scores):
        scores[line.side] += line.points
    ended = find_winner(state.rules, scores, [*state.dropped], known.last, True)
    return ended[0] if ended is not None else ()


def _settle(
    state: State, lines: Sequence[Line], deltas: tuple[int, ...], played: LastHand | None
) -> tuple[Sequence[Line], Outcome]:
    """Add the lines to the scores and test for the end of the game.

    Returns the lines, including any about an ending, and the outcome. The state changes only after every test has succeeded.
    """
    rules, dropped = state.rules, [*state.dropped]
    scores = add_scores(state.scores, deltas)
    last = played or state.last
    ended = find_winner(rules, scores, dropped, last, played is not None)
    outcome = PLAYING
    if ended is not None:
        winners, rule, why = ended
        lines = [*lines, *why]
        if winners:
            scoreless = [side for side in state.scoreless if not deltas[side]]
            games = games_won(rules, scores, scoreless, winners)
            outcome = Outcome("won", winners, rule, games)
            if games > 1:
                lines.append(Line("skunk", winners[0], 0, {"skunk": rules.skunk, "games": games}))
    state.dropped, state.outcome = tuple(dropped), outcome
    _advance_state(state, scores, deltas, played)
    return lines, outcome


def _advance_state(state: State, scores: tuple[int, ...], deltas: tuple[int, ...], played: LastHand | None) -> None:
    state.n += 1
    state.scores = scores
    if state.scoreless:
        state.scoreless = tuple([side for side in state.scoreless if not deltas[side]])
    if played is not None:
        state.last = played
        state.pass_deal()
    elif state.sits_out(state.dealer):
        state.pass_deal()
