"""One JSON object a line in, one a line out, in order, as they come."""

from __future__ import annotations

import gc
import io
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

import click

from scorekeeper.base.output import AT_ONCE, let_go_of_output, output
from scorekeeper.codec.reading import MARK, read_json
from scorekeeper.commands.answers import AnswerLines
from scorekeeper.commands.several import Several
from scorekeeper.commands.spread import LARGEST, Spread, SpreadLine, indent
from scorekeeper.engine.errors import GameError, Malformed
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from typing_extensions import Buffer

_SELDOM = 50_000
"""Objects after which Python looks for circles among them: what comes of a line is let go with it, and there are none."""


def files_argument(function: Callable[..., object]) -> Callable[..., object]:
    """`[FILE ...|-]`, standard input when none is named."""
    return click.argument("files", nargs=-1, metavar=N_("[FILE ...|-]"), type=click.Path(allow_dash=True))(function)


def language_option(function: Callable[..., object]) -> Callable[..., object]:
    """`--lang`, English unless asked: programs read this output, and must not depend on the terminal's language."""
    choice = click.Choice(["en", "fr"])
    return click.option("--lang", type=choice, default="en", show_default=True, help=N_("Language of the explanations."))(
        function
    )


def run(
    files: Iterable[str],
    steps: Sequence[Callable[[Any], object]],
    refuse: Callable[[GameError], object],
    several: Several | None = None,
) -> NoReturn:
    """Answer every object of the files; exit with 1 if any could not be answered, after answering all the others.

    `steps`: each takes what the one before it gave, the first an object, and the last one gives the answer. They may raise
    `GameError`; what `refuse` makes of it is printed in its place. `several`: processes that answer instead.
    """
    answers = AnswerLines(steps, refuse, output())
    usual = gc.get_threshold()
    gc.set_threshold(_SELDOM, *usual[1:])
    try:
        if several is None:
            for obj in objects(files, answers.before_more):
                answers.take(obj)
        else:
            at_once = arrives_in_pieces(files)  # who reads there is not who writes here
            for answer in several.answers(objects(files)):
                answers.write([answer], at_once=at_once)
        answers.before_more()
    except BrokenPipeError:  # the reader has seen enough
        let_go_of_output()
        sys.exit(1)
    finally:
        gc.set_threshold(*usual)
    sys.exit(1 if answers.failed or (several is not None and several.failed) else 0)


def arrives_in_pieces(files: Iterable[str]) -> bool:
    """Whether somebody may be waiting for each answer before asking the next; nobody is where all input is files."""
    try:
        stats = [os.fstat(sys.stdin.fileno()) if name == "-" else os.stat(name) for name in files or ("-",)]  # noqa: PTH116
    except OSError:  # no real file behind it
        return True
    return not all(stat.S_ISREG(one.st_mode) for one in stats)


def nothing() -> None:
    """Nothing is to be done."""


def objects(files: Iterable[str], before: Callable[[], object] = nothing) -> Iterator[object]:
    """Every object in the files, in order; a `GameError` in the place of each that is not JSON.

    `before`: called each time before more is waited for. Whoever asks one thing after the other, at a pipe, has every answer by
    then, and of what is there already not each answer has to be sent off by itself. Raises what it raises.
    """
    for name in files or ("-",):
        try:
            with _opened(name, before) as file:
                yield from parse_lines(file)
        except _Unread as error:
            raise error.why from None
        except OSError as error:
            yield Malformed("json", event=0, reason="file", read=name, text=error.strerror)


class _Unread(Exception):
    """Nothing more was read, for an error that is not the file's."""

    def __init__(self, why: OSError) -> None:
        super().__init__(why)
        self.why = why


class _Source(io.FileIO):
    """A file that tells when it is read on."""

    def __init__(self, file: str | int, before: Callable[[], object]) -> None:
        super().__init__(file, "rb", closefd=isinstance(file, str))
        self._before = before

    def readinto(self, buffer: Buffer) -> int | None:
        try:
            self._before()
        except OSError as error:
            raise _Unread(error) from error
        return super().readinto(buffer)


