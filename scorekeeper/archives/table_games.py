"""Reads only the games of a club archive, without an import."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.archives.shapes import GAME, GameFile
from scorekeeper.archives.unpacked import UnpackedArchive
from scorekeeper.base import bounded
from scorekeeper.base.bounded import invalid_file_value
from scorekeeper.codec.game_record import Record
from scorekeeper.games.actions.game_state import score
from scorekeeper.games.actions.log_check import game_rows
from scorekeeper.games.store.log import fold


def records(data: bytes) -> Iterator[Record]:
    """Yield the record of every table game, in the archive's order. Raises Refusal("archive…", "file.large")."""
    files = UnpackedArchive(data)
    if "club.json" not in files:
        raise invalid_file_value("club.json")
    for name in sorted(name for name in files if name.startswith("games/")):
        file = bounded.read_declared(GameFile, files[name], name)
        if file.format != GAME:
            raise invalid_file_value(f"{name}: format")
        yield score(fold(game_rows(file.changes, name))).record
