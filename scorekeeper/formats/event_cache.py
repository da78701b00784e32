"""A cache of parsed events. Games share most of their hands."""

from __future__ import annotations

from scorekeeper.formats import strict_json
from scorekeeper.formats.game_record import parse_event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Event

MOST_CACHED = 16_384
"""The number of events in the cache, about half a kilobyte each."""
LONGEST = 200
"""The most bytes of a cached event. An event with a note is unlikely to repeat."""


class KnownEvents:
    """Reads events as `parse_event` does, from a cache. Don't change the events: several games may share them."""

    def __init__(self) -> None:
        self._known: dict[int, dict[bytes, Event]] = {1: {}, 2: {}}

    def parse(self, obj: object, edition: int) -> Event:
        """Return the event. Raises as `parse_event` does, and `strict_json.JSONEncodeError` for values that JSON can't hold."""
        known, written = self._known[edition], strict_json.dumps(obj)
        event = known.get(written)
        if event is None:
            event = parse_event(obj, edition)
            if len(written) <= LONGEST:
                if len(known) >= MOST_CACHED:
                    known.clear()
                known[bytes(memoryview(written))] = event  # a copy, because orjson's bytes keep their whole buffer
        return event
