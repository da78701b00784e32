"""Files that several processes share: locks that end with whoever holds them, and files that are whole or not there."""

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

_AGAIN = 0.02


def locked(path: Path, *, attempts: int = 1, wait: bool = False) -> int | None:
    """The file, locked and open; None where another holds it. Closing it gives the lock up, and so does dying.

    With `wait`, wait for it. More `attempts`: whoever only looks holds it for an instant.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    attempt = 0
    while not _taken(handle, wait=wait):
        attempt += 1
        if attempt >= attempts and not wait:
            os.close(handle)
            return None
        time.sleep(_AGAIN)
    return handle


def _taken(handle: int, *, wait: bool) -> bool:
    """Whether the lock could be had; with `wait`, where the system itself can wait, it could."""
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
    return True  # a system without locks: every one is free


@contextmanager
def held(path: Path, *, attempts: int = 1, wait: bool = False) -> Iterator[bool]:
    """Hold a lock as long as this lasts; whether it could be had. `attempts`, `wait`: as for `locked`."""
    handle = locked(path, attempts=attempts, wait=wait)
    try:
        yield handle is not None
    finally:
        if handle is not None:
            os.close(handle)


def free(path: Path) -> bool:
    """Whether nobody holds a lock."""
    if not path.exists():
        return True
    with held(path) as mine:
        return mine


def write_whole(path: Path, body: bytes) -> None:
    """Write a file whole or not at all, and for nobody else on this computer."""
    draft = path.with_name(f"{secrets.token_hex(6)}.draft")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(body)
    draft.replace(path)
