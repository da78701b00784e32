"""Parses JSON from outside. Invalid JSON and repeated keys are rejected with a reason."""

from __future__ import annotations

import re

from scorekeeper.engine.errors import GameError, Malformed
from scorekeeper.formats import strict_json
from scorekeeper.formats.json_diagnosis import error_at, find_encoding_error

MARK = b"\xef\xbb\xbf"
"""The byte order mark that some editors put at the start of a file."""

_STRING = rb'"[^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+"'
_KEYS = re.compile(_STRING + rb"|[{}\[\]:]")


def read_json(data: bytes | str) -> object:
    """Return the JSON value in the text.

    Raises `Malformed("json")` for invalid JSON, bytes that are not UTF-8, and a value larger than any record.
    Raises `Malformed("format")` for a repeated key, because one of its values would be lost.
    """
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    if len(data) > _LIGHT and _weight(data) > MOST_WEIGHT:
        raise Malformed("json", reason="many")
    try:
        value = strict_json.loads(data)
    except strict_json.JSONDecodeError as error:
        if data.startswith(MARK):
            return read_json(data[len(MARK) :])
        raise json_error(data, error) from None
    if not (type(value) is dict or type(value) is list) or _has_unique_keys(data, value):
        return value
    del value  # free its memory before the slow check
    key = _first_repeated_key(data)
    if key is not None:
        raise Malformed("format", reason="twice", field=key, read=key)
    return strict_json.loads(data)


_WEIGHTS = {b"{": 120, b"[": 60, b",": 45, b":": 20}
_LIGHT = 64 * 1024
MOST_WEIGHT = 160 * 1024 * 1024
"""The most memory in bytes, roughly, that one text may need. Two bytes of text can take seventy."""


def _weight(data: bytes) -> int:
    """Estimate the memory that the parsed text would take, by counting its delimiters."""
    return len(data) + sum(data.count(sign) * weight for sign, weight in _WEIGHTS.items())


def text_of(data: bytes) -> str:
    """Return a file's text without its byte order mark. Raises `Malformed("json")` unless it is UTF-8."""
    try:
        return data.removeprefix(MARK).decode()
    except UnicodeDecodeError:
        raise find_encoding_error(data) or Malformed("json", reason="nul") from None


def _has_unique_keys(data: bytes, value: object) -> bool:
    # A repeated key is lost in parsing, so the parsed value has fewer colons than the text. Counting them is fast.
    # A colon written as \u003a is not counted in the text, so that needs the slow check.
    try:
        written = strict_json.dumps(value)
    except strict_json.JSONEncodeError:  # orjson reads about a thousand levels, but writes only some hundred
        raise Malformed("json", reason="deep") from None
    if data.startswith(written):  # written without spaces, as most programs do
        return True
    return data.count(b":") == written.count(b":") and (b"\\" not in data or b"\\u003" not in data)


def _first_repeated_key(data: bytes) -> str | None:
    """Return the first repeated key of an object in valid JSON."""
    inside: list[set[str]] = []
    last = b""
    for match in _KEYS.finditer(data):
        token = match[0]
        if token == b"{" or token == b"[":
            inside.append(set())
        elif token == b"}" or token == b"]":
            inside.pop()
        elif token == b":":
            key: str = strict_json.loads(last)
            if key in inside[-1]:
                return key
            inside[-1].add(key)
        last = token
    return None


def json_error(data: bytes, error: strict_json.JSONDecodeError) -> GameError:
    """Return the error for invalid JSON, `Malformed("json")` with a reason, from the parser's error."""
    encoding = find_encoding_error(data)
    if encoding is not None:
        return encoding
    if "depth" in error.msg or "recursion" in error.msg:
        return Malformed("json", reason="deep")
    return error_at(data.decode(), error.pos)
