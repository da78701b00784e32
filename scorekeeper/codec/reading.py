"""JSON from outside into Python: what is not JSON, or says a thing twice, is refused with what is wrong with it."""

from __future__ import annotations

import math
import re

import orjson

from scorekeeper.engine.errors import GameError, Malformed

MARK = b"\xef\xbb\xbf"
"""The byte order mark that some editors put before everything else."""

_STRING = rb'"[^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+"'
_KEYS = re.compile(_STRING + rb"|[{}\[\]:]")
_NUMBER = re.compile(r"-?(?:NaN|Infinity|\d[-+.\w]*)")
_KINDS = ((b"PK\x03\x04", "ZIP"), (b"\x1f\x8b", "gzip"), (b"%PDF", "PDF"), (b"\x89PNG", "PNG"))
_FEW = 4000
"""Bytes from which the encoding is guessed."""


def read_json(data: bytes | str) -> object:
    """The one JSON value that the text is.

    Raises `Malformed("json")`, with what the bytes look like where they are not UTF-8, or where more would come of it than any
    record holds; and `Malformed("format")` for an object in which the same key stands twice: whichever is taken, the other one is
    lost.
    """
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    if len(data) > _LIGHT and _weight(data) > MOST_WEIGHT:
        raise Malformed("json", reason="many")
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        if data.startswith(MARK):
            return read_json(data[len(MARK) :])
        raise why_not(data, error) from None
    if not (type(value) is dict or type(value) is list) or _is_once(data, value):
        return value
    del value  # what a closer look takes comes on top of nothing
    key = _twice(data)
    if key is not None:
        raise Malformed("format", reason="twice", field=key, read=key)
    return orjson.loads(data)


_WEIGHTS = {b"{": 120, b"[": 60, b",": 45, b":": 20}
_LIGHT = 64 * 1024
MOST_WEIGHT = 160 * 1024 * 1024
"""Of one text. Two bytes of text may become seventy of memory: what counts is what becomes of it, about so many bytes."""


def _weight(data: bytes) -> int:
    """What a text would roughly take in memory, by the signs of which its values are made; before anything is made of it."""
    return len(data) + sum(data.count(sign) * weight for sign, weight in _WEIGHTS.items())


def text_of(data: bytes) -> str:
    """The text of a file, without its byte order mark. Raises `Malformed("json")` where it is not UTF-8."""
    try:
        return data.removeprefix(MARK).decode()
    except UnicodeDecodeError:
        raise _other_encoding(data) or Malformed("json", reason="nul") from None


def _is_once(data: bytes, found: object) -> bool:
    # Whatever is in the text is in what was read of it, unless a key stood twice; so the colons say whether it is worth a look.
    # Only one that is written by its number (\u003a) is not among those of the text.
    try:
        written = orjson.dumps(found)
    except orjson.JSONEncodeError:  # it reads what is nested some thousand deep, and writes some hundred
        raise Malformed("json", reason="deep") from None
    return data.count(b":") == written.count(b":") and (b"\\" not in data or b"\\u003" not in data)


def _twice(data: bytes) -> str | None:
    """The first key of valid JSON that its object has already."""
    inside: list[set[str]] = []
    last = b""
    for match in _KEYS.finditer(data):
        token = match[0]
        if token == b"{" or token == b"[":
            inside.append(set())
        elif token == b"}" or token == b"]":
            inside.pop()
        elif token == b":":
            key: str = orjson.loads(last)
            if key in inside[-1]:
                return key
            inside[-1].add(key)
        last = token
    return None


def why_not(data: bytes, error: orjson.JSONDecodeError) -> GameError:
    """What is wrong with text that is not JSON, by what the parser says of it: `Malformed("json")` with a reason."""
    encoding = _other_encoding(data)
    if encoding is not None:
        return encoding
    if "depth" in error.msg or "recursion" in error.msg:
        return Malformed("json", reason="deep")
    text = data.decode().rstrip()
    if not text:
        return Malformed("json", reason="empty")
    place = min(error.pos, len(text))
    number = _NUMBER.match(text, place - 1 if text[place - 1 : place] == "-" else place)
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
        return "large" if math.isinf(float(text)) else None
    except ValueError:
        return None


def _other_encoding(data: bytes) -> Malformed | None:
    """The error for bytes that are not UTF-8 text: another encoding (`looks`), or no text at all; None for UTF-8."""
    few = data[:_FEW]
    kind = next((name for sign, name in _KINDS if few.startswith(sign)), None)
    if kind is not None:
        return Malformed("json", reason="binary", looks=kind)
    if few.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        return Malformed("json", reason="encoding", looks="UTF-32")
    if few.startswith((b"\xff\xfe", b"\xfe\xff")) or 0.25 < few.count(0) / max(1, len(few)) < 0.6:
        return Malformed("json", reason="encoding", looks="UTF-16")
    if b"\0" in few:
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
