"""Door prizes in version 2 of the record (tournament record, section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.formats.declared import dump, keys_of
from scorekeeper.formats.fields import Fields, parse_checked
from scorekeeper.formats.tournament_record import V2_FORMAT
from scorekeeper.pairing.record.door_prizes import MOST_DOOR_PRIZES, DoorPrize

PRIZE_KEYS = ("door_prizes",)


def parse_door_prizes(obj: object) -> tuple[DoorPrize, ...]:
    """Return the door prizes of a record whose entrants have been read, in order. Raises `Malformed("door_prizes")`."""
    if not isinstance(obj, dict) or obj.get("format") != V2_FORMAT:
        return ()
    known = {one["id"] for one in obj["entrants"]}

    def one(item: object, place: int) -> DoorPrize:
        path = f"door_prizes[{place}]"
        Fields(item, "door_prizes", path, keys_of(DoorPrize)).entrant("entrant", known)
        return parse_checked(DoorPrize, item, "door_prizes", path)

    return Fields({"door_prizes": obj.get("door_prizes")}, "door_prizes", "", PRIZE_KEYS).items(
        "door_prizes", MOST_DOOR_PRIZES, one, ()
    )


def add_door_prizes(record: dict[str, Any], prizes: Sequence[DoorPrize]) -> dict[str, Any]:
    """Return the record with its door prizes, in version 2 if there are any."""
    if not prizes:
        return record
    return {**record, "format": V2_FORMAT, "door_prizes": [dump(one) for one in prizes]}
