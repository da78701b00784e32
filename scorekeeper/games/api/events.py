"""The events of a game: recording, correcting, voiding and restoring them, open contracts, and undo."""

from __future__ import annotations

from scorekeeper.core.api import requests
from scorekeeper.games.api.authorization import game_operations
from scorekeeper.games.api.models import Written
from scorekeeper.games.api.request_models import Undo
from scorekeeper.games.commands.command import GameCommand
from scorekeeper.games.commands.recording import table_commands

_SCORE = game_operations("events", "score")


def _keeps_deals() -> bool:
    return requests.flag("keep_deals")


@_SCORE.post(
    "/games/{game}/events", query=("before", "keep_deals"), headers=("revision", "key"), body="Event", answers={201: Written}
)
def add_event() -> GameCommand:
    """Record an event.

    An event is a hand, a passed-out hand, a misdeal, an adjustment, a new dealer or new players. It closes the open contract.
    """
    requests.key(required=True)
    before = requests.number("before")
    return table_commands.record(requests.body(), before=before, keep_deals=_keeps_deals())


@_SCORE.put("/games/{game}/events/{entry}", query=("keep_deals",), body="Event")
def correct_event(entry: int) -> GameCommand:
    """Correct an event.

    Later hands are scored again, and `later` lists the changes. The history keeps the old event.
    """
    return table_commands.correct(entry, requests.body(), keep_deals=_keeps_deals())


@_SCORE.delete("/games/{game}/events/{entry}", query=("keep_deals",))
def strike_event(entry: int) -> GameCommand:
    """Void an event.

    The event no longer counts. It stays in the history and can be restored.
    """
    return table_commands.strike(entry, keep_deals=_keeps_deals())


@_SCORE.post("/games/{game}/events/{entry}/restore", query=("keep_deals",))
def restore_event(entry: int) -> GameCommand:
    """Restore a voided event."""
    return table_commands.restore(entry, keep_deals=_keeps_deals())


@_SCORE.post("/games/{game}/undo", body_required=False)
def undo_change(sent: Undo) -> GameCommand:
    """Undo a change.

    Undoes the latest change unless `change` names another. Undoing an undo makes the change again.
    """
    return table_commands.undo(sent.change)


@_SCORE.put("/games/{game}/contract", body="Contract")
def open_contract() -> GameCommand:
    """Open a contract.

    Stores the winning bid before the result is known. The next recorded hand closes the contract.
    """
    return table_commands.open_contract(requests.body())


@_SCORE.delete("/games/{game}/contract")
def cancel_contract() -> GameCommand:
    """Cancel the open contract."""
    return table_commands.cancel_contract()
