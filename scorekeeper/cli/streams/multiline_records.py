"""Reads a JSON record that spans several lines, and separates it from the lines of other records."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise

LARGEST = 32 * 1024 * 1024
"""Maximum bytes of one record, or of one line."""
_LINE = 64
"""Overhead of a line in bytes."""
_DEEPEST = 1024
_NESTED = 16
"""Maximum number of nested objects that open without indentation. Beyond it, the outermost one must be cut off."""

_TOKEN = re.compile(rb'"[^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+"|[{}\[\],:]|[-+.\w]+|\S')
_WORDS = (b"true", b"false", b"null", b"NaN", b"Infinity")
_OPENED = {b"}"[0]: b"{"[0], b"]"[0]: b"["[0]}


class RecordState(Enum):
    """The state of the record after a line."""

    OPEN = 0
    WHOLE = 1
    BROKEN = 2


class _ExpectedToken(Enum):
    """The tokens that JSON allows next."""

    VALUE = 0
    VALUE_OR_END = 1
    KEY = 2
    KEY_OR_END = 3
    COLON = 4
    COMMA_OR_END = 5


_VALUES = (_ExpectedToken.VALUE, _ExpectedToken.VALUE_OR_END)
_KEYS = (_ExpectedToken.KEY, _ExpectedToken.KEY_OR_END)


@dataclass
class _Start:
    """A line that may begin another record: its index, and its depth of nesting."""

    line: int
    depth: int


@dataclass
class PartialRecord:
    """The lines of a record that is not complete yet.

    Only JSON's grammar decides which lines belong to it, however it is formatted. If a line is cut off just before a value,
    the following records look like that value until one begins without a comma. `parts` then returns each one's own lines.
    Each line is parsed once.
    """

    lines: list[bytes] = field(default_factory=list)
    base: int = 0
    size: int = 0
    _inside: list[int] = field(default_factory=list)
    _next: _ExpectedToken = _ExpectedToken.VALUE
    _starts: list[_Start] = field(default_factory=list)

    def add(self, line: bytes) -> RecordState:
        """Add the next line. If the result is BROKEN, the line does not fit and was not added."""
        if not self.lines:
            self.base = indent(line)
        elif self._begins(line):
            self._starts.append(_Start(len(self.lines), len(self._inside)))
        size = self.size + len(line) + _LINE
        if size > LARGEST:
            return RecordState.BROKEN
        for token in _TOKEN.findall(line):
            if not (self._inside or self._next is _ExpectedToken.VALUE) or not self._take(token):
                return RecordState.BROKEN
        self.lines.append(line)
        self.size = size
        return RecordState.OPEN if self._inside else RecordState.WHOLE

    def parts(self) -> list[list[bytes]]:
        """Return the lines of the first record and of each record that may have begun later."""
        places = [0, *(start.line for start in self._starts if start.line < len(self.lines)), len(self.lines)]
        return [self.lines[a:b] for a, b in pairwise(places)]

    def give_up_outermost(self) -> list[bytes] | None:
        """Remove and return the outermost record's lines if too many objects opened inside it."""
        if len(self._starts) <= _NESTED:
            return None
        first, *others = self._starts
        removed, self.lines = self.lines[: first.line], self.lines[first.line :]
        self.size -= sum(map(len, removed)) + _LINE * len(removed)
        del self._inside[: first.depth]
        self._starts = [_Start(one.line - first.line, one.depth - first.depth) for one in others]
        self.base = indent(self.lines[0])
        return removed

    def _begins(self, line: bytes) -> bool:
        return self._next in _VALUES and line.lstrip()[:1] == b"{" and indent(line) <= self.base

    def _take(self, token: bytes) -> bool:
        """Consume a token. Return whether JSON allows it."""
        if self._next is _ExpectedToken.COMMA_OR_END and self._starts and self._starts[-1].depth == len(self._inside):
            if token[0] not in b",}]":
                return False
            self._starts.pop()  # the outer record continues after it
        sign = token[0]
        if sign in b"}]":
            return self._close(sign)
        if self._next in _KEYS:
            self._next = _ExpectedToken.COLON
            return sign == b'"'[0] and len(token) > 1
        if self._next is _ExpectedToken.COLON:
            self._next = _ExpectedToken.VALUE
            return token == b":"
        if self._next is _ExpectedToken.COMMA_OR_END:
            self._next = _ExpectedToken.KEY if self._inside[-1] == b"{"[0] else _ExpectedToken.VALUE
            return token == b","
        return self._value(token)

    def _value(self, token: bytes) -> bool:
        sign = token[0]
        if sign in b"{[":
            self._inside.append(sign)
            self._next = _ExpectedToken.KEY_OR_END if token == b"{" else _ExpectedToken.VALUE_OR_END
            return len(self._inside) <= _DEEPEST
        self._next = _ExpectedToken.COMMA_OR_END
        return token in _WORDS or sign in b"-0123456789" or (sign == b'"'[0] and len(token) > 1)

    def _close(self, sign: int) -> bool:
        may = _ExpectedToken.KEY_OR_END if sign == b"}"[0] else _ExpectedToken.VALUE_OR_END
        fits = self._next in (may, _ExpectedToken.COMMA_OR_END) and self._inside[-1] == _OPENED[sign]
        self._next = _ExpectedToken.COMMA_OR_END
        if fits:
            self._inside.pop()
        return fits


def indent(line: bytes) -> int:
    """Return the number of leading blanks."""
    return len(line) - len(line.lstrip())
