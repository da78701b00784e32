"""Maximum sizes of games and tournaments: far beyond any session, but small enough to keep requests fast."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.events import Adjustment
from scorekeeper.formats import game_record, record_details, record_header

if TYPE_CHECKING:
    from scorekeeper.engine.events import Event

MOST_ENTRIES = 500
MOST_GAMES = 5000
MOST_CHANGES = 2000
MOST_TOURNAMENT_EVENTS = 20_000
MOST_LINKS = 20
LONGEST_NAME = record_header.LONGEST_NAME
LONGEST_NOTE = game_record.LONGEST_TEXT
LONGEST_PLACE = record_details.LONGEST_PLACE
MOST_GAMES_TO_WIN = 50

_UUID = re.compile(r"[0-9A-Za-z_-]{8,36}", re.ASCII)


def check_uuid(uuid: object) -> str:
    """Return the idempotency key, or raise Refusal("uuid")."""
    if not isinstance(uuid, str) or not _UUID.fullmatch(uuid):
        raise Refusal("uuid", "uuid", read=str(uuid)[:40])
    return uuid


def check_line(field: str, text: object) -> str:
    """Return a trimmed line of text, or raise Refusal("about") if it is too long or not one line."""
    line = text.strip() if isinstance(text, str) else "" if text is None else "\0"
    if len(line) > LONGEST_PLACE or not line.isprintable():
        raise Refusal("about", field, read=str(text)[:40], high=LONGEST_PLACE)
    return line


def check_texts(event: Event) -> None:
    """Raise Malformed("event") if a note or a reason is too long."""
    texts = {"note": event.note, "reason": event.reason if isinstance(event, Adjustment) else ""}
    for field, text in texts.items():
        if len(text) > LONGEST_NOTE:
            raise Malformed("event", reason="text", field=field, read=text, high=LONGEST_NOTE)
