"""Taking turns: one at a time through a piece of work, in this process and in the others of this computer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from flask import current_app

from scorekeeper.base import files
from scorekeeper.base.db import DatabaseBusy, waiting

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
    """Wait for whoever works on the same number of this kind, and be woken when that is done. Raises DatabaseBusy.

    SQLite's own lock is asked for again and again, ever more rarely: where two processes write to one tournament all the
    time, one of them would starve.
    """
    stripe = number % _STRIPES
    locks: list[Lock] = current_app.extensions.setdefault(f"{_LOCKS}{kind}", [Lock() for _ in range(_STRIPES)])
    file = Path(current_app.instance_path) / "turns" / f"{kind}{stripe}"
    # Where a system has no locks on files, the database's own is all there is.
    with waiting() as left, _held(locks[stripe], left()), files.held(file, wait=True):
        yield
