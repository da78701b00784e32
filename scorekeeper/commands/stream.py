"""One JSON object a line in, one a line out, in order, as they come."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import BinaryIO, NoReturn

import click
import orjson

from scorekeeper.engine.errors import GameError, Malformed

LARGEST_PRETTY = 16 * 1024 * 1024
"""Bytes that are held back at most while it is unsure whether a pretty-printed object is on its way."""

_MARK = b"\xef\xbb\xbf"  # some editors put a byte order mark before the first line


def files_argument(function: Callable[..., object]) -> Callable[..., object]:
    """`[FILE ...|-]`, standard input when none is named."""
    return click.argument("files", nargs=-1, metavar="[FILE ...|-]", type=click.Path(allow_dash=True))(function)


def language_option(function: Callable[..., object]) -> Callable[..., object]:
    """`--lang`, English unless asked: programs read this output, and must not depend on the terminal's language."""
    choice = click.Choice(["en", "fr"])
    return click.option("--lang", type=choice, default="en", show_default=True, help="Language of the explanations.")(function)


def run(files: Iterable[str], answer: Callable[[object], object], refuse: Callable[[GameError], object]) -> NoReturn:
    """Answer every object of the files; exit with 1 if any could not be answered, after answering all the others.

    `answer` may raise `GameError`; what `refuse` makes of it is printed in its place.
    """
    out = sys.stdout.buffer
    at_once = _arrives_in_pieces(files)
    failed = False
    try:
        for obj in objects(files):
            try:
                result = refuse(obj) if isinstance(obj, GameError) else answer(obj)
                failed = failed or isinstance(obj, GameError)
            except GameError as error:
                result, failed = refuse(error), True
            except RecursionError:
                result, failed = refuse(too_deep()), True
            out.write(orjson.dumps(result, option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_NON_STR_KEYS))
            if at_once:
                out.flush()
        out.flush()
    except BrokenPipeError:  # the reader has seen enough
        sys.stderr.close()
        sys.exit(1)
    sys.exit(1 if failed else 0)


def _arrives_in_pieces(files: Iterable[str]) -> bool:
    """Whether somebody may be waiting for each answer before asking the next; nobody is where all input is files."""
    if files and "-" not in files:
        return False
    try:
        return not stat.S_ISREG(os.fstat(sys.stdin.fileno()).st_mode)
    except OSError:  # no real file behind it
        return True


def too_deep() -> GameError:
    """The error for JSON nested deeper than any record."""
    return Malformed("json", event=0, reason="deep")


def objects(files: Iterable[str]) -> Iterator[object]:
    """Every object in the files, in order; a `GameError` in the place of each that is not JSON."""
    with ExitStack() as stack:
        for name in files or ("-",):
            if name == "-":
                yield from parse_lines(sys.stdin.buffer)
                continue
            try:
                file: BinaryIO = stack.enter_context(open(name, "rb"))  # noqa: PTH123 (a path of the caller's)
            except OSError as error:
                yield Malformed("json", event=0, reason="file", read=name, text=error.strerror)
                continue
            yield from parse_lines(file)
            stack.pop_all().close()


def parse_lines(lines: Iterable[bytes]) -> Iterator[object]:
    """Objects of a stream: one a line, or one spread over many lines as editors and `json.tool` print it."""
    source = iter(lines)
    first = True
    for raw in source:
        line = raw.removeprefix(_MARK) if first else raw
        first = False
        if line.isspace() or not line:
            continue
        try:
            yield orjson.loads(line)
        except orjson.JSONDecodeError as error:
            if _unfinished(line, error):
                yield from _spread(line, error, source)
            else:
                yield _not_json(line, error)


def _unfinished(line: bytes, error: orjson.JSONDecodeError) -> bool:
    """Whether the line breaks off rather than being wrong: it opens an object, and the parser wanted more at its end."""
    text = line.rstrip()
    return text.startswith(b"{") and not text.endswith(b"}") and error.pos >= len(text.decode("utf-8", "replace")) - 1


def _spread(first: bytes, error: orjson.JSONDecodeError, source: Iterator[bytes]) -> Iterator[object]:
    """The object that `first` opens, read on until it closes; if it never does, each line is taken on its own after all."""
    held, size = [first], len(first)
    for line in source:
        held.append(line)
        size += len(line)
        if line.lstrip().startswith(b"}") or line.rstrip().endswith(b"}"):
            try:
                yield orjson.loads(b"".join(held))
                return
            except orjson.JSONDecodeError:
                pass
        if size > LARGEST_PRETTY:
            break
    yield _not_json(first, error)
    yield from parse_lines(held[1:])


def _not_json(line: bytes, error: orjson.JSONDecodeError) -> GameError:
    read = line[:60].decode("utf-8", "replace").strip()
    deep = "recursion" in error.msg.lower()
    return Malformed("json", event=0, reason="deep" if deep else "syntax", read=read, text=error.msg, column=error.pos + 1)
