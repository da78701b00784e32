"""The score sheet on the screen: one row for each entry, with its auction if it was recorded call by call."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.engine.auction import calling_order
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import Adjustment, NewDealer, NewSeats, Played
from scorekeeper.engine.replay.game import advance, settle_auction
from scorekeeper.engine.replay.ledger import SCORED
from scorekeeper.engine.state import State
from scorekeeper.formats.bidding import hold_until_illegal, rows_of
from scorekeeper.messages.errors.error_messages import call_text
from scorekeeper.messages.game.outcome import bid_text, event_text, kind_text, status_text
from scorekeeper.messages.names import initials
from scorekeeper.messages.rules.rules import rule_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.events import Event
    from scorekeeper.engine.scored_game import Hand
    from scorekeeper.games.commands.game_state import GameState, ScoredEntry


FEWEST_ROWS = 6
"""Rows of an empty sheet."""


@dataclass(frozen=True)
class SheetLine:
    """An entry on the sheet.

    `n` is the hand's number, 0 for other entries. For `status`, see `engine.replay.ledger`, and `struck`. `bid`, `by`, `trump`
    and `dealer` are a hand's, and `points` are the card points of the contractor's side. `by_short` and `dealer_short` are
    initials. `text` describes other entries. `sub` is the small print. `calls` is the recorded auction. `cells` have (delta,
    score, `won`) by side, empty if the entry does not count.
    """

    id: int
    n: int
    kind: str
    status: str
    bid: str
    by: str
    by_short: str
    dealer: str
    dealer_short: str
    trump: str | None
    made: bool | None
    points: int | None
    text: str
    sub: str
    calls: str
    cells: tuple[dict[str, Any], ...]
    last: bool


def rows(game: GameState) -> list[SheetLine]:
    """Return every entry, void ones in their places, after the row with the scores from an earlier sheet."""
    live = {e.id: e for e in (*game.entries, *game.struck)}
    return _opening_row(game) + [row(game, live[entry.id]) for entry in game.log.entries]


def _opening_row(game: GameState) -> list[SheetLine]:
    start = game.state.start
    if start is None or not start.lines:
        return []
    cells = tuple(
        {"delta": score, "score": score, "won": False, "out": i in start.dropped} for i, score in enumerate(start.scores)
    )
    title = rule_title(_, "start.scores")
    return [SheetLine(0, 0, "start", SCORED, "", "", "", "", "", None, None, None, title, "", "", cells, False)]


def row(game: GameState, scored: ScoredEntry) -> SheetLine:
    """Return the row of one entry."""
    event, hand = scored.event, scored.hand
    bid, contractor = _contract(game, scored)
    dealer = None if hand is None or isinstance(event, (Adjustment, NewDealer, NewSeats)) else hand.dealer
    by, by_short = _name(scored, contractor)
    dealer_name, dealer_short = _name(scored, dealer)
    return SheetLine(
        id=scored.id,
        n=scored.number,
        kind=event.kind,
        status=scored.status,
        bid=bid,
        by=by,
        by_short=by_short,
        dealer=dealer_name,
        dealer_short=dealer_short,
        trump=event.trump if isinstance(event, Played) else None,
        made=hand.made if hand else None,
        points=_points(event, hand),
        text="" if bid else event_text(_, scored.players, event),
        sub=" · ".join(text for text in (_row_note(scored), _dispute(game, scored.id)) if text),
        calls=calls_text(event),
        cells=()
        if hand is None
        else tuple(
            {"delta": hand.deltas[i], "score": score, "won": i in hand.outcome.winners, "out": i in hand.dropped}
            for i, score in enumerate(hand.scores)
        ),
        last=hand is not None and hand.outcome.over,
    )


def _name(scored: ScoredEntry, seat: int | None) -> tuple[str, str]:
    """Return the name and the initials of a player, empty for None."""
    return ("", "") if seat is None else (scored.players[seat], initials(tuple(scored.players))[seat])


def _contract(game: GameState, scored: ScoredEntry) -> tuple[str, int | None]:
    """Return the bid and the contractor's seat. If calls were recorded, they are the auction's result."""
    hand = scored.hand
    if hand is not None and hand.contractor is not None and hand.bid is not None:
        return bid_text(_, hand.bid), hand.contractor
    event = resolve_event(game, scored)
    if isinstance(event, Played) and event.contractor >= 0:
        return bid_text(_, event.bid), event.contractor
    return "", None


def _points(event: Event, hand: Hand | None) -> int | None:
    """Return the card points of the contractor's side, or None for an entry without piles."""
    if hand is None or not isinstance(event, Played):
        return None
    by_side = hand.side is not None and len(event.points) == len(hand.scores)
    return event.points[hand.side if by_side and hand.side is not None else 0]


