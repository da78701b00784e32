"""Answers a stream of lines in order, in small batches, and flushes them in time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, BinaryIO

from scorekeeper.engine.errors import GameError
from scorekeeper.formats import strict_json

_BATCH_SIZE = 16
"""Objects that go through each step together, because the processor's cache then holds the code of that step."""
_FLUSH_SECONDS = 1.0
"""Seconds after which finished answers are flushed for someone watching."""


class FlushedWriter:
    """Writes lines and flushes them in time. All methods may raise OSError."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._seen = time.monotonic()

    def write(self, lines: Iterable[bytes], *, at_once: bool = False) -> None:
        """Write lines. `at_once`: flush, because someone may be waiting."""
        for line in lines:
            self._out.write(line)
        if at_once or time.monotonic() - self._seen > _FLUSH_SECONDS:
            self.flush()

    def flush(self) -> None:
        self._seen = time.monotonic()
        self._out.flush()


class AnswerWriter:
    """Answers objects in order. `failed`: at least one could not be answered. All methods may raise OSError."""

    def __init__(self, steps: Sequence[Callable[[Any], object]], refuse: Callable[[GameError], object], out: BinaryIO) -> None:
        self.failed = False
        self._steps, self._refuse, self._out = steps, refuse, FlushedWriter(out)
        self._together = _BATCH_SIZE if len(steps) > 1 else 1
        self._held: list[object] = []

    def take(self, obj: object) -> None:
        """Answer an object, or hold it until the batch is full."""
        self._held.append(obj)
        if len(self._held) >= self._together:
            self._answer()

    def flush_before_reading(self) -> None:
        """Flush all answers before waiting for more input, because the client may wait for them."""
        self._answer()
        self._out.flush()

    def write(self, answers: Iterable[bytes | GameError], *, at_once: bool = False) -> None:
        """Write answers, and messages in place of errors. `at_once`: flush, because someone may be waiting."""
        self._out.write(map(self._encode_answer, answers), at_once=at_once)

    def _encode_answer(self, answer: bytes | GameError) -> bytes:
        if isinstance(answer, GameError):
            self.failed = True
            return _json_line(self._refuse(answer))
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
        self.write([obj if isinstance(obj, GameError) else _json_line(obj) for obj in held])


def _json_line(answer: object) -> bytes:
    return strict_json.dumps(answer, option=strict_json.OPT_APPEND_NEWLINE | strict_json.OPT_NON_STR_KEYS)
