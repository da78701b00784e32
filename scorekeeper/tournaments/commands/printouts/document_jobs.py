"""Jobs that make all printouts of a tournament: one at a time for each tournament, with a limit for all.

Jobs and their files are in the database (`core.jobs.job_queue`). A worker runs the command `scorekeeper tournament documents` in
a separate low-priority process, which ends when the worker does.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import delete, func, select, update

from scorekeeper.core.db.database import UNAVAILABLE, db, hold_named_lock, now, write_transaction
from scorekeeper.core.jobs import job_queue
from scorekeeper.formats import strict_json
from scorekeeper.tournaments.commands.printouts.print_options import PrintOptions
from scorekeeper.tournaments.store.printout_job import MadePaper, PaperJob

QUEUE = "papers"
MOST_AT_ONCE = 2
"""The number of jobs that a host works on at once."""
MOST_WAITING = 8
"""The most jobs that may wait or run, over all hosts."""
MOST_STARTS = 2
"""The number of times a job is started if its worker dies before it ends."""
KEPT = timedelta(hours=48)
"""How long the files are stored. They contain the secret links to tables."""
LARGEST = 128 * 2**20
"""The most bytes in all files of a job. The archive contains them a second time."""
POLL_SECONDS = 0.3
"""Seconds between two checks of a process."""

RECORD, ABOUT, POSTED, DESK = "record.json", "about.json", "posted.json", "desk.json"
PROGRESS, OUT = "progress.json", "out"
WORKING, DONE, STOPPED, FAILED = "working", "done", "stopped", "failed"
STATES = (WORKING, DONE, STOPPED, FAILED)


class Busy(Exception):
    """The printouts of this tournament are already being made."""


class TooMany(Exception):
    """The queue is full."""


@dataclass(frozen=True)
class Job:
    """The latest job of a tournament.

    `state`: one of `STATES`; `done` of `total` pages; `place`: its position in the queue, 0 if it has started; `facts`: the
    request.
    """

    tournament_id: int
    state: str
    done: int
    total: int
    place: int
    files: tuple[Mapping[str, Any], ...]
    archive: str | None
    facts: Mapping[str, Any]

    def file_body(self, name: str) -> bytes | None:
        """Return a file of the job by its name in the list, or None."""
        known = {str(one["path"]) for one in self.files} | {self.archive}
        if name not in known:
            return None
        conditions = MadePaper.tournament_id == self.tournament_id, MadePaper.path == name
        return db.session.scalar(select(MadePaper.body).where(*conditions))


def start(tournament_id: int, files: Mapping[str, object], options: PrintOptions, facts: Mapping[str, Any]) -> None:
    """Add a job to the queue. Its files replace the files of the previous job.

    `files`: `RECORD`, `ABOUT`, `POSTED` for the public names, and `DESK` for money and draft; `facts`: stored with the job.
    Raises Busy or TooMany.
    """
    input_json = strict_json.dumps({**files, "options": options.arguments()}).decode()
    facts = {**facts, "size": options.size, "lang": options.lang, "started": time.time()}
    key = secrets.token_hex(16)
    with write_transaction() as session:
        hold_named_lock(session, QUEUE)
        working = session.scalars(select(PaperJob.tournament_id).where(PaperJob.state == WORKING)).all()
        if tournament_id in working:
            raise Busy
        if len(working) >= MOST_WAITING:
            raise TooMany
        _remove(tournament_id)
        row = PaperJob(tournament_id=tournament_id, key=key, state=WORKING, given=input_json, facts=facts)
        session.add(row)
        job_queue.add_job(session, QUEUE, tournament_id, key)
    _run()


def _run() -> None:
    """Make sure that a worker is running."""
    job_queue.ensure_worker(QUEUE)


def last(tournament_id: int) -> Job | None:
    """Return the latest job of a tournament, or None if there is none or its files are gone."""
    row = db.session.execute(select(PaperJob.__table__).where(PaperJob.tournament_id == tournament_id)).one_or_none()
    if row is None:
        return None
    place = 0
    if row.state == WORKING:
        _run()  # the worker may have died
        if not row.begun:
            before = PaperJob.state == WORKING, PaperJob.begun == 0, PaperJob.asked_at <= row.asked_at
            place = db.session.execute(select(func.count()).select_from(PaperJob).where(*before)).scalar_one()
    return Job(tournament_id, row.state, row.done, row.total, place, tuple(row.files), row.archive, row.facts)


def stop(tournament_id: int) -> bool:
    """Stop the running job on any host and remove its unfinished files. Return whether there was one."""
    with write_transaction():
        return _end(PaperJob.tournament_id == tournament_id, {"state": STOPPED})


def _end(job_filter: Any, how: Mapping[str, object]) -> bool:
    """Record how a job ended, if it was still running. Return whether it was."""
    values = {"done": 0, "total": 0, "given": None, **how}
    ended: Any = db.session.execute(update(PaperJob).where(job_filter, PaperJob.state == WORKING).values(**values))
    return bool(ended.rowcount)


def forget(tournament_id: int) -> None:
    """Stop the job of a deleted tournament and remove its files."""
    with write_transaction():
        _remove(tournament_id)


def clean() -> None:
    """Remove jobs older than `KEPT`."""
    too_old = PaperJob.asked_at < now() - KEPT, PaperJob.state != WORKING
    if db.session.scalars(select(PaperJob.tournament_id).where(*too_old)).all():
        with write_transaction() as session:
            for number in session.scalars(select(PaperJob.tournament_id).where(*too_old)).all():
                _remove(number)


def _remove(tournament_id: int) -> None:
    db.session.execute(delete(MadePaper).where(MadePaper.tournament_id == tournament_id))
    db.session.execute(delete(PaperJob).where(PaperJob.tournament_id == tournament_id))


# ---- the worker


@job_queue.job(QUEUE)
def make(tournament_id: int, key: str) -> None:
    """Make the printouts of a job, unless it was stopped or replaced by another."""
    mine = (PaperJob.tournament_id == tournament_id) & (PaperJob.key == key)
    job_input = _take_job(mine)
    if job_input is None:
        return
    with tempfile.TemporaryDirectory(prefix="scorekeeper-papers-") as temporary:
        folder = Path(temporary)
        for name in (RECORD, ABOUT, POSTED, DESK):
            (folder / name).write_bytes(strict_json.dumps(job_input.get(name, {})))
        how = _watch_process(_start_process(folder, job_input["options"]), folder, mine)
        bodies = {one["path"]: (folder / OUT / one["path"]).read_bytes() for one in how["files"]}
        if how["archive"]:
            bodies[how["archive"]] = (folder / OUT / how["archive"]).read_bytes()
    if sum(map(len, bodies.values())) > 2 * LARGEST:
        how, bodies = {"state": FAILED}, {}
    with write_transaction() as session:
        if _end(mine, how):
            session.add_all(MadePaper(tournament_id=tournament_id, path=path, body=body) for path, body in bodies.items())


def _take_job(mine: Any) -> dict[str, Any] | None:
    """Count one more start of a job and return its input.

    None if it was started too often or is no longer wanted.
    """
    with write_transaction() as session:
        found = session.execute(select(PaperJob.given, PaperJob.begun).where(mine, PaperJob.state == WORKING)).one_or_none()
        if found is None:
            return None
        if found.begun >= MOST_STARTS:
            _end(mine, {"state": FAILED})
            return None
        session.execute(update(PaperJob).where(mine).values(begun=found.begun + 1, done=0, total=0))
        job_input: dict[str, Any] = strict_json.loads(found.given)
        return job_input


def _start_process(folder: Path, options: list[str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "scorekeeper", "tournament", "documents", str(folder / RECORD), "-o", str(folder / OUT)]
    command += [
        "--about",
        str(folder / ABOUT),
        "--posted",
        str(folder / POSTED),
        "--desk",
        str(folder / DESK),
        "--job",
        str(folder / PROGRESS),
        "--zip",
        *options,
    ]
    # It gets no input. The closed pipe is the sign that we have ended.
    return subprocess.Popen(  # noqa: S603 (our own program; nothing in the command was written by a visitor)
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


def _watch_process(process: subprocess.Popen[bytes], folder: Path, mine: Any) -> dict[str, Any]:
    """Report the progress of a process until it ends, and return its result.

    Ends the process if the job is no longer wanted.
    """
    last_reported: Mapping[str, Any] = {}
    try:
        while process.poll() is None:
            time.sleep(POLL_SECONDS)
            read = _read(folder / PROGRESS)
            with suppress(*UNAVAILABLE):  # reported next time
                if read.get("state") == WORKING and read != last_reported and _report_progress(mine, read):
                    last_reported = read
                elif not _is_wanted(mine):
                    break
    finally:
        _kill(process)
    read = _read(folder / PROGRESS)
    if read.get("state") != DONE:
        return {"state": FAILED, "files": [], "archive": None}
    return {"state": DONE, "done": read["done"], "total": read["total"], "files": read["files"], "archive": read["zip"]}


def _report_progress(mine: Any, read: Mapping[str, Any]) -> bool:
    with write_transaction() as session:
        so_far = {"done": read["done"], "total": read["total"]}
        result: Any = session.execute(update(PaperJob).where(mine, PaperJob.state == WORKING).values(**so_far))
        return bool(result.rowcount)


def _is_wanted(mine: Any) -> bool:
    found = db.session.scalar(select(PaperJob.state).where(mine))
    db.session.commit()
    return found == WORKING


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        with suppress(OSError):  # it has just ended
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
    process.wait()
    if process.stdin is not None:
        process.stdin.close()


def _read(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
