"""Making all papers of an event, apart from the server: one job at a time for each tournament, a few at once in all.

A job is the command `scorekeeper tournament documents` in a process of its own, at low priority. What it holds are locks on
files, which end with it whatever happens: a job that died is seen as such by every worker of the server.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorekeeper.base.files import free, locked

FOLDER = "documents"
MOST_AT_ONCE = 2
KEPT = 48 * 3600
"""Seconds for which the files are kept: they hold the secret links of tables."""

RECORD, ABOUT, POSTED, FACTS, PROGRESS = "record.json", "about.json", "posted.json", "job.json", "progress.json"
LOG, OUT, LOCK, PROCESS = "log", "out", "lock", "process.json"
STATES = ("working", "done", "stopped", "failed")


class Busy(Exception):
    """The papers of this tournament are being made already."""


class TooMany(Exception):
    """As many jobs as may run are running."""


@dataclass(frozen=True)
class Job:
    """The last job of a tournament.

    `state`: one of `STATES`; `done` of `total` pages; `facts`: what it was asked for.
    """

    state: str
    done: int
    total: int
    files: tuple[Mapping[str, Any], ...]
    archive: str | None
    facts: Mapping[str, Any]
    folder: Path

    def path_of(self, name: str) -> Path | None:
        """A file that the job made, by its name in the list."""
        known = {str(one["path"]) for one in self.files} | {self.archive}
        path = self.folder / OUT / name
        return path if name in known and path.is_file() else None


def start(
    instance: Path,
    tournament_id: int,
    record: object,
    about: object,
    posted: object,
    facts: Mapping[str, Any],
    options: list[str],
) -> None:
    """Start a job; its files replace those of the one before. `posted`: record and players under the names that everybody sees;
    `facts` are kept with it, `options` given to the command.

    Raises Busy or TooMany.
    """
    clean(instance)
    folder = _folder(instance, tournament_id)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    own = locked(folder / LOCK, attempts=5)
    if own is None:
        raise Busy
    try:
        slot = _slot(instance)
        if slot is None:
            raise TooMany
        try:
            _empty(folder)
            for name, value in ((RECORD, record), (ABOUT, about), (POSTED, posted), (FACTS, {**facts, "started": time.time()})):
                _write(folder / name, value)
            _write(folder / PROGRESS, {"state": "working", "done": 0, "total": 0})
            _run(folder, options, (own, slot))
        finally:
            os.close(slot)
    finally:
        # The process has the locks now; ours would outlive it.
        os.close(own)


def _run(folder: Path, options: list[str], locks: tuple[int, int]) -> None:
    command = [sys.executable, "-m", "scorekeeper", "tournament", "documents", str(folder / RECORD), "-o", str(folder / OUT)]
    command += [
        "--about",
        str(folder / ABOUT),
        "--posted",
        str(folder / POSTED),
        "--job",
        str(folder / PROGRESS),
        "--zip",
        *options,
    ]
    # Where a process inherits no locks, they are held here until it ends.
    given, kept = (locks, []) if os.name == "posix" else ((), [os.dup(one) for one in locks])
    with (folder / LOG).open("wb") as log:
        process = subprocess.Popen(  # noqa: S603 (our own program; nothing in the command was written by a visitor)
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log, pass_fds=given, start_new_session=True
        )
    _write(folder / PROCESS, {"group": process.pid})

    def ended() -> None:
        process.wait()
        for one in kept:
            os.close(one)

    # Somebody has to take note of its end.
    threading.Thread(target=ended, daemon=True).start()


def last(instance: Path, tournament_id: int) -> Job | None:
    """The last job of a tournament, None where there is none or its files are gone."""
    folder = _folder(instance, tournament_id)
    facts = _read(folder / FACTS)
    if facts is None:
        return None
    # Asked before reading: a job that ends in between has written how.
    running = not free(folder / LOCK)
    progress = _read(folder / PROGRESS) or {}
    state = progress.get("state", "failed")
    if state == "working" and not running:
        state = "failed"
    return Job(
        state,
        progress.get("done", 0),
        progress.get("total", 0),
        tuple(progress.get("files", ())),
        progress.get("zip"),
        facts,
        folder,
    )


def stop(instance: Path, tournament_id: int) -> bool:
    """End the job that is running, whichever worker of the server began it; its half-made files go. False: none was running."""
    folder = _folder(instance, tournament_id)
    group = (_read(folder / PROCESS) or {}).get("group")
    # While the lock is held its process lives, so that the number is nobody else's.
    if free(folder / LOCK) or group is None:
        return False
    with suppress(OSError):  # it has just ended by itself
        if hasattr(os, "killpg"):
            os.killpg(group, signal.SIGKILL)
        else:
            os.kill(group, signal.SIGTERM)
    own = locked(folder / LOCK, attempts=100)
    if own is None:
        return False
    try:
        # One that had just written how it ended was not stopped: its files stay.
        stopped = (_read(folder / PROGRESS) or {}).get("state") == "working"
        if stopped:
            shutil.rmtree(folder / OUT, ignore_errors=True)
            _write(folder / PROGRESS, {"state": "stopped", "done": 0, "total": 0})
    finally:
        os.close(own)
    return stopped


def forget(instance: Path, tournament_id: int) -> None:
    """Stop the job of a tournament that is deleted, and remove everything that it made."""
    stop(instance, tournament_id)
    shutil.rmtree(_folder(instance, tournament_id), ignore_errors=True)


def clean(instance: Path) -> None:
    """Remove what was made long ago."""
    for folder in (instance / FOLDER).glob("*/"):
        facts = folder / FACTS
        with suppress(OSError):
            old = time.time() - facts.stat().st_mtime > KEPT
            if old and free(folder / LOCK):
                _empty(folder)


def _folder(instance: Path, tournament_id: int) -> Path:
    return instance / FOLDER / str(int(tournament_id))


def _empty(folder: Path) -> None:
    for name in (FACTS, PROGRESS, RECORD, ABOUT, POSTED, LOG, PROCESS):
        (folder / name).unlink(missing_ok=True)
    shutil.rmtree(folder / OUT, ignore_errors=True)


def _write(path: Path, value: object) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False)


def _read(path: Path) -> dict[str, Any] | None:
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def _slot(instance: Path) -> int | None:
    places = (locked(instance / FOLDER / f"place-{k}.lock") for k in range(MOST_AT_ONCE))
    return next((slot for slot in places if slot is not None), None)
