"""Reads only the games of a club archive, without an import."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.archives.shapes import GAME, GameFile
from scorekeeper.archives.unpacking import UnpackedArchive
from scorekeeper.core import validation
from scorekeeper.core.validation import invalid_file_value
from scorekeeper.formats.game_record import Record
from scorekeeper.games.commands.files.log_check import game_rows
from scorekeeper.games.commands.game_state import score
from scorekeeper.games.store.log import fold


def records(data: bytes) -> Iterator[Record]:
    """Yield the record of every table game, in the archive's order. Raises Refusal("archive…", "file.large")."""
    files = UnpackedArchive(data)
    if "club.json" not in files:
        raise invalid_file_value("club.json")
    for name in sorted(name for name in files if name.startswith("games/")):
        file = validation.read_declared(GameFile, files[name], name)
        if file.format != GAME:
            raise invalid_file_value(f"{name}: format")
        yield score(fold(game_rows(file.changes, name))).record
