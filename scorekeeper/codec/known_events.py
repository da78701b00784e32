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
        self._known: dict[tuple[bytes, int], Event] = {}

    def parse(self, obj: object, edition: int) -> Event:
        """The event. Raises as `parse_event` does, and for what no JSON can hold `orjson.JSONEncodeError`."""
        key = (orjson.dumps(obj), edition)
        event = self._known.get(key)
        if event is None:
            event = parse_event(obj, edition)
            if len(key[0]) <= LONGEST:
                if len(self._known) >= MOST:
                    self._known.clear()
                self._known[key] = event
        return event