def _opened(name: str, before: Callable[[], object]) -> AbstractContextManager[BinaryIO]:
    """A reader of our own, of standard input too: Python closes its own one at the end, and cannot while another thread still
    waits there for a line.
    """
    try:
        file = sys.stdin.fileno() if name == "-" else name
    except OSError:  # no real file behind it
        return nullcontext(sys.stdin.buffer)
    return io.BufferedReader(_Source(file, before), AT_ONCE)


def parse_lines(file: BinaryIO) -> Iterator[object]:
    """Objects of a stream: one a line, or one spread over many lines as editors and `json.tool` print it.

    An object that is broken is one error, and so is every line that belongs to none.
    """
    reader = _Reader()
    for line in _lines(file):
        if isinstance(line, GameError):
            yield from reader.end()
            yield line
            continue
        if reader.idle:  # as it nearly always is
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
    """The lines, none longer than a record may be: of one that is, no more is kept than it takes to see that."""
    while line := file.readline(LARGEST + 1):
        if len(line) <= LARGEST:
            yield line
            continue
        yield Malformed("json", event=0, reason="long", high=LARGEST // 2**20)
        while line and not line.endswith(b"\n"):
            line = file.readline(LARGEST)


class _Reader:
    """Puts lines together again."""

    def __init__(self) -> None:
        self.spread: Spread | None = None
        self.broken: int | None = None
        """How far in the record began whose further lines are passed over: that it is broken has been said."""

    @property
    def idle(self) -> bool:
        """Whether a line is what it is, whatever came before it."""
        return self.spread is None and self.broken is None

    def take(self, line: bytes) -> Iterator[object]:
        """The objects, or errors, that are known with this line."""
        if self.spread is not None:
            yield from self._go_on(self.spread, line)
            return
        try:
            value = read_json(line)
        except GameError as error:
            yield from self.begin(line, error)
            return
        if self.broken is not None and not isinstance(value, dict) and _belongs(line, self.broken):
            return
        self.broken = None
        yield value

    def begin(self, line: bytes, error: GameError) -> Iterator[object]:
        """What is known with a line that is no JSON of its own: nothing yet, where it may be the beginning of some."""
        if not line.strip(b"\0 \t\r\n"):  # a NUL is what UTF-16 leaves of a line's end
            return
        if self.broken is not None and _belongs(line, self.broken):
            return
        self.broken = None
        line = line.removeprefix(MARK)
        if error.code == "json" and line.lstrip()[:1] in (b"{", b"["):
            spread = Spread()
            if spread.add(line) is SpreadLine.OPEN:
                self.spread = spread
                return
        yield error

    def _go_on(self, spread: Spread, line: bytes) -> Iterator[object]:
        whole = _record(line)
        if whole is not None:
            yield from self.end()
            yield whole
            return
        step = spread.add(line)
        if step is SpreadLine.WHOLE:
            yield from self.end()
        elif step is SpreadLine.BROKEN:
            self.spread = None
            own = not _belongs(line, spread.base)
            yield from _apart(spread.parts(), b"" if own else line)
            self.broken = spread.base
            yield from self.take(line)
        elif (gone := spread.given_up()) is not None:
            yield from _apart([gone], b"")

    def end(self) -> Iterator[object]:
        """What is still held, as far as it goes."""
        spread, self.spread, self.broken = self.spread, None, None
        if spread is not None:
            yield from _apart(spread.parts(), b"")


def _apart(parts: list[list[bytes]], last: bytes) -> Iterator[object]:
    """An answer for each part; `last`: the line that the last one could not go on with."""
    for n, lines in enumerate(parts, 1):
        try:
            yield read_json(b"".join([*lines, last if n == len(parts) else b""]))
        except GameError as error:
            yield error
            if error.code == "json":
                yield from (found for found in map(_object, lines[1:]) if found is not None)


def _object(line: bytes) -> object | None:
    """The object that is whole on this line, None where there is none."""
    if line.lstrip()[:1] != b"{":
        return None
    try:
        return read_json(line)
    except GameError as error:
        return None if error.code == "json" else error


def _record(line: bytes) -> object | None:
    """The record that is whole on this line: what says its own format is no part of another one."""
    value = _object(line)
    return value if isinstance(value, dict) and "format" in value else None


def _belongs(line: bytes, base: int) -> bool:
    """Whether a line goes on with a broken record that began so far in, and is no object of its own."""
    return indent(line) > base or line.lstrip()[:1] in (b"}", b"]", b",", b":", b'"')
