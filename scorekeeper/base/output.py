"""The output of a command: written in large pieces, and let go where nobody reads it any more."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import BinaryIO

AT_ONCE = 2**16
"""Bytes that are read or written together, as many as a pipe holds."""


def output() -> BinaryIO:
    """Standard output for bytes, with a buffer of its own: Python's holds two lines, or none where the surroundings took it away
    (`PYTHONUNBUFFERED`, as containers do). What must be seen at once is flushed, and a million lines are not a million calls of
    the system.
    """
    out = sys.stdout.buffer
    try:
        return open(out.fileno(), "wb", AT_ONCE, closefd=False)
    except io.UnsupportedOperation:  # no real file behind it
        return out


def let_go_of_output() -> None:
    """What could not be written is not tried once more at the end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
