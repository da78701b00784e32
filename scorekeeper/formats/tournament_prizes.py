"""Door prizes in version 2 of the record (tournament record, section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.formats.declared import dump
from scorekeeper.formats.fields import Fields
from scorekeeper.formats.tournament_record import V2_FORMAT
from scorekeeper.pairing.record.door_prizes import HIGHEST_SEED, LONGEST_PRIZE, MOST_DOOR_PRIZES, MOST_PEOPLE, DoorPrize

PRIZE_KEYS = ("door_prizes",)


def parse_door_prizes(obj: object) -> tuple[DoorPrize, ...]:
    """Return the door prizes of a record whose entrants have been read, in order. Raises `Malformed("door_prizes")`."""
    if not isinstance(obj, dict) or obj.get("format") != V2_FORMAT:
        return ()
    known = {one["id"] for one in obj["entrants"]}

    def one(item: object, place: int) -> DoorPrize:
        path = f"door_prizes[{place}]"
        read = Fields(item, "door_prizes", path, ("entrant", "seed", "among", "player", "prize"))
        return DoorPrize(
            read.entrant("entrant", known),
            read.whole("seed", 1, HIGHEST_SEED),
            read.whole("among", 1, MOST_PEOPLE),
            read.whole("player", 0, 9, 0),
            read.text("prize", LONGEST_PRIZE, "", 0),
        )

    return Fields({"door_prizes": obj.get("door_prizes")}, "door_prizes", "", PRIZE_KEYS).items(
        "door_prizes", MOST_DOOR_PRIZES, one, ()
    )


def add_door_prizes(record: dict[str, Any], prizes: Sequence[DoorPrize]) -> dict[str, Any]:
    """Return the record with its door prizes, in version 2 if there are any."""
    if not prizes:
        return record
    return {**record, "format": V2_FORMAT, "door_prizes": [dump(one) for one in prizes]}
