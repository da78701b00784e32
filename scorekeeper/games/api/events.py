"""The events of a game: recording, correcting, voiding and restoring them, open contracts, and undo."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.base.api import requests
from scorekeeper.base.api.operations import operation
from scorekeeper.games.actions import playing
from scorekeeper.games.api import accesses
from scorekeeper.games.api.questions import Undo

_WRITES: dict[str, Any] = {"tag": "events", "access": "score", "headers": ("revision", "key?"), "answers": {200: "Written"}}


def _keeps_deals() -> bool:
    return requests.flag("keep_deals")


@operation(
    "POST",
    "/games/{game}/events",
    tag="events",
    access="score",
    summary="Record an event",
    about=(
        "An event is a hand, a passed-out hand, a misdeal, an adjustment, a new dealer or new players. It closes the open"
        " contract."
    ),
    query=("before", "keep_deals"),
    headers=("revision", "key"),
    body="Event",
    answers={201: "Written"},
)
def add_event(game: int) -> Response:
    access = accesses.scoring_access(game)
    do, before = accesses.command_runner(access, key_required=True), requests.number("before")
    return do(playing.record(requests.body(), before=before, keep_deals=_keeps_deals()))


@operation(
    "PUT",
    "/games/{game}/events/{entry}",
    summary="Correct an event",
    about="Later hands are scored again, and `later` lists the changes. The history keeps the old event.",
    query=("keep_deals",),
    body="Event",
    **_WRITES,
)
def correct_event(game: int, entry: int) -> Response:
    do = accesses.command_runner(accesses.scoring_access(game))
    return do(playing.correct(entry, requests.body(), keep_deals=_keeps_deals()))


@operation(
    "DELETE",
    "/games/{game}/events/{entry}",
    summary="Void an event",
    about="The event no longer counts. It stays in the history and can be restored.",
    query=("keep_deals",),
    **_WRITES,
)
def strike_event(game: int, entry: int) -> Response:
    return accesses.command_runner(accesses.scoring_access(game))(playing.strike(entry, keep_deals=_keeps_deals()))


@operation(
    "POST",
    "/games/{game}/events/{entry}/restore",
    summary="Restore a voided event",
    query=("keep_deals",),
    **_WRITES,
)
def restore_event(game: int, entry: int) -> Response:
    return accesses.command_runner(accesses.scoring_access(game))(playing.restore(entry, keep_deals=_keeps_deals()))


@operation(
    "POST",
    "/games/{game}/undo",
    summary="Undo a change",
    about="Undoes the latest change unless `change` names another. Undoing an undo makes the change again.",
    body="Undo",
    body_required=False,
    **_WRITES,
)
def undo_change(game: int) -> Response:
    access = accesses.scoring_access(game)
    change = requests.read(Undo, required=False).change
    return accesses.command_runner(access)(playing.undo(change))


@operation(
    "PUT",
    "/games/{game}/contract",
    summary="Open a contract",
    about="Stores the winning bid before the result is known. The next recorded hand closes the contract.",
    body="Contract",
    **_WRITES,
)
def open_contract(game: int) -> Response:
    do = accesses.command_runner(accesses.scoring_access(game))
    return do(playing.open_contract(requests.body()))


@operation("DELETE", "/games/{game}/contract", summary="Cancel the open contract", **_WRITES)
def cancel_contract(game: int) -> Response:
    return accesses.command_runner(accesses.scoring_access(game))(playing.cancel_contract())
