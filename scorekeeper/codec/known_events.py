"""Events that were read before: of many games, most hands were played in another one too."""

from __future__ import annotations

import orjson

from scorekeeper.codec.game_record import parse_event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Event

MOST = 16_384
"""Events that are kept, about half a kilobyte each."""
LONGEST = 200
"""Bytes of an event that is kept: one with a note hardly comes again."""


class KnownEvents:
    """Reads events as `parse_event` does, each only once. What it gives must not be altered: several games may hold it."""

    def __init__(self) -> None:
        self._known: dict[int, dict[bytes, Event]] = {1: {}, 2: {}}

    def parse(self, obj: object, edition: int) -> Event:
        """The event. Raises as `parse_event` does, and for what no JSON can hold `orjson.JSONEncodeError`."""
        known, written = self._known[edition], orjson.dumps(obj)
        event = known.get(written)
        if event is None:
            event = parse_event(obj, edition)
            if len(written) <= LONGEST:
                if len(known) >= MOST:
                    known.clear()
                known[bytes(memoryview(written))] = event  # a copy: as orjson gives it, it keeps the room that it was written in
        return event
