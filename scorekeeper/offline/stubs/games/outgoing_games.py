"""A game of this phone as it is sent to a server: its beginning, then every change as a command."""

from __future__ import annotations

from scorekeeper.formats.record_header import FORMAT
from scorekeeper.games.commands.offline.offline_commands import KINDS, facts_of
from scorekeeper.games.store.parts import EXTRA_ENTRY_OFFSET
from scorekeeper.offline.stubs.games.game_export import as_uuid
from scorekeeper.offline.stubs.games.stored_games import GAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from scorekeeper.games.store.log import GameEvent
    from scorekeeper.offline.stubs.games.stored_games import LocalGame

    Json = dict[str, Any]


def game_start(game_id: int) -> Json:
    """Return what starts the game on a server, once per key: `key`, the `record`, and whether it is `hidden`.

    Its events are the ones it was imported with, which have their places in the log from the start. All others are sent as
    commands.
    """
    game = GAMES[game_id]
    header = game.rows[0].after
    match = game.match and {**{n: v for n, v in game.match.items() if v is not None}, "number": game.number}
    about = {"id": game.uuid, "started_at": game.created_at.isoformat(), **({"match": match} if match else {})}
    events = {"events": [_event(row) for row in game.rows[1 : game.brought]]} if game.brought else {}
    return {"key": game.rows[0].uuid, "hidden": game.hidden, "record": {"format": FORMAT, **header, **about, **events}}


def _event(row: GameEvent) -> Json:
    stamp = {"id": as_uuid(row.uuid), "at": row.at.isoformat(), "by": row.who or None}
    return {**row.after["event"], **{name: value for name, value in stamp.items() if value is not None}}


def commands_after(game_id: int, after: int) -> list[Json]:
    """Return the log after a revision as commands: `key`, `seen`, `after` (the key before it), `at` and `act`."""
    game = GAMES[game_id]
    return [
        {
            "key": row.uuid,
            "seen": row.revision - 1,
            "after": game.rows[row.revision - 2].uuid,
            "at": row.at.isoformat(),
            "act": command_of(row, lambda number: _key(game, number)),
        }
        for row in game.rows[max(after, game.brought, 1) :]
    ]


def command_of(row: GameEvent, id_of: Callable[[int], str | int]) -> Json:
    """Return the command that makes a change. `id_of` returns the id of a change or of the entry that it recorded."""
    if row.undoes is not None:
        return {"do": "undo", "of": id_of(row.undoes)}
    if row.action == "first_dealer":
        return {"do": "deal", "dealer": row.after["first_dealer"]}
    if row.action == "open_contract":
        return {"do": "open", "event": row.after["contract"]}
    if row.action == "cancel_contract":
        return {"do": "cancel"}
    command: Json = {"do": row.action}
    if row.action in KINDS:
        command |= facts_of(row)
    if row.action != "record" and row.entry is not None:
        command["of"] = id_of(row.entry)
    if row.action in ("record", "correct"):
        command["event"] = row.after["event"]
    if row.place is not None:
        command["before"] = id_of(row.place)
    if "deal" in row.after:
        command["keep_deals"] = True
    return command


def _key(game: LocalGame, number: int) -> str | int:
    """Return the key of a change or of the entry that it recorded.

    Only an entry that came with another change is named by its number.
    """
    return number if number >= EXTRA_ENTRY_OFFSET else game.rows[number - 1].uuid
