"""Turns recorded events into a game: scores, reasons, dealer, outcome."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.engine.auction import contract_of
from scorekeeper.engine.endings import PLAYING, LastHand, Outcome, find_winner, games_won
from scorekeeper.engine.errors import GameError, Illegal
from scorekeeper.engine.events import Adjustment, Misdeal, NewDealer, NewSeats, PassedOut, Played
from scorekeeper.engine.reasons import Line
from scorekeeper.engine.replay.evaluation import evaluate_hand, scores_after_plain_hand
from scorekeeper.engine.replay.plausibility import doubts_of
from scorekeeper.engine.replay.validation import check_adjustment, check_new_dealer, check_new_seats
from scorekeeper.engine.scored_game import Hand, Replay
from scorekeeper.engine.scoring import add_scores, is_limited_at, score_lines, sum_lines
from scorekeeper.engine.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.engine.events import Event
    from scorekeeper.engine.replay.evaluation import HandEvaluation
    from scorekeeper.engine.ruleset import RuleSet


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
