"""A backup as one file: a ZIP with its manifest first.

The file is private to this user, and is written completely or not at all.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import re
import shutil
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from scorekeeper.core.refusals import Refusal
from scorekeeper.formats import strict_json

MANIFEST_NAME = "manifest.json"
KIND_OF_FILE = "scorekeeper-copy"
VERSION = 1
FORMAT = f"{KIND_OF_FILE}/{VERSION}"

BACKUP_KINDS = ("hand", "nightly", "before")
DATABASES = {"sqlite": "database.sqlite3", "postgresql": "database.pgdump"}
"""File name of the database in a backup, by database system."""
INSTANCE = "instance/"
"""Prefix, in a backup, of files from the instance folder."""

MOST_FILES = 10_000
MOST_FAULTS = 20
LARGEST = 1024**4
DEEPEST, LONGEST = 9, 200
"""Maximum number of parts in a backup's file path, and characters in each."""
_SHA256 = re.compile(r"[0-9a-f]{64}")
_FORM = re.compile(r"[\w-]{1,80}")


class NotAManifest(ValueError):
    """Not a valid manifest. The message says which part is wrong."""


class NewerManifest(ValueError):
    """The manifest of a newer release."""

    def __init__(self, read: str, program: str) -> None:
        super().__init__(read)
        self.read = read
        self.program = program


@dataclass(frozen=True)
class CopiedFile:
    """A file in the backup: size in bytes and SHA-256."""

    size: int
    sha256: str


@dataclass(frozen=True)
class ReplayResult:
    """The result of replaying everything.

    `remarks`: findings of the tournament checks. `rows`: number by table. `scores`: a digest of all scores and standings.
    `faults`: unreadable data, at most `MOST_FAULTS` short texts.
    """

    games: int
    hands: int
    tournaments: int
    rounds: int
    remarks: int
    rows: Mapping[str, int]
    scores: str
    faults: tuple[str, ...] = ()


@dataclass(frozen=True)
class Manifest:
    """The manifest of a backup. `program`: the release that made it. `form`: schema version.

    `server`: the database system's version. `found`: None if the backup was not verified.
    """

    program: str
    form: str
    database: str
    server: str
    kind: str
    made_at: datetime
    parts: Mapping[str, CopiedFile]
    found: ReplayResult | None

    @property
    def tried(self) -> bool:
        """Whether the whole backup was replayed without faults."""
        return self.found is not None and not self.found.faults

    @property
    def size(self) -> int:
        """Total size in bytes."""
        return sum(part.size for part in self.parts.values())

    def to_json(self) -> bytes:
        """Return the manifest as JSON."""
        facts = {**asdict(self), "made_at": self.made_at.isoformat(), "format": FORMAT}
        return strict_json.dumps(facts, option=strict_json.OPT_INDENT_2 | strict_json.OPT_SORT_KEYS) + b"\n"


def read_manifest(raw: bytes) -> Manifest:
    """Return the manifest of a backup. Raises NewerManifest, NotAManifest."""
    try:
        facts = strict_json.loads(raw)
        kind, _, version = str(facts["format"]).partition("/")
        if kind != KIND_OF_FILE or not version.isdecimal():
            raise NotAManifest("format")
        if int(version[:9]) > VERSION:
            raise NewerManifest(f"{kind}/{version[:9]}", _check_text(facts.get("program", "?"), 40))
        parts = {_check_path(name): _part(one) for name, one in facts["parts"].items()}
        if len(parts) > MOST_FILES or DATABASES[facts["database"]] not in parts:
            raise NotAManifest("parts")
        made_at = datetime.fromisoformat(facts["made_at"])
        if made_at.tzinfo is None or facts["kind"] not in BACKUP_KINDS:
            raise NotAManifest("made_at")
        found = None if facts["found"] is None else _read_replay_result(facts["found"])
        words = (
            _check_text(facts["program"], 40),
            _check_pattern(_FORM, facts["form"]),
            facts["database"],
            _check_text(facts["server"], 80),
        )
        return Manifest(*words, facts["kind"], made_at, parts, found)
    except (NotAManifest, NewerManifest):
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotAManifest(str(error)) from error


def _read_replay_result(read: Any) -> ReplayResult:
    numbers = {name: _check_size(read[name]) for name in ("games", "hands", "tournaments", "rounds", "remarks")}
    rows = {_check_text(name, 80): _check_size(many) for name, many in read["rows"].items()}
    faults = tuple(_check_text(one, 400) for one in read["faults"])
    return ReplayResult(**numbers, rows=rows, scores=_check_pattern(_SHA256, read["scores"]), faults=faults)


def _part(read: Any) -> CopiedFile:
    return CopiedFile(_check_size(read["size"]), _check_pattern(_SHA256, read["sha256"]))


def is_manifest_path(name: str) -> bool:
    """Return whether a name is a valid file path in a backup: relative, without "..", and valid on every system."""
    steps = name.split("/")
    bad = set('\\:*?"<>|')
    return len(steps) <= DEEPEST and all(
        0 < len(one) <= LONGEST and one.isprintable() and not bad & set(one) and one.strip(" .") for one in steps
    )


def _check_path(read: str) -> str:
    if not is_manifest_path(read):
        raise NotAManifest(read[:80])
    return read


