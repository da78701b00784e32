"""The events of a game: recording, correcting and voiding them, undo, previews, and what a hand needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.core.api import requests
from scorekeeper.core.api.json_schema import FLAG, ID, SEAT, Description, object_schema, ref
from scorekeeper.core.api.schema import LEFT_OUT, keys_of, name_schemas
from scorekeeper.engine.errors import Malformed
from scorekeeper.formats.declared import copy_as
from scorekeeper.games.api import models
from scorekeeper.games.api import responses as game_answers
from scorekeeper.games.api.authorization import game_operations
from scorekeeper.games.api.record_schemas import BID, PILES
from scorekeeper.games.commands.authorization import Access
from scorekeeper.games.commands.command import GameCommand
from scorekeeper.games.commands.game_state import GameState
from scorekeeper.games.commands.history import REVISION, Revision
from scorekeeper.games.commands.recording import event_writer, table_commands


@dataclass(frozen=True, slots=True)
class Preview(models.Effect):
    """A change that would be made."""

    revision: Revision


@dataclass(frozen=True, slots=True)
class NeedsAnswer:
    """The facts that the next hand needs, or None if the game is over."""

    revision: Revision
    needs: models.Needs | None


@dataclass(frozen=True, slots=True)
class Undo:
    """The change to undo, by default the newest in effect."""

    change: Annotated[int | None, REVISION, Description("The revision of the change to undo.")] = None


@dataclass(frozen=True, slots=True)
class Known:
    """The known facts about the next hand."""

    contractor: Annotated[int | None, SEAT] = None
    bid: Annotated[Any, BID] = None
    points: Annotated[list[int] | None, PILES] = None


@dataclass(frozen=True, slots=True)
class ChangeToSee:
    """A change to preview. `preview_change` knows which fields go together."""

    event: object = LEFT_OUT
    entry: int = LEFT_OUT
    before: int = LEFT_OUT
    strike: int = LEFT_OUT
    restore: int = LEFT_OUT
    undo: int = LEFT_OUT
    first_dealer: int = LEFT_OUT
    keep_deals: bool = False


_EVENT, _KEEP = {"event": ref("Event")}, {"keep_deals": {**FLAG, "description": "Keep later dealers as they are."}}
_PREVIEWS = {
    "PreviewEvent": object_schema({**_EVENT, **_KEEP}, _KEEP),
    "PreviewInsertion": object_schema(
        {**_EVENT, "before": {**ID, "description": "Insert the event before this entry."}, **_KEEP}, _KEEP
    ),
    "PreviewCorrection": object_schema({**_EVENT, "entry": {**ID, "description": "Replace this entry."}, **_KEEP}, _KEEP),
    "PreviewStrike": object_schema({"strike": {**ID, "description": "Void this entry."}, **_KEEP}, _KEEP),
    "PreviewRestore": object_schema({"restore": {**ID, "description": "Restore this voided entry."}, **_KEEP}, _KEEP),
    "PreviewUndo": object_schema({"undo": {**REVISION, "description": "Undo the change of this revision."}}),
    "PreviewFirstDealer": object_schema({"first_dealer": SEAT}),
}
name_schemas(**_PREVIEWS, PreviewQuestion={"anyOf": [ref(name) for name in _PREVIEWS]})

_SCORE = game_operations("events", "score")


def _keeps_deals() -> bool:
    return requests.flag("keep_deals")


@_SCORE.post(
    "/games/{game}/events",
    query=("before", "keep_deals"),
    headers=("revision", "key"),
    body="Event",
    answers={201: models.Written},
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


_WATCH = game_operations("events", "watch")
_CHANGE_FIELDS = [name for name in keys_of(ChangeToSee) if name != "keep_deals"]


@_WATCH.post("/games/{game}/preview", body="PreviewQuestion")
def preview_change(access: Access, sent: ChangeToSee) -> Preview:
    """Preview a change.

    Send one change, such as an event, a void or an undo. The response is what the change would return; nothing is saved.
    """
    keep, sent_fields = sent.keep_deals, {name for name in _CHANGE_FIELDS if getattr(sent, name) is not LEFT_OUT}
    if sent_fields == {"event"} or sent_fields == {"event", "before"}:
        command = table_commands.record(sent.event, before=sent.before if "before" in sent_fields else None, keep_deals=keep)
    elif sent_fields == {"event", "entry"}:
        command = table_commands.correct(sent.entry, sent.event, keep_deals=keep)
    elif sent_fields == {"strike"}:
        command = table_commands.strike(sent.strike, keep_deals=keep)
    elif sent_fields == {"restore"}:
        command = table_commands.restore(sent.restore, keep_deals=keep)
    elif sent_fields == {"first_dealer"}:
        command = table_commands.deal_first(sent.first_dealer)
    elif sent_fields == {"undo"}:
        command = table_commands.undo(sent.undo)
    else:
        choices = ("event", "event + before", "event + entry", "strike", "restore", "undo", "first_dealer")
        raise Malformed("event", reason="key", field="preview", read=sorted(sent_fields), choices=choices)
    previewed = event_writer.preview_command(access, command)
    return copy_as(Preview, game_answers.effect(previewed), revision=previewed.before.revision)


@_WATCH.post("/games/{game}/needs")
def ask_needs(state: GameState, sent: Known) -> NeedsAnswer:
    """Read what the next hand needs.

    Send what is known so far. The response names the facts that the score depends on.
    """
    contractor, bid, points = sent.contractor, sent.bid, sent.points
    if contractor is not None and not 0 <= contractor < state.rules.table.players:
        high = state.rules.table.players - 1
        raise Malformed("event", reason="seat", field="contractor", read=contractor, high=high)
    if bid is not None and type(bid) is not int and not isinstance(bid, str):
        raise Malformed("event", reason="type", field="bid", read=bid, right="bid")
    known = {"contractor": contractor, "bid": bid, "points": None if points is None else tuple(points)}
    return NeedsAnswer(state.revision, game_answers.next_hand_needs(state.state, **known))
