"""The manifest of a backup: its release, its content, and the result of verifying it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

import orjson

NAME = "manifest.json"
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
        return orjson.dumps(facts, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n"


def read(raw: bytes) -> Manifest:
    """Return the manifest of a backup. Raises NewerManifest, NotAManifest."""
    try:
        facts = orjson.loads(raw)
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


def is_path(name: str) -> bool:
    """Return whether a name is a valid file path in a backup: relative, without "..", and valid on every system."""
    steps = name.split("/")
    bad = set('\\:*?"<>|')
    return len(steps) <= DEEPEST and all(
        0 < len(one) <= LONGEST and one.isprintable() and not bad & set(one) and one.strip(" .") for one in steps
    )


def _check_path(read: str) -> str:
    if not is_path(read):
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
