"""Whether the log of a game is such as this program writes."""

from __future__ import annotations

from typing import Any

from scorekeeper.base.bounded import Reader, damaged, sound
from scorekeeper.base.device import LONGEST_DEVICE_NAME
from scorekeeper.base.limits import MOST_CHANGES, check_uuid
from scorekeeper.games.actions.game_state import score
from scorekeeper.games.store.change import ACTIONS, BESIDE, LONGEST_UUID
from scorekeeper.games.store.log import LogRow, fold

_CHANGE = ("uuid", "at", "who", "action", "entry", "place", "before", "after", "undoes")


def game_rows(changes: list[Any], where: str) -> list[LogRow]:
    """The changes of a game. Raises Refusal("archive.value")."""
    rows: list[LogRow] = []
    keys: set[str] = set()
    if len(changes) > MOST_CHANGES:
        raise damaged(where)
    for number, change in enumerate(changes, 1):
        read = Reader(change, f"{where}, change {number}", _CHANGE)
        uuid = check_uuid(read.text("uuid", LONGEST_UUID))
        if uuid in keys or read.text("action", 16) not in ACTIONS:
            raise read.wrong("uuid")
        keys.add(uuid)
        rows.append(
            LogRow(
                0,
                number,
                uuid,
                read.at("at"),
                None,
                None,
                read.text("who", LONGEST_DEVICE_NAME),
                read.text("action", 16),
                read.maybe("entry", 1, BESIDE + number),
                read.maybe("place", 1, BESIDE + number),
                read.parts("before"),
                read.parts("after"),
                read.maybe("undoes", 1, number - 1),
            )
        )
    sound(where, lambda: score(fold(rows)).record_json())
    return rows
