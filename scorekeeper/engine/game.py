"""Folds recorded events into a game: scores, reasons, dealer, outcome. Facts in, scores out."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.engine.auction import contract_of
from scorekeeper.engine.checks import check_adjustment, check_new_dealer, check_new_seats
from scorekeeper.engine.deal import next_dealer
from scorekeeper.engine.doubts import doubts_of
from scorekeeper.engine.endings import PLAYING, LastHand, Outcome, find_winner, games_won
from scorekeeper.engine.errors import GameError, Illegal
from scorekeeper.engine.events import Adjustment, Misdeal, NewDealer, NewSeats, PassedOut, Played
from scorekeeper.engine.reasons import Line
from scorekeeper.engine.scored import Hand, Replay
from scorekeeper.engine.scoring import score_lines
from scorekeeper.engine.state import State
from scorekeeper.engine.weighed import weighed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.engine.events import Event
    from scorekeeper.engine.ruleset import RuleSet


def replay(rules: RuleSet, first_dealer: int, events: Iterable[Event], start_scores: Sequence[int] = ()) -> Replay:
    """Score the events in order, from these scores by side if the game did not begin at zero.

    Raises `GameError` only for the header (event 0); later ones stop the replay.
    """
    state = State(rules, first_dealer, start_scores)
    result = Replay(start=state.start)
    for event in events:
        try:
            hand = advance(state, event)
        except GameError as error:
            result.error = error.at(state.n + 1)
            break
        result.hands.append(hand)
        if isinstance(event, Played) and (event.bids or event.discard_points):
            doubts = doubts_of(rules, event, hand)
            if doubts:
                result.doubts += doubts
    result.scores = tuple(state.scores)
    result.dropped = tuple(state.dropped)
    result.next_dealer = state.dealer
    result.outcome = state.outcome
    return result


def advance(state: State, event: Event) -> Hand:
    """Score one event and move the state on; where it raises `GameError` the state stays as it was."""
    if state.outcome.over:
        raise Illegal("game.over", reason="won", rule=state.outcome.rule, winners=state.outcome.winners, ended=state.n)
    if isinstance(event, Played):
        return _played(state, event)
    if isinstance(event, Adjustment):
        check_adjustment(state, event)
        line = Line("adjustment", event.side, event.points, {"reason": event.reason})
        return _settle(state, event.kind, [line], None)
    if isinstance(event, (NewDealer, NewSeats)):
        return _rearranged(state, event)
    rules = state.rules
    if isinstance(event, PassedOut) and rules.all_pass in ("dealer_minimum", "dealer_free"):
        raise Illegal("passed_out", all_pass=rules.all_pass, dealer=state.dealer)
    if isinstance(event, Misdeal) and not rules.misdeal:
        raise Illegal("misdeal", reason="not_played")
    hand = Hand(state.n + 1, event.kind, state.dealer, *_unchanged(state), [])
    state.n += 1
    if isinstance(event, PassedOut):
        state.dealer = next_dealer(rules, state.dealer, state.sits_out)
    return hand


def _rearranged(state: State, event: NewDealer | NewSeats) -> Hand:
    """Another dealer, or other names at the seats: nothing is scored."""
    if isinstance(event, NewDealer):
        check_new_dealer(state, event.dealer)
        state.dealer = event.dealer
    else:
        check_new_seats(state.rules, event.players)
    state.n += 1
    hand = Hand(state.n, event.kind, state.dealer, *_unchanged(state), [])
    if isinstance(event, NewSeats):
        hand.players = event.players
    return hand


def settle_auction(state: State, event: Played) -> Played:
    """The hand with contractor, bid and bids where only the calls were recorded. Raises `Illegal("auction")`."""
    if event.auction is None:
        return event
    contract = contract_of(state.rules, state.dealer, event.auction, state.dropped)
    return replace(event, contractor=contract.contractor, bid=contract.bid, bids=contract.bids, auction=None)


def _unchanged(state: State) -> tuple[tuple[int, ...], tuple[int, ...], tuple[bool, ...], tuple[int, ...]]:
    scores = tuple(state.scores)
    return (0,) * len(scores), scores, tuple([s < 0 for s in scores]), tuple(state.dropped)


def _played(state: State, event: Played) -> Hand:
    event = settle_auction(state, event)
    score, last = weighed(state, event)
    hand = _settle(state, "played", score_lines(state.rules, event, score, state.scores), last)
    hand.contractor, hand.side, hand.bid, hand.made = event.contractor, score.camp[0], event.bid, score.made
    hand.bids = event.bids
    return hand


def would_win(state: State, event: Played) -> tuple[int, ...]:
    """The sides that would have won the game with this hand, none where it would go on; nothing is recorded.

    Raises `GameError` where the hand could not be recorded. Its contractor is told, its calls are not looked at.
    """
    score, last = weighed(state, event)
    scores = [*state.scores]
    for line in score_lines(state.rules, event, score, state.scores):
        scores[line.side] += line.points
    ended = find_winner(state.rules, scores, [*state.dropped], last, True)
    return ended[0] if ended is not None else ()


def _settle(state: State, kind: str, lines: list[Line], played: LastHand | None) -> Hand:
    """Add the lines to the scores, ask the endings, and move on. Nothing of the state changes before all can be told."""
    rules = state.rules
    deltas = [0] * len(state.scores)
    for line in lines:
        deltas[line.side] += line.points
    scores, changed, dropped = [*state.scores], [*state.ever_changed], [*state.dropped]
    for side, delta in enumerate(deltas):
        if delta:
            scores[side] += delta
            changed[side] = True
    last = played or state.last
    ended = find_winner(rules, scores, dropped, last, played is not None)
    outcome = PLAYING
    if ended is not None:
        winners, rule, why = ended
        lines = lines + why
        if winners:
            games = games_won(rules, scores, changed, winners)
            outcome = Outcome("won", winners, rule, games)
            if games > 1:
                lines.append(Line("skunk", winners[0], 0, {"skunk": rules.skunk, "games": games}))
    dealer = state.dealer
    state.n += 1
    state.scores, state.ever_changed, state.dropped = scores, changed, dropped
    state.last, state.outcome = last, outcome
    if played is not None or state.sits_out(dealer):
        state.dealer = next_dealer(rules, dealer, state.sits_out)
    boxed = tuple([s < 0 for s in scores])
    return Hand(state.n, kind, dealer, tuple(deltas), tuple(scores), boxed, tuple(dropped), lines, outcome=outcome)
