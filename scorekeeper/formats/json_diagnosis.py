"""Finds out why a text is not JSON, or why bytes are not text. Phones use it too."""

from __future__ import annotations

import re

from scorekeeper.engine.errors import GameError, Malformed

_NUMBER = re.compile(r"-?(?:NaN|Infinity|\d[-+.\w]*)")
_LONGEST = 400
"""Characters of a number that are examined."""
_KINDS = ((b"PK\x03\x04", "ZIP"), (b"\x1f\x8b", "gzip"), (b"%PDF", "PDF"), (b"\x89PNG", "PNG"))
FEW = 4000
"""Bytes used to guess the encoding."""


def error_at(text: str, place: int) -> GameError:
    """Return the error for invalid JSON: `Malformed("json")` with a reason. `place`: the index of the bad character."""
    text = text.rstrip()
    if not text:
        return Malformed("json", reason="empty")
    place = min(place, len(text))
    begin = place - 1 if text[place - 1 : place] == "-" else place
    number = _NUMBER.match(text[begin : begin + _LONGEST])
    if number is not None and (why := _odd_number(number[0])):
        return Malformed("json", reason=why, read=number[0])
    reason = "cut" if place == len(text) else "syntax"
    line, before = text.count("\n", 0, place) + 1, text.rfind("\n", 0, place) + 1
    if "\n" in text:
        reason += "_line"
    return Malformed("json", reason=reason, line=line, column=place - before + (reason != "cut"))


def _odd_number(text: str) -> str | None:
    if text.endswith(("NaN", "Infinity")):
        return "number"
    try:
        return "large" if float(text) in (float("inf"), float("-inf")) else None
    except ValueError:
        return None


def find_encoding_error(data: bytes) -> GameError | None:
    """Return the error for bytes in another encoding (`looks`) or without text, or None for UTF-8."""
    few = data[:FEW]
    kind = next((name for sign, name in _KINDS if few.startswith(sign)), None)
    if kind is not None:
        return Malformed("json", reason="binary", looks=kind)
    if few.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        return Malformed("json", reason="encoding", looks="UTF-32")
    if few.startswith((b"\xff\xfe", b"\xfe\xff")) or 0.25 < few.count(0) / max(1, len(few)) < 0.6:
        return Malformed("json", reason="encoding", looks="UTF-16")
    if 0 in few:
        return Malformed("json", reason="nul")
    try:
        data.decode()
    except UnicodeDecodeError:
        pass
    else:
        return None
    if any(byte < 32 and byte not in b"\t\n\r" for byte in few):
        return Malformed("json", reason="nul")
    windows = any(0x80 <= byte < 0xA0 for byte in data)
    return Malformed("json", reason="encoding", looks="Windows-1252" if windows else "Latin-1")
