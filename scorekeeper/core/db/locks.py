"""Locks across the threads and processes of this computer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from flask import current_app

from scorekeeper.core import files
from scorekeeper.core.db.database import DatabaseBusy, shared_time_limit

_LOCKS = "scorekeeper.turns"
_STRIPES = 32


@contextmanager
def _hold(lock: Lock, seconds: float) -> Iterator[None]:
    if not lock.acquire(timeout=seconds):
        raise DatabaseBusy
    try:
        yield
    finally:
        lock.release()


@contextmanager
def hold_numbered_lock(number: int, kind: str = "") -> Iterator[None]:
    """Hold a lock for a number of this kind. Raises DatabaseBusy.

    SQLite's own lock is polled ever more rarely, so one of two processes that both write to a tournament all the time would
    starve.
    """
    stripe = number % _STRIPES
    locks: list[Lock] = current_app.extensions.setdefault(f"{_LOCKS}{kind}", [Lock() for _ in range(_STRIPES)])
    file = Path(current_app.instance_path) / "turns" / f"{kind}{stripe}"
    # On a system without file locks, only the database's own lock remains.
    with shared_time_limit() as left, _hold(locks[stripe], left()), files.hold_lock(file, wait=True):
        yield
