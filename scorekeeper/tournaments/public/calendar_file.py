"""A calendar file (RFC 5545), written by hand: it has only events, in UTC."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

LONGEST_LINE = 75
"""The most octets of a line, without its end. Longer ones continue on the next line, after a space."""

_ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


@dataclass(frozen=True)
class CalendarEvent:
    """An event. `starts`: a timestamp, or a date for the whole day; `ends`: None if it is not known."""

    uid: str
    title: str
    starts: datetime | date
    ends: datetime | None
    changed_at: datetime
    url: str
    place: str = ""
    text: str = ""


def calendar_file(name: str, events: Iterable[CalendarEvent]) -> bytes:
    """Return a calendar with this name."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//200 Scorekeeper//EN", "METHOD:PUBLISH", f"X-WR-CALNAME:{_escape(name)}"]
    for one in events:
        lines += _event_lines(one)
    return b"".join(fold(line) for line in [*lines, "END:VCALENDAR"])


def _event_lines(one: CalendarEvent) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{_escape(one.uid)}"
    yield f"DTSTAMP:{_moment(one.changed_at)}"
    if isinstance(one.starts, datetime):
        yield f"DTSTART:{_moment(one.starts)}"
        if one.ends is not None:
            yield f"DTEND:{_moment(one.ends)}"
    else:
        yield f"DTSTART;VALUE=DATE:{one.starts:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{one.starts + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{_escape(one.title)}"
    for key, text in (("LOCATION", one.place), ("DESCRIPTION", one.text)):
        if text:
            yield f"{key}:{_escape(text)}"
    yield f"URL:{one.url}"
    yield "END:VEVENT"


def fold(line: str) -> bytes:
    """Return a line with its end, folded between characters."""
    parts, part = [], b""
    for character in line:
        octets = character.encode()
        if len(part) + len(octets) > LONGEST_LINE:
            parts.append(part)
            part = b" "
        part += octets
    return b"\r\n".join([*parts, part]) + b"\r\n"


def _escape(text: str) -> str:
    return text.translate(_ESCAPES)


def _moment(moment: datetime) -> str:
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return f"{aware.astimezone(UTC):%Y%m%dT%H%M%SZ}"
