"""Files shared by several processes: locks that are released on exit, and atomic writes."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on this system
    fcntl = None  # type: ignore[assignment]
try:
    import msvcrt
except ImportError:  # only on Windows
    msvcrt = None  # type: ignore[assignment]

_RETRY_SECONDS = 0.02


def open_lock(path: Path, *, attempts: int = 1, wait: bool = False) -> int | None:
    """Open and lock a file, or return None if another process holds the lock. Closing or exiting releases it.

    `wait`: block until it is free. `attempts`: retries, because a check by another process locks the file for an instant.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    attempt = 0
    while not _acquire(handle, wait=wait):
        attempt += 1
        if attempt >= attempts and not wait:
            os.close(handle)
            return None
        time.sleep(_RETRY_SECONDS)
    return handle


def _acquire(handle: int, *, wait: bool) -> bool:
    """Return whether the lock was acquired. `wait`: block, if the system supports that."""
    if fcntl is not None:
        with suppress(BlockingIOError):
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            return True
        return False
    if msvcrt is not None:
        with suppress(OSError):
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
            return True
        return False
    return True  # a system without file locks


@contextmanager
def hold_lock(path: Path, *, attempts: int = 1, wait: bool = False) -> Iterator[bool]:
    """Hold a lock in this context. Yields whether it was acquired. `attempts`, `wait`: as for `open_lock`."""
    handle = open_lock(path, attempts=attempts, wait=wait)
    try:
        yield handle is not None
    finally:
        if handle is not None:
            os.close(handle)


def is_unlocked(path: Path) -> bool:
    """Return whether no process holds a lock."""
    if not path.exists():
        return True
    with hold_lock(path) as mine:
        return mine


def write_atomically(path: Path, body: bytes) -> None:
    """Write a file completely or not at all, readable only by this user."""
    draft = path.with_name(f"{secrets.token_hex(6)}.draft")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(body)
    draft.replace(path)
