"""Reads one JSON object per line and writes one per line, in order, in small batches and without delay."""

from __future__ import annotations

import gc
import io
import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

import click

from scorekeeper.cli.streams.multiline_records import LARGEST, PartialRecord, RecordState, indent
from scorekeeper.cli.streams.parallel import ProcessPool
from scorekeeper.cli.terminal import BUFFER_BYTES, discard_output, output
from scorekeeper.engine.errors import GameError, Malformed
from scorekeeper.formats import strict_json
from scorekeeper.formats.json_reader import MARK, read_json
from scorekeeper.messages.marks import N_

if TYPE_CHECKING:
    from typing_extensions import Buffer


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
        batch, self._held = self._held, []
        for step in self._steps:
            for n, obj in enumerate(batch):
                if isinstance(obj, GameError):
                    continue
                try:
                    batch[n] = step(obj)
                except GameError as error:
                    batch[n] = error
        self.write([obj if isinstance(obj, GameError) else _json_line(obj) for obj in batch])


def _json_line(answer: object) -> bytes:
    return strict_json.dumps(answer, option=strict_json.OPT_APPEND_NEWLINE | strict_json.OPT_NON_STR_KEYS)


_SELDOM = 50_000
"""Allocations between two garbage collections, which are rare because the objects of a line form no cycles."""


def files_argument(function: Callable[..., object]) -> Callable[..., object]:
    """Add the argument `[FILE ...|-]`. The default is standard input."""
    return click.argument("files", nargs=-1, metavar=N_("[FILE ...|-]"), type=click.Path(allow_dash=True))(function)


def language_option(function: Callable[..., object]) -> Callable[..., object]:
    """Add `--lang`. The default is English, because programs read the output whatever the terminal's language."""
    choice = click.Choice(["en", "fr"])
    return click.option("--lang", type=choice, default="en", show_default=True, help=N_("Language of the explanations."))(
        function
    )


def run(
    files: Iterable[str],
    steps: Sequence[Callable[[Any], object]],
    refuse: Callable[[GameError], object],
    several: ProcessPool | None = None,
) -> NoReturn:
    """Answer every object of the files. Exit with status 1 if any could not be answered.

    Each of `steps` gets the result of the one before, the first an object; the last returns the answer. They may raise
    `GameError`, in whose place the result of `refuse` is printed. `several`: processes that answer instead.
    """
    answers = AnswerWriter(steps, refuse, output())
    usual = gc.get_threshold()
    gc.set_threshold(_SELDOM, *usual[1:])
    try:
        if several is None:
            for obj in objects(files, answers.flush_before_reading):
                answers.take(obj)
        else:
            at_once = may_wait_for_answers(files)  # another thread reads the input
            for answer in several.answers(objects(files)):
                answers.write([answer], at_once=at_once)
        answers.flush_before_reading()
    except BrokenPipeError:  # the reader has closed the pipe
        discard_output()
        sys.exit(1)
    finally:
        gc.set_threshold(*usual)
    sys.exit(1 if answers.failed or (several is not None and several.failed) else 0)


def may_wait_for_answers(files: Iterable[str]) -> bool:
    """Return whether a client may wait for each answer. With regular files as input, no one does."""
    try:
        stats = [os.fstat(sys.stdin.fileno()) if name == "-" else os.stat(name) for name in files or ("-",)]  # noqa: PTH116
    except OSError:  # no real file behind it
        return True
    return not all(stat.S_ISREG(one.st_mode) for one in stats)


def do_nothing() -> None:
    """Do nothing."""


def objects(files: Iterable[str], before: Callable[[], object] = do_nothing) -> Iterator[object]:
    """Yield every object in the files in order, and a `GameError` in place of invalid JSON.

    `before` is called before waiting for more input, so that answers are flushed only then. Its exceptions are raised.
    """
    for name in files or ("-",):
        try:
            with _open_input(name, before) as file:
                yield from parse_lines(file)
        except _ReadError as error:
            raise error.why from None
        except OSError as error:
            yield Malformed("json", event=0, reason="file", read=name, text=error.strerror)


class _ReadError(Exception):
    """Stops reading because of an error that is not the file's own."""

    def __init__(self, why: OSError) -> None:
        super().__init__(why)
        self.why = why


class _Source(io.FileIO):
    """A file that calls `before` whenever it is read."""

    def __init__(self, file: str | int, before: Callable[[], object]) -> None:
        super().__init__(file, "rb", closefd=isinstance(file, str))
        self._before = before

    def readinto(self, buffer: Buffer) -> int | None:
        try:
            self._before()
        except OSError as error:
            raise _ReadError(error) from error
        return super().readinto(buffer)


