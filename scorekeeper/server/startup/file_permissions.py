"""Protects an instance from other users of the computer: files 0600 and folders 0700, whatever the umask."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.backup import storage
from scorekeeper.backup.create import REGENERATED
from scorekeeper.core.config import settings
from scorekeeper.core.config.flask_config import DATABASE_FILE, SECRET_KEY_FILE
from scorekeeper.games.commands.library import examples
from scorekeeper.server import tls

if TYPE_CHECKING:
    from collections.abc import Iterator

UMASK, OTHERS_MODE = 0o077, 0o077
DATABASE_SUFFIXES = ("", "-wal", "-shm", "-journal")
"""Suffixes that SQLite adds to a database's file name."""
OWN_NAMES = REGENERATED - {".gitignore", "lost+found"} | {
    *(f"{DATABASE_FILE}{end}" for end in DATABASE_SUFFIXES),
    *(SECRET_KEY_FILE, storage.FOLDER, tls.FOLDER, examples.FILE),
}
"""Names that the program uses in an instance folder. Other files there are not touched."""


def begin(instance: Path) -> None:
    """Make new files of this process private, and restrict existing ones that others can access."""
    if os.name != "posix":
        return
    os.umask(UMASK)
    for path in open_to_others(instance):
        with suppress(OSError):  # another user's file: `doctor` reports it
            path.chmod(path.stat().st_mode & ~OTHERS_MODE & 0o7777)


def open_to_others(instance: Path) -> Iterator[Path]:
    """Yield the files and folders of the instance that other users can access, the instance folder last."""
    if os.name != "posix" or not instance.is_dir():
        return
    for path in (*_private_paths(instance), instance):
        with suppress(OSError):  # gone in the meantime
            if path.lstat().st_mode & OTHERS_MODE and not path.is_symlink():
                yield path


def _private_paths(instance: Path) -> Iterator[Path]:
    elsewhere = settings.DATABASE_URL.value_or_default()
    database_paths = (
        [f"{elsewhere.removeprefix('sqlite:///')}{end}" for end in DATABASE_SUFFIXES]
        if elsewhere.startswith("sqlite:///")
        else []
    )
    for name in (SECRET_KEY_FILE, *database_paths, *sorted(OWN_NAMES - {SECRET_KEY_FILE})):
        path = instance / name
        if path.is_symlink() or not path.exists():
            continue
        yield path
        if path.is_dir():
            yield from sorted(path.rglob("*"))
