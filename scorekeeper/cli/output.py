"""A command's output, written in large blocks and abandoned when the reader closes the pipe."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import BinaryIO

BUFFER_BYTES = 2**16
"""Bytes read or written at a time, the size of a pipe."""


def output() -> BinaryIO:
    """Return standard output for bytes with a large buffer.

    Python's own holds two lines, or none with `PYTHONUNBUFFERED`, as in containers. This saves a system call per line, but
    output that must be seen at once has to be flushed.
    """
    out = sys.stdout.buffer
    try:
        return open(out.fileno(), "wb", BUFFER_BYTES, closefd=False)
    except io.UnsupportedOperation:  # no real file behind it
        return out


def discard_output() -> None:
    """Redirect standard output to nowhere, so that Python does not retry a failed write on exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
