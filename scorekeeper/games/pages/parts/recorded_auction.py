"""Hands whose auction was recorded call by call: the resulting contract, and the calls."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.engine.auction import calling_order
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import advance, settle_auction
from scorekeeper.engine.state import State
from scorekeeper.formats.bidding import hold_until_illegal, rows_of
from scorekeeper.messages.errors.error_messages import call_text

if TYPE_CHECKING:
    from scorekeeper.engine.events import Event
    from scorekeeper.games.commands.game_state import GameState, ScoredEntry


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
    held = hold_until_illegal(state.rules, state.dealer, event.auction, state.dropped)
    columns = calling_order(state.rules, state.dealer, state.dropped)
    return columns, rows_of(_, held, columns)
