"""What is done at the table: record, correct, strike out, restore, undo, rename, set the dealer, open and cancel contracts.

`revision` is the one that whoever asks has seen, `uuid` the key of the submission (made by the client; the same one again
gives the first answer again). All raise `NotAllowed` for those who watch, `Conflict` where the game has moved on, `Refusal`, and
`GameError` where the rules of the game or the form of the record say no; then nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.base.one_key import lean
from scorekeeper.base.refusals import Refusal
from scorekeeper.games.actions import plans
from scorekeeper.games.actions.entrance import Way
from scorekeeper.games.actions.host import host
from scorekeeper.games.actions.view import View, load
from scorekeeper.games.actions.writing import Draft, Plan, Written, write
from scorekeeper.games.store.log import LogRow, rows_of


def record(way: Way, event: object, *, revision: int, uuid: str, before: int | None = None, keep_deals: bool = False) -> Written:
    """Record an event (game record form), at the end or before the entry `before`. An open contract ends with it.

    `keep_deals`, here as below: the deals after it stand as they are, whoever it would have moved them to.
    """
    told = plans.parsed(event)
    same = _same("record", event=told.kept, place=before, keep_deals=keep_deals)
    recording = plans.recording(told, before, keep_deals=keep_deals)

    def plan(view: View) -> Draft:
        if before is None:
            host().check_room(way, view, told.event.kind)
        return recording(view)

    return write(way, plan, revision=revision, uuid=uuid, same=same, yours=told.kept)


def correct(way: Way, entry: int, event: object, *, revision: int, uuid: str, keep_deals: bool = False) -> Written:
    """Put another event in an entry's place; everything after it is scored anew."""
    told = plans.parsed(event)
    same = _same("correct", entry, event=told.kept, keep_deals=keep_deals)
    plan = plans.correcting(entry, told, keep_deals=keep_deals)
    return write(way, plan, revision=revision, uuid=uuid, same=same, yours=told.kept)


def strike(way: Way, entry: int, *, revision: int, uuid: str, keep_deals: bool = False) -> Written:
    """Strike an entry out."""
    same = _same("strike", entry, keep_deals=keep_deals)
    return write(way, plans.striking(entry, keep_deals=keep_deals), revision=revision, uuid=uuid, same=same)


def restore(way: Way, entry: int, *, revision: int, uuid: str, keep_deals: bool = False) -> Written:
    """Let an entry that was struck out count again."""
    same = _same("restore", entry, keep_deals=keep_deals)
    return write(way, plans.restoring(entry, keep_deals=keep_deals), revision=revision, uuid=uuid, same=same)


def rename(way: Way, players: object, *, revision: int, uuid: str, earlier: Mapping[str, str] | None = None) -> Written:
    """Spell the players' names anew for the whole game: of those who sit there now, by seat, and of others by name."""
    return write(way, plans.renaming(players, earlier), revision=revision, uuid=uuid, same=_same("rename"))


def deal_first(way: Way, seat: object, *, revision: int, uuid: str) -> Written:
    """Put right who dealt first; the deals that follow from it move along."""
    same = _same("first_dealer", first_dealer=seat)
    return write(way, plans.dealing_first(seat), revision=revision, uuid=uuid, same=same)


def tell(way: Way, place: object, occasion: object, *, revision: int, uuid: str) -> Written:
    """Say where the game is played and what for."""
    return write(way, plans.telling(place, occasion), revision=revision, uuid=uuid, same=_same("about"))


def open_contract(way: Way, contract: object, *, revision: int, uuid: str) -> Written:
    """Keep `contractor` and `bid`, or the calls of the `auction`, until the hand has been played; `bids`, `trump` and
    `announced_all` too if they are known.
    """
    return write(way, plans.opening(contract), revision=revision, uuid=uuid, same=_same("open_contract"))


def cancel_contract(way: Way, *, revision: int, uuid: str) -> Written:
    """Forget the open contract."""
    return write(way, plans.cancelling(), revision=revision, uuid=uuid, same=_same("cancel_contract"))


def undo(way: Way, change: int | None = None, *, revision: int, uuid: str) -> Written:
    """Take back a change, by its revision; None takes back the newest one that still stands, an undo not counted."""

    def plan(view: View) -> Draft:
        return undoing(way, view, change)(view)

    def same(row: LogRow) -> bool:
        return row.undoes is not None and change in (None, row.undoes)

    return write(way, plan, revision=revision, uuid=uuid, same=same)


def undoing(way: Way, view: View, change: int | None) -> Plan:
    """The plan of taking back a change."""
    target = view.log.last_undoable if change is None else change
    if target is None or not 1 < target <= view.revision:
        raise Refusal("undo.nothing")
    return plans.undoing(rows_of(way.game_id, target, target)[0])


def view_of(way: Way) -> View:
    """The game as it stands."""
    return load(way)


def _same(
    action: str, entry: int | None = None, place: int | None = None, *, keep_deals: bool = False, **after: Any
) -> Callable[[LogRow], bool]:
    """Whether a change is the one that was asked for, as far as the asking says."""

    def same(row: LogRow) -> bool:
        return (
            row.action == action
            and row.undoes is None
            and (action == "record" or row.entry == entry)
            and row.place == place
            and ("deal" in row.after) == keep_deals
            and all(lean(row.after.get(part)) == lean(value) for part, value in after.items())
        )

    return same
