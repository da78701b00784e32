"""Validation of a game's log from an archive."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from scorekeeper.core.devices.device import LONGEST_DEVICE_NAME
from scorekeeper.core.limits import MOST_CHANGES, check_uuid
from scorekeeper.core.validation import check_value, invalid_file_value, read_declared
from scorekeeper.formats.declared import copy_as
from scorekeeper.games.commands.game_state import score
from scorekeeper.games.store.log import GameEvent, fold
from scorekeeper.games.store.parts import ACTIONS, EXTRA_ENTRY_OFFSET, LONGEST_UUID
from scorekeeper.pairing.record.shapes import Text, Whole


@dataclass(frozen=True, slots=True)
class ArchivedGameChange:
    """A change of a game in an archive: its log row, without the ids of this server."""

    uuid: Annotated[str, Text(LONGEST_UUID, 0)]
    at: datetime
    who: Annotated[str, Text(LONGEST_DEVICE_NAME, 0)]
    action: Annotated[str, Text(16, 0)]
    entry: Annotated[int, Whole(1)] | None
    place: Annotated[int, Whole(1)] | None
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    undoes: Annotated[int, Whole(1)] | None


def game_events(changes: list[Any], where: str) -> list[GameEvent]:
    """Return the changes of a game as rows. Raises Refusal("archive.value")."""
    rows: list[GameEvent] = []
    keys: set[str] = set()
    if len(changes) > MOST_CHANGES:
        raise invalid_file_value(where)
    for number, change in enumerate(changes, 1):
        last, location = EXTRA_ENTRY_OFFSET + number, f"{where}, change {number}"
        read_change = read_declared(ArchivedGameChange, change, location, entry=last, place=last, undoes=number - 1)
        if check_uuid(read_change.uuid) in keys or read_change.action not in ACTIONS:
            raise invalid_file_value(f"{location}: uuid")
        keys.add(read_change.uuid)
        rows.append(copy_as(GameEvent, read_change, game_id=0, revision=number, device_id=None, link_id=None))
    check_value(where, lambda: score(fold(rows)).record_json())
    return rows
