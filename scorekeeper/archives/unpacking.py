"""Unpacks an archive, a ZIP of JSON files, within limits, and reads only its games."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.archives.shapes import GAME, GameFile
from scorekeeper.core import validation
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.validation import invalid_file_value
from scorekeeper.engine.errors import GameError
from scorekeeper.formats.game_record import Record
from scorekeeper.formats.json_reader import read_json
from scorekeeper.games.commands.files.log_check import game_events
from scorekeeper.games.commands.game_state import score
from scorekeeper.games.store.log import fold

MOST_PACKED = 32 * 1024 * 1024
MOST_UNPACKED = 256 * 1024 * 1024
MOST_ONE = 32 * 1024 * 1024
MOST_FILES = 20_000
"""Limits: bytes of the ZIP, of all files unpacked and of one file; and the number of files."""

_DAMAGED = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, RuntimeError, EOFError, ValueError, OSError)
"""Exceptions that zipfile raises for damaged files or files of another kind."""


class UnpackedArchive(Mapping[str, Any]):
    """The JSON files of an archive by name, each unpacked on access and not cached, to save memory.

    Actual sizes are counted, because a ZIP's own header may lie. Raises Refusal("file.large", "archive.zip",
    "archive.entry", "archive.value", "archive.many").
    """

    def __init__(self, data: bytes) -> None:
        if len(data) > MOST_PACKED:
            raise Refusal("file.large", "file", high=MOST_PACKED // 2**20)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _DAMAGED:
            raise Refusal("archive.zip", "file") from None
        infos = self._zip.infolist()
        if len(infos) > MOST_FILES:
            raise Refusal("archive.many", "file", high=MOST_FILES, read="files")
        self._infos: dict[str, zipfile.ZipInfo] = {}
        self._sizes: dict[str, int] = {}
        for info in infos:
            if info.filename in self._infos or not info.filename.endswith(".json"):
                raise Refusal("archive.entry", "file", read=info.filename[:60])
            self._infos[info.filename] = info

    def __getitem__(self, name: str) -> Any:
        info = self._infos[name]
        try:
            with self._zip.open(info) as file:
                raw = file.read(MOST_ONE + 1)
        except _DAMAGED:
            raise Refusal("archive.zip", "file") from None
        self._sizes[name] = len(raw)
        if len(raw) > MOST_ONE or sum(self._sizes.values()) > MOST_UNPACKED:
            raise Refusal("file.large", "file", high=MOST_UNPACKED // 2**20)
        try:
            return read_json(raw)
        except GameError:
            raise invalid_file_value(name) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._infos)

    def __len__(self) -> int:
        return len(self._infos)


def game_records(data: bytes) -> Iterator[Record]:
    """Yield the record of every table game, in the archive's order. Raises Refusal("archive…", "file.large")."""
    files = UnpackedArchive(data)
    if "club.json" not in files:
        raise invalid_file_value("club.json")
    for name in sorted(name for name in files if name.startswith("games/")):
        file = validation.read_declared(GameFile, files[name], name)
        if file.format != GAME:
            raise invalid_file_value(f"{name}: format")
        yield score(fold(game_events(file.changes, name))).record
