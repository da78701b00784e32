"""JSON from outside into Python: what is not JSON, or says a thing twice, is refused with what is wrong with it."""

from __future__ import annotations

import re

import orjson

from scorekeeper.codec.not_json import other_encoding, why_at
from scorekeeper.engine.errors import GameError, Malformed

MARK = b"\xef\xbb\xbf"
"""The byte order mark that some editors put before everything else."""

_STRING = rb'"[^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+"'
_KEYS = re.compile(_STRING + rb"|[{}\[\]:]")


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
        raise other_encoding(data) or Malformed("json", reason="nul") from None


def _is_once(data: bytes, value: object) -> bool:
    # Whatever is in the text is in what was read of it, unless a key stood twice; so the colons say whether it is worth a look.
    # Only one that is written by its number (\u003a) is not among those of the text.
    try:
        written = orjson.dumps(value)
    except orjson.JSONEncodeError:  # it reads what is nested some thousand deep, and writes some hundred
        raise Malformed("json", reason="deep") from None
    if data.startswith(written):  # as a program writes it that leaves no spaces
        return True
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
    encoding = other_encoding(data)
    if encoding is not None:
        return encoding
    if "depth" in error.msg or "recursion" in error.msg:
        return Malformed("json", reason="deep")
    return why_at(data.decode(), error.pos)