def _row_note(scored: ScoredEntry) -> str:
    if scored.hand is None:
        return status_text(_, scored.status)
    if isinstance(scored.event, (Adjustment, NewDealer, NewSeats)):
        return kind_text(_, scored.event.kind)
    return ""


def _dispute(game: GameState, entry: int) -> str:
    dispute = game.log.disputes.get(entry)
    if dispute is None:
        return ""
    return _("disputed") if dispute.get("ruling") is None else _("disputed, ruled on")


def describe(players: Sequence[str], event: Event) -> str:
    """Return an entry in a few words: `Benoît, 90`."""
    if isinstance(event, Played) and event.contractor >= 0:
        return f"{players[event.contractor]}, {bid_text(_, event.bid)}"
    return event_text(_, players, event)


def blank_rows(game: GameState) -> int:
    """Return the number of empty rows that fill the sheet."""
    count = len(game.log.entries)
    return 0 if game.outcome.over else max(FEWEST_ROWS - count, 1)


def state_before(game: GameState, entry_id: int | None) -> State:
    """Return the state before an entry, void or not, or the current state for None."""
    if entry_id is None:
        return game.state
    state = State(game.rules, game.first_dealer, game.log.start_scores)
    live = {e.id: e for e in game.entries}
    for entry in game.log.entries:
        if entry.id == entry_id:
            break
        if entry.id in live and live[entry.id].hand is not None:
            advance(state, entry.event)
    return state


def resolve_event(game: GameState, scored: ScoredEntry) -> Any:
    """Return the event with its contract, also if the auction was recorded call by call."""
    return with_auction_contract(game, scored.id, scored.event)


def with_auction_contract(game: GameState, entry_id: int | None, event: Event) -> Event:
    """Return an event with the contract that its calls led to, or unchanged if they led to none.

    `event` may be an earlier version of the entry's event.
    """
    if not isinstance(event, Played) or event.auction is None:
        return event
    scored = None if entry_id is None else game.entry(entry_id)
    if scored is not None and scored.hand is not None and scored.event == event:
        hand = scored.hand
        assert hand.contractor is not None
        assert hand.bid is not None
        return replace(event, contractor=hand.contractor, bid=hand.bid, bids=hand.bids, auction=None)
    try:
        return settle_auction(state_before(game, entry_id), event)
    except GameError:
        return event


def calls_text(event: Event) -> str:
    """Return the calls in one line, empty if they were not recorded."""
    calls = event.auction if isinstance(event, Played) else None
    return ", ".join(call_text(_, call) for call in calls or ())


def calls_table(game: GameState, scored: ScoredEntry) -> tuple[list[int], list[list[str]]] | None:
    """Return the seats in calling order and the rows of calls, or None if they were not recorded."""
    event = scored.event
    if not isinstance(event, Played) or event.auction is None:
        return None
    state = state_before(game, scored.id)
    bidding = hold_until_illegal(state.rules, state.dealer, event.auction, state.dropped)
    columns = calling_order(state.rules, state.dealer, state.dropped)
    return columns, rows_of(_, bidding, columns)
