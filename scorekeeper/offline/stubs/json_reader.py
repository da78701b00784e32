"""Reads JSON on a phone. The browser parses it; invalid text is scanned here to give the server's error messages."""

from __future__ import annotations

import json

from browser import self as worker  # type: ignore[import-not-found]

from scorekeeper.engine.errors import GameError, Malformed
from scorekeeper.formats.json_diagnosis import FEW, error_at, find_encoding_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

DEEPEST = 254
"""Most nested objects and lists in valid JSON, as many as a server writes."""
DEEPEST_READ = 1024
"""Most nested objects and lists in invalid JSON, as many as a server reads."""
AT_ONCE = 400
ESCAPED = '"\\/bfnrtu'
HEX = "0123456789abcdef"
VALUES = frozenset({'"', "0", "w"})
"""Tokens of values that are not objects or lists: a string, a number, a word."""


def text_of(data: str | bytes | None) -> str:
    """Return the text of a file that the browser read.

    `data` is bytes, the first of the file, if it is not text, and None if it is too large. Raises `Malformed("json")` for
    both.
    """
    if data is None:
        raise Malformed("json", reason="many")
    if isinstance(data, str):
        return data
    raise find_encoding_error(data) or Malformed("json", reason="nul")


def read_json(text: str) -> object:
    """Return the JSON value of a text.

    Raises the server's errors: `Malformed("json")`, or `Malformed("format")` for a duplicate key.
    """
    text = text.removeprefix("\ufeff")
    try:
        value: Any = json.loads(text)
    except json.JSONDecodeError:
        raise _find_error(text) from None
    if text.count("[") + text.count("{") > DEEPEST and _deep(value):
        raise Malformed("json", reason="deep")
    if isinstance(value, (dict, list)) and json.dumps(value).count(":") != text.count(":"):
        error = _walk(text)
        if error is not None:
            raise error
    return value


def _deep(value: Any) -> bool:
    """Return whether lists and objects are nested too deeply for a server."""
    depth, level = 0, [value]
    while level:
        within = [one for one in level if isinstance(one, (dict, list))]
        level = [part for one in within for part in (one.values() if isinstance(one, dict) else one)]
        depth += bool(within)
        if depth > DEEPEST:
            return True
    return False


def _find_error(text: str) -> GameError:
    return find_encoding_error(text[:FEW].encode()) or _walk(text) or error_at(text, len(text))


def _walk(text: str) -> GameError | None:
    """Return the error at the first invalid token or duplicate key, or None."""
    inside: list[set[str] | None] = []
    expected, before = "value", 0
    for kind, place, token in _tokens(text):
        if kind == "?":
            return error_at(text, place + _valid_length(text, place))
        fits, expected = _next(kind, expected, inside)
        if not fits:
            # The mistake in a trailing comma is the comma.
            return error_at(text, before if kind in ("}", "]") and text[before] == "," else place)
        before = place
        if len(inside) > DEEPEST_READ:
            return Malformed("json", reason="deep")
        if expected == "colon" and inside[-1] is not None:
            key = str(json.loads(token))
            if key in inside[-1]:
                return Malformed("format", reason="twice", field=key, read=key)
            inside[-1].add(key)
    return None if expected == "end" else error_at(text, len(text))


def _tokens(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield the tokens of a JSON text, in batches because most scans end at the first mistake."""
    place = 0
    while True:
        some = json.loads(worker.phoneTokens(text, place, AT_ONCE))
        yield from some
        if len(some) < AT_ONCE:
            return
        place = some[-1][1] + len(some[-1][2])


def _valid_length(text: str, place: int) -> int:
    """Return the length of the valid start of an invalid token."""
    sign = text[place]
    if sign == '"':
        return _valid_text_length(text, place + 1) - place
    if any(word.startswith(text[place:]) for word in ("true", "false", "null")):
        return len(text) - place
    return 1 if sign == "-" else 0


def _valid_text_length(text: str, place: int) -> int:
    while place < len(text):
        if text[place] < " ":
            return place
        if text[place] == "\\":
            after = text[place + 1 : place + 2]
            digits = text[place + 2 : place + 6].lower() if after == "u" else ""
            if after not in ESCAPED or (after == "u" and (len(digits) < 4 or digits.strip(HEX))):
                return place
            place += 1
        place += 1
    return len(text)


def _next(kind: str, expected: str, inside: list[set[str] | None]) -> tuple[bool, str]:
    """Return whether a token may come here, and what comes next.

    `inside` has the keys of each open object, None for a list.
    """
    after = "more" if inside else "end"
    if expected == "colon":
        return kind == ":", "value"
    if kind in ("}", "]"):
        fits = bool(inside) and (inside[-1] is None) == (kind == "]") and expected in ("more", "first key", "first value")
        if fits:
            inside.pop()
        return fits, "more" if inside else "end"
    if expected == "more":
        return kind == ",", "key" if inside and inside[-1] is not None else "value"
    if expected in ("key", "first key"):
        return kind == '"', "colon"
    if expected == "end":
        return False, expected
    if kind in ("{", "["):
        inside.append(set() if kind == "{" else None)
        return True, "first key" if kind == "{" else "first value"
    return kind in VALUES, after
