"""The events of a game: recording, correcting, voiding and restoring them, open contracts, and undo."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.core.api import requests
from scorekeeper.core.api.operations import operation
from scorekeeper.games.api import authorization
from scorekeeper.games.api.request_models import Undo
from scorekeeper.games.commands.recording import table_commands

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
    access = authorization.scoring_access(game)
    do, before = authorization.command_runner(access, key_required=True), requests.number("before")
    return do(table_commands.record(requests.body(), before=before, keep_deals=_keeps_deals()))


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
    do = authorization.command_runner(authorization.scoring_access(game))
    return do(table_commands.correct(entry, requests.body(), keep_deals=_keeps_deals()))


@operation(
    "DELETE",
    "/games/{game}/events/{entry}",
    summary="Void an event",
    about="The event no longer counts. It stays in the history and can be restored.",
    query=("keep_deals",),
    **_WRITES,
)
def strike_event(game: int, entry: int) -> Response:
    return authorization.command_runner(authorization.scoring_access(game))(
        table_commands.strike(entry, keep_deals=_keeps_deals())
    )


@operation(
    "POST",
    "/games/{game}/events/{entry}/restore",
    summary="Restore a voided event",
    query=("keep_deals",),
    **_WRITES,
)
def restore_event(game: int, entry: int) -> Response:
    return authorization.command_runner(authorization.scoring_access(game))(
        table_commands.restore(entry, keep_deals=_keeps_deals())
    )


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
    access = authorization.scoring_access(game)
    change = requests.read(Undo, required=False).change
    return authorization.command_runner(access)(table_commands.undo(change))


@operation(
    "PUT",
    "/games/{game}/contract",
    summary="Open a contract",
    about="Stores the winning bid before the result is known. The next recorded hand closes the contract.",
    body="Contract",
    **_WRITES,
)
def open_contract(game: int) -> Response:
    do = authorization.command_runner(authorization.scoring_access(game))
    return do(table_commands.open_contract(requests.body()))


@operation("DELETE", "/games/{game}/contract", summary="Cancel the open contract", **_WRITES)
def cancel_contract(game: int) -> Response:
    return authorization.command_runner(authorization.scoring_access(game))(table_commands.cancel_contract())
