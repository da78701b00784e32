"""Reading an archive value by value: every one has its kind and its bounds, and what does not fit is named."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from scorekeeper.base.refusals import Refusal
from scorekeeper.codec.reading import read_json
from scorekeeper.engine.errors import GameError

MOST_PACKED = 32 * 1024 * 1024
MOST_UNPACKED = 256 * 1024 * 1024
MOST_ONE = 32 * 1024 * 1024
MOST_FILES = 20_000
"""Bytes of the ZIP, of everything in it, of one file in it; and how many files."""

Json = dict[str, Any]


def damaged(read: object) -> Refusal:
    """The refusal of a value, by where it stands."""
    return Refusal("archive.value", "file", read=str(read)[:80])


_DAMAGED = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, RuntimeError, EOFError, ValueError, OSError)
"""What a ZIP raises that is none, or was cut or overwritten somewhere."""


class Unpacked(Mapping[str, Any]):
    """The JSON files of an archive, by name. Each is unpacked when it is asked for, and kept by nobody: what is refused for
    one of them has not filled the memory with the others. Sizes are counted: what the ZIP says of itself is not believed.

    Raises Refusal("file.large", "archive.zip", "archive.entry", "archive.value", "archive.many").
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
        """What the file holds."""
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
            raise damaged(name) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._infos)

    def __len__(self) -> int:
        return len(self._infos)


class Reader:
    """An object of the archive while it is read: `where` names it for people. Unknown and missing keys are refused."""

    def __init__(self, value: object, where: str, keys: Sequence[str]) -> None:
        if not isinstance(value, dict) or set(value) != set(keys):
            raise damaged(where)
        self.value: Json = value
        self.where = where

    def wrong(self, key: str) -> Refusal:
        """The refusal of what stands at a key."""
        return damaged(f"{self.where}: {key}")

    def text(self, key: str, longest: int, shortest: int = 0) -> str:
        """Printable text of a bounded length."""
        found = self.value[key]
        if not isinstance(found, str) or not shortest <= len(found) <= longest or not found.isprintable():
            raise self.wrong(key)
        return found

    def whole(self, key: str, low: int, high: int) -> int:
        """A whole number within bounds."""
        found = self.value[key]
        if type(found) is not int or not low <= found <= high:
            raise self.wrong(key)
        return found

    def maybe(self, key: str, low: int, high: int) -> int | None:
        """A whole number within bounds, or nothing."""
        return None if self.value[key] is None else self.whole(key, low, high)

    def at(self, key: str) -> datetime:
        """A moment with its zone."""
        try:
            found = datetime.fromisoformat(self.value[key])
        except (TypeError, ValueError):
            raise self.wrong(key) from None
        if found.tzinfo is None:
            raise self.wrong(key)
        return found

    def maybe_at(self, key: str) -> datetime | None:
        """A moment, or nothing."""
        return None if self.value[key] is None else self.at(key)

    def items(self, key: str, most: int) -> list[Any]:
        """A list of bounded length."""
        found = self.value[key]
        if not isinstance(found, list):
            raise self.wrong(key)
        if len(found) > most:
            raise Refusal("archive.many", "file", high=most, read=f"{self.where}: {key}")
        return found

    def parts(self, key: str) -> Json:
        """An object, looked at more closely by whoever asks."""
        found = self.value[key]
        if not isinstance(found, dict):
            raise self.wrong(key)
        return found


def sound(where: str, check: Callable[[], object]) -> None:
    """Run a check that raises in its own way for what it does not understand; refuse that by where it stands."""
    try:
        check()
    except Refusal as refusal:
        raise refusal if refusal.code.startswith("archive.") else damaged(where) from None
    except Exception:  # noqa: BLE001 (whatever a damaged file makes of code that expects what this program wrote)
        raise damaged(where) from None
