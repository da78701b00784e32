"""The events of a game: recording, correcting, voiding and restoring them, open contracts, and undo."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.base.api import requests
from scorekeeper.base.api.operations import operation
from scorekeeper.games.actions import playing
from scorekeeper.games.api import accesses
from scorekeeper.games.api.questions import Undo
from scorekeeper.wording.marks import N_

_WRITES: dict[str, Any] = {"tag": "events", "access": "score", "headers": ("revision", "key?"), "answers": {200: "Written"}}


def _keep() -> bool:
    return requests.flag("keep_deals")


@operation(
    "POST",
    "/games/{game}/events",
    tag="events",
    access="score",
    summary=N_("Record an event"),
    about=N_(
        "A hand, a passed-out hand, a misdeal, an adjustment, another dealer or other players; at the end, or with `before` in"
        " front of an entry, for a hand that was forgotten. The same key again gives the first answer again. An open contract"
        " ends with it."
    ),
    query=("before", "keep_deals"),
    headers=("revision", "key"),
    body="Event",
    answers={201: "Written"},
)
def add_event(game: int) -> Response:
    access = accesses.scoring_way(game)
    do, before = accesses.doing(access, key_required=True), requests.number("before")
    return do(playing.record(requests.body(), before=before, keep_deals=_keep()))


@operation(
    "PUT",
    "/games/{game}/events/{entry}",
    summary=N_("Correct an event"),
    about=N_("Everything after it is scored anew: `later` tells what changed. What stood before is kept in the history."),
    query=("keep_deals",),
    body="Event",
    **_WRITES,
)
def correct_event(game: int, entry: int) -> Response:
    do = accesses.doing(accesses.scoring_way(game))
    return do(playing.correct(entry, requests.body(), keep_deals=_keep()))


@operation(
    "DELETE",
    "/games/{game}/events/{entry}",
    summary=N_("Strike an event out"),
    about=N_("It counts no more, stays in the history, and can be restored."),
    query=("keep_deals",),
    **_WRITES,
)
def strike_event(game: int, entry: int) -> Response:
    return accesses.doing(accesses.scoring_way(game))(playing.strike(entry, keep_deals=_keep()))


@operation(
    "POST",
    "/games/{game}/events/{entry}/restore",
    summary=N_("Restore an event that was struck out"),
    query=("keep_deals",),
    **_WRITES,
)
def restore_event(game: int, entry: int) -> Response:
    return accesses.doing(accesses.scoring_way(game))(playing.restore(entry, keep_deals=_keep()))


@operation(
    "POST",
    "/games/{game}/undo",
    summary=N_("Undo a change"),
    about=N_(
        "The change whose revision the body names; without one, the newest that still stands. Any change can be undone, also"
        " after the game’s end; undoing an undo does the change again."
    ),
    body="Undo",
    body_required=False,
    **_WRITES,
)
def undo_change(game: int) -> Response:
    access = accesses.scoring_way(game)
    change = requests.read(Undo, required=False).change
    return accesses.doing(access)(playing.undo(change))


@operation(
    "PUT",
    "/games/{game}/contract",
    summary=N_("Open a contract"),
    about=N_("Who won the auction at what, before the result is known; the next hand recorded ends it."),
    body="Contract",
    **_WRITES,
)
def open_contract(game: int) -> Response:
    do = accesses.doing(accesses.scoring_way(game))
    return do(playing.open_contract(requests.body()))


@operation("DELETE", "/games/{game}/contract", summary=N_("Cancel the open contract"), **_WRITES)
def cancel_contract(game: int) -> Response:
    return accesses.doing(accesses.scoring_way(game))(playing.cancel_contract())
