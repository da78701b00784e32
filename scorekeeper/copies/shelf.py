"""Where copies lie: a folder of the instance's, another one perhaps; what is there, and how the last attempt ended."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import orjson

from scorekeeper.base import files
from scorekeeper.base.refusals import Refusal
from scorekeeper.copies.manifest import Manifest
from scorekeeper.copies.package import Copy
from scorekeeper.copies.plan import CopyPlan
from scorekeeper.copies.retention import Dated, spare

FOLDER = "copies"
WORK = ".work"
FAULTY = "copy.faults_in_it"
_LOCK, _LAST, _BEGUN = "lock", "last.json", "begun"
STARTS = timedelta(minutes=2)
"""Within which a process that was begun has started, or never will."""
_NAME = re.compile(r"scorekeeper-([0-9a-f]{6})-(\d{8}T\d{6})Z-(hand|nightly|before)\.zip")


@dataclass(frozen=True)
class Kept:
    """A copy that is there. `manifest`: None where it cannot be read."""

    path: Path
    kind: str
    made_at: datetime
    size: int
    manifest: Manifest | None

    @property
    def sound(self) -> bool:
        """Whether everything in it was replayed when it was made."""
        return self.manifest is not None and self.manifest.tried


@dataclass(frozen=True)
class Attempt:
    """How the last attempt to make a copy ended. `code`, `params`: what was wrong, for `refusals`; empty where nothing was.

    `elsewhere`: why it could not be put into the other folder.
    """

    at: datetime
    kind: str
    code: str = ""
    params: dict[str, Any] | None = None
    elsewhere: str = ""

    @property
    def failed(self) -> bool:
        """Whether there is something to be told of it."""
        return bool(self.code)

    @property
    def nothing(self) -> bool:
        """Whether there is no copy of it: one in which not everything can be read is one."""
        return self.failed and self.code != FAULTY


def folder_of(instance: Path) -> Path:
    """The instance's own folder of copies."""
    return instance / FOLDER


def mark_of(secret: str) -> str:
    """What the copies of one instance are called by, so that several may share a folder."""
    return hashlib.sha256(f"scorekeeper.copies/{secret}".encode()).hexdigest()[:6]


def name_of(mark: str, made_at: datetime, kind: str) -> str:
    """The name of a copy's file."""
    return f"scorekeeper-{mark}-{made_at.astimezone(UTC):%Y%m%dT%H%M%S}Z-{kind}.zip"


def listed(folder: Path, mark: str) -> list[Kept]:
    """The copies of an instance in a folder, the newest first. Raises OSError where the folder cannot be read."""
    copies = []
    for path in folder.iterdir() if folder.exists() else ():
        match = _NAME.fullmatch(path.name)
        if match and match[1] == mark and path.is_file():
            made_at = datetime.strptime(match[2], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
            copies.append(Kept(path, match[3], made_at, path.stat().st_size, _manifest(path)))
    return sorted(copies, key=lambda one: (one.made_at, one.path.name), reverse=True)


def _manifest(path: Path) -> Manifest | None:
    try:
        with Copy(path) as copy:
            return copy.manifest
    except (Refusal, OSError):
        return None


def clear(folder: Path, mark: str, plan: CopyPlan) -> None:
    """Remove the copies that are kept no longer."""
    for draft in folder.glob(f".scorekeeper-{mark}-*"):  # of one that was killed
        draft.unlink(missing_ok=True)
    copies = listed(folder, mark)
    dated = [Dated(one.path.name, one.kind, one.made_at, one.sound) for one in copies]
    for name in spare(dated, plan.days, plan.weeks, plan.months):
        (folder / name).unlink(missing_ok=True)


@contextmanager
def alone(instance: Path, *, wait: bool = False) -> Iterator[Path]:
    """Be the only one who makes a copy of an instance; gives a folder to work in, empty, which goes afterwards.

    Raises Refusal("copy.busy").
    """
    folder = folder_of(instance)
    with files.held(folder / _LOCK, wait=wait) as mine:
        if not mine:
            raise Refusal("copy.busy")
        work = folder / WORK
        shutil.rmtree(work, ignore_errors=True)  # of one that was killed
        work.mkdir(mode=0o700)
        try:
            yield work
        finally:
            shutil.rmtree(work, ignore_errors=True)


def begun(instance: Path) -> None:
    """Remember that one was begun, in a process that has yet to start."""
    folder_of(instance).mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder_of(instance) / _BEGUN).touch(mode=0o600)


def busy(instance: Path) -> bool:
    """Whether a copy is being made, or was begun a moment ago and has not ended yet."""
    if not files.free(folder_of(instance) / _LOCK):
        return True
    try:
        since = datetime.fromtimestamp((folder_of(instance) / _BEGUN).stat().st_mtime, UTC)
    except OSError:
        return False
    ended = last(instance)
    return abs(datetime.now(UTC) - since) < STARTS and (ended is None or ended.at < since)


def note(instance: Path, attempt: Attempt) -> None:
    """Remember how an attempt ended; where even that cannot be written, it is only in the log."""
    facts = asdict(attempt)
    with suppress(OSError):
        files.write_whole(folder_of(instance) / _LAST, orjson.dumps(facts, default=str))


def last(instance: Path) -> Attempt | None:
    """How the last attempt ended; None before the first."""
    try:
        read = orjson.loads((folder_of(instance) / _LAST).read_bytes())
        at = datetime.fromisoformat(read["at"])
        return Attempt(at, str(read["kind"]), str(read["code"]), dict(read["params"] or {}), str(read["elsewhere"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
