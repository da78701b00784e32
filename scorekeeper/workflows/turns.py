"""Taking turns: one at a time through a piece of work, in this process and in the others of this computer."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from flask import current_app

from scorekeeper.storage.db import DatabaseBusy, waiting

try:
    import fcntl
except ImportError:  # not on this system: then the database's own lock is all there is
    fcntl = None  # type: ignore[assignment]

_LOCKS = "scorekeeper.turns"
_STRIPES = 32


@contextmanager
def _held(lock: Lock, seconds: float) -> Iterator[None]:
    if not lock.acquire(timeout=seconds):
        raise DatabaseBusy
    try:
        yield
    finally:
        lock.release()


@contextmanager
def turn(number: int, kind: str = "") -> Iterator[None]:
    """Wait for whoever works on the same number of this kind, and be woken when he is done. Raises DatabaseBusy.

    SQLite's own lock is asked for again and again, ever more rarely: where two processes write to one tournament all the
    time, one of them would starve.
    """
    stripe = number % _STRIPES
    locks: list[Lock] = current_app.extensions.setdefault(f"{_LOCKS}{kind}", [Lock() for _ in range(_STRIPES)])
    with waiting() as left, _held(locks[stripe], left()):
        if fcntl is None:
            yield
            return
        # Closing the file gives the turn up, also when the process dies.
        folder = Path(current_app.instance_path) / "turns"
        folder.mkdir(exist_ok=True)
        handle = os.open(folder / f"{kind}{stripe}", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)