def _open_input(name: str, before: Callable[[], object]) -> AbstractContextManager[BinaryIO]:
    """Open a file or standard input with our own reader.

    Python would close its own reader on exit, which fails while another thread waits for a line.
    """
    try:
        file = sys.stdin.fileno() if name == "-" else name
    except OSError:  # no real file behind it
        return nullcontext(sys.stdin.buffer)
    return io.BufferedReader(_Source(file, before), BUFFER_BYTES)


def parse_lines(file: BinaryIO) -> Iterator[object]:
    """Yield the objects of a stream, each on one line or over several, as editors and `json.tool` print it.

    A broken object is one error, and so is every line outside an object.
    """
    reader = _Reader()
    for line in _lines(file):
        if isinstance(line, GameError):
            yield from reader.end()
            yield line
            continue
        if reader.idle:  # nearly always
            try:
                value = read_json(line)
            except GameError as error:
                yield from reader.begin(line, error)
            else:
                yield value
        else:
            yield from reader.take(line)
    yield from reader.end()


def _lines(file: BinaryIO) -> Iterator[bytes | GameError]:
    """Yield the lines, and an error for each that is too long. The rest of such a line is skipped."""
    while line := file.readline(LARGEST + 1):
        if len(line) <= LARGEST:
            yield line
            continue
        yield Malformed("json", event=0, reason="long", high=LARGEST // 2**20)
        while line and not line.endswith(b"\n"):
            line = file.readline(LARGEST)


class _Reader:
    """Joins lines into objects."""

    def __init__(self) -> None:
        self.spread: PartialRecord | None = None
        self.broken: int | None = None
        """Indentation of a broken record that has been reported. Its remaining lines are skipped."""

    @property
    def idle(self) -> bool:
        """Whether the next line does not depend on earlier ones."""
        return self.spread is None and self.broken is None

    def take(self, line: bytes) -> Iterator[object]:
        """Yield the objects and errors that a line completes."""
        if self.spread is not None:
            yield from self._continue_record(self.spread, line)
            return
        try:
            value = read_json(line)
        except GameError as error:
            yield from self.begin(line, error)
            return
        if self.broken is not None and not isinstance(value, dict) and _continues_record(line, self.broken):
            return
        self.broken = None
        yield value

    def begin(self, line: bytes, error: GameError) -> Iterator[object]:
        """Handle a line that is not complete JSON: start a record, or yield the error."""
        if not line.strip(b"\0 \t\r\n"):  # a UTF-16 line end leaves a NUL
            return
        if self.broken is not None and _continues_record(line, self.broken):
            return
        self.broken = None
        line = line.removeprefix(MARK)
        if error.code == "json" and line.lstrip()[:1] in (b"{", b"["):
            spread = PartialRecord()
            if spread.add(line) is RecordState.OPEN:
                self.spread = spread
                return
        yield error

    def _continue_record(self, spread: PartialRecord, line: bytes) -> Iterator[object]:
        record = _record(line)
        if record is not None:
            yield from self.end()
            yield record
            return
        step = spread.add(line)
        if step is RecordState.WHOLE:
            yield from self.end()
        elif step is RecordState.BROKEN:
            self.spread = None
            own = not _continues_record(line, spread.base)
            yield from _parse_parts(spread.parts(), b"" if own else line)
            self.broken = spread.base
            yield from self.take(line)
        elif (removed := spread.give_up_outermost()) is not None:
            yield from _parse_parts([removed], b"")

    def end(self) -> Iterator[object]:
        """Yield what can be read of the lines still held."""
        spread, self.spread, self.broken = self.spread, None, None
        if spread is not None:
            yield from _parse_parts(spread.parts(), b"")


def _parse_parts(parts: list[list[bytes]], last: bytes) -> Iterator[object]:
    """Yield an object or error for each part. `last`: the line that did not fit the last part."""
    for n, lines in enumerate(parts, 1):
        try:
            yield read_json(b"".join([*lines, last if n == len(parts) else b""]))
        except GameError as error:
            yield error
            if error.code == "json":
                yield from (found for found in map(_object, lines[1:]) if found is not None)


def _object(line: bytes) -> object | None:
    """Return the complete object on this line, or None."""
    if line.lstrip()[:1] != b"{":
        return None
    try:
        return read_json(line)
    except GameError as error:
        return None if error.code == "json" else error


def _record(line: bytes) -> object | None:
    """Return the complete record on this line, or None. A `format` shows that it is not part of another one."""
    value = _object(line)
    return value if isinstance(value, dict) and "format" in value else None


def _continues_record(line: bytes, base: int) -> bool:
    """Return whether a line continues a broken record with indentation `base`."""
    return indent(line) > base or line.lstrip()[:1] in (b"}", b"]", b",", b":", b'"')
