"""Uploaded archives that wait for confirmation.

Each account has at most one, for one hour, and only that account can read it.
"""

from __future__ import annotations

import hashlib
import os
import time
from contextlib import suppress
from pathlib import Path

FOLDER = "archives"
LIFETIME = 3600
"""Seconds for which an uploaded archive waits."""


def store_archive(instance: Path, account_id: int, data: bytes) -> str:
    """Store an archive and return the name for `load_archive`."""
    _delete_expired(instance)
    path = _path(instance, account_id)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    half = path.with_suffix(".new")
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
    half.replace(path)
    return _name(data)


def load_archive(instance: Path, account_id: int, name: str) -> bytes | None:
    """Return the archive with that name, or None if it has expired or been replaced."""
    _delete_expired(instance)
    try:
        data = _path(instance, account_id).read_bytes()
    except OSError:
        return None
    return data if _name(data) == name else None


def delete_archive(instance: Path, account_id: int) -> None:
    """Delete the account's archive."""
    _delete_expired(instance)
    _path(instance, account_id).unlink(missing_ok=True)


def _delete_expired(instance: Path) -> None:
    for path in (instance / FOLDER).glob("*"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > LIFETIME:
                path.unlink()


def _path(instance: Path, account_id: int) -> Path:
    return instance / FOLDER / f"{int(account_id)}.zip"


def _name(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]
