"""Answers to what comes line by line: in its order, some together, seen in time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, BinaryIO

import orjson

from scorekeeper.engine.errors import GameError

_TOGETHER = 16
"""Objects that go through each step together: a processor has at hand what it did just before."""
_SOON = 1.0
"""Seconds after which somebody who looks on sees what has been answered."""


class SeenLines:
    """Lines that are written, each seen in time. All may raise OSError."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._seen = time.monotonic()

    def write(self, lines: Iterable[bytes], *, at_once: bool = False) -> None:
        """Write lines; `at_once`: somebody may wait for them."""
        for line in lines:
            self._out.write(line)
        if at_once or time.monotonic() - self._seen > _SOON:
            self.flush()

    def flush(self) -> None:
        """Have them all seen."""
        self._seen = time.monotonic()
        self._out.flush()


class AnswerLines:
    """What was asked, answered in its order. `failed`: something could not be answered. All may raise OSError."""

    def __init__(self, steps: Sequence[Callable[[Any], object]], refuse: Callable[[GameError], object], out: BinaryIO) -> None:
        self.failed = False
        self._steps, self._refuse, self._out = steps, refuse, SeenLines(out)
        self._together = _TOGETHER if len(steps) > 1 else 1
        self._held: list[object] = []

    def take(self, obj: object) -> None:
        """Answer an object, or hold it until there are some more."""
        self._held.append(obj)
        if len(self._held) >= self._together:
            self._answer()

    def before_more(self) -> None:
        """Have all answers seen: whoever asks may wait for them before asking the next, or nothing comes any more."""
        self._answer()
        self._out.flush()

    def write(self, answers: Iterable[bytes | GameError], *, at_once: bool = False) -> None:
        """Write answers, and what is said in the place of errors; `at_once`: somebody may wait for them."""
        self._out.write(map(self._said, answers), at_once=at_once)

    def _said(self, answer: bytes | GameError) -> bytes:
        if isinstance(answer, GameError):
            self.failed = True
            return _line(self._refuse(answer))
        return answer

    def _answer(self) -> None:
        held, self._held = self._held, []
        for step in self._steps:
            for n, obj in enumerate(held):
                if isinstance(obj, GameError):
                    continue
                try:
                    held[n] = step(obj)
                except GameError as error:
                    held[n] = error
        self.write([obj if isinstance(obj, GameError) else _line(obj) for obj in held])


def _line(answer: object) -> bytes:
    return orjson.dumps(answer, option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_NON_STR_KEYS)