def _check_pattern(form: re.Pattern[str], read: object) -> str:
    if not isinstance(read, str) or not form.fullmatch(read):
        raise NotAManifest(str(read)[:80])
    return read


def _check_text(read: object, most: int) -> str:
    if not isinstance(read, str) or not read.isprintable():
        raise NotAManifest(str(read)[:80])
    return read[:most]


def _check_size(read: object) -> int:
    if type(read) is not int or not 0 <= read <= LARGEST:
        raise NotAManifest(str(read)[:80])
    return read


AT_ONCE = 1024 * 1024
LARGEST_MANIFEST = 4 * 1024 * 1024

_DAMAGED = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, RuntimeError, EOFError, ValueError)
"""Exceptions that zipfile raises for damaged files or files of another kind."""


def describe_file(path: Path) -> CopiedFile:
    """Return a file's size and hash."""
    with path.open("rb") as file:
        return CopiedFile(path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest())


def write(path: Path, manifest: Manifest, folder: Path) -> None:
    """Write the manifest and the files it lists, found in `folder`, to a new file `path`."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as packed:
            packed.writestr(_info(MANIFEST_NAME, zipfile.ZIP_DEFLATED), manifest.to_json())
            for name in manifest.parts:
                packs_itself = name == DATABASES["postgresql"]
                info = _info(name, zipfile.ZIP_STORED if packs_itself else zipfile.ZIP_DEFLATED)
                info.file_size = manifest.parts[name].size  # lets zipfile use ZIP64 for large files
                with (folder / name).open("rb") as source, packed.open(info, "w") as target:
                    shutil.copyfileobj(source, target, AT_ONCE)
        file.flush()
        os.fsync(file.fileno())


def _info(name: str, how: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.compress_type = how
    info.external_attr = 0o600 << 16
    return info


def copy_atomically(source: Path, target: Path) -> None:
    """Copy a file under a temporary name, then rename it, so that the target is always complete."""
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with source.open("rb") as read, os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as written:
            shutil.copyfileobj(read, written, AT_ONCE)
            written.flush()
            os.fsync(written.fileno())
        rename_complete(draft, target)
    finally:
        draft.unlink(missing_ok=True)


def rename_complete(draft: Path, target: Path) -> None:
    """Rename a complete file to its final name, durably."""
    draft.replace(target)
    with suppress(OSError):  # some file systems cannot sync a folder
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class BackupFile:
    """A backup opened for reading. The manifest is read at once, the rest on demand.

    Actual sizes and hashes are checked, because a ZIP's own header may lie. No file is extracted outside its folder. Raises
    Refusal("copy.none", "copy.file", "copy.newer", "copy.part", "copy.many", "copy.sum").
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._zip = zipfile.ZipFile(path)
        except (FileNotFoundError, IsADirectoryError):
            raise Refusal("copy.none", "file", read=str(path)) from None
        except _DAMAGED:
            raise self._no_copy() from None
        try:
            self.manifest = self._manifest()
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> BackupFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def _no_copy(self) -> Refusal:
        return Refusal("copy.file", "file", read=self.path.name)

    def _manifest(self) -> Manifest:
        names = self._zip.namelist()
        if len(names) > MOST_FILES + 1:
            raise Refusal("copy.many", "file", read=self.path.name, high=MOST_FILES)
        try:
            with self._zip.open(MANIFEST_NAME) as file:
                raw = file.read(LARGEST_MANIFEST + 1)
        except (KeyError, OSError, *_DAMAGED):
            raise self._no_copy() from None
        if len(raw) > LARGEST_MANIFEST:
            raise self._no_copy()
        try:
            manifest = read_manifest(raw)
        except NewerManifest as newer:
            facts = {"program": newer.program, "format": newer.read, "right": FORMAT}
            raise Refusal("copy.newer", "file", read=self.path.name, **facts) from None
        except NotAManifest:
            raise self._no_copy() from None
        for one in (set(names) - {MANIFEST_NAME}) ^ set(manifest.parts):
            raise Refusal("copy.part", "file", read=self.path.name, part=one[:80])
        if len(names) != len(set(names)):
            raise Refusal("copy.part", "file", read=self.path.name, part=MANIFEST_NAME)
        return manifest

    def check(self) -> None:
        """Read every file and compare its hash."""
        for one in self.manifest.parts:
            self._read(one, None)

    def extract(self, folder: Path, names: Iterable[str] | None = None) -> None:
        """Extract all files, or those named, into a folder without files of these names."""
        for one in self.manifest.parts if names is None else names:
            target = folder / one
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                self._read(one, file)
                file.flush()
                os.fsync(file.fileno())

    def _read(self, name: str, target: IO[bytes] | None) -> None:
        part = self.manifest.parts[name]
        damaged = Refusal("copy.sum", "file", read=self.path.name, part=name)
        counted, sum_ = 0, hashlib.sha256()
        try:
            file = self._zip.open(name)
        except (KeyError, *_DAMAGED):
            raise damaged from None
        with file:
            while True:
                try:
                    block = file.read(AT_ONCE)
                except _DAMAGED:
                    raise damaged from None
                if not block:
                    break
                counted += len(block)
                if counted > part.size:
                    raise damaged
                sum_.update(block)
                if target is not None:
                    target.write(block)
        if counted != part.size or sum_.hexdigest() != part.sha256:
            raise damaged
