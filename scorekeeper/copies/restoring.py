"""A copy put back into an empty instance: looked at, compared with its sums, tried, and only then put in place."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, create_engine, inspect, make_url

from scorekeeper import create_app, migrating
from scorekeeper.base import database_forms
from scorekeeper.base.refusals import Refusal
from scorekeeper.config import DATABASE_FILE, database_url
from scorekeeper.copies import postgres, trial
from scorekeeper.copies.making import MADE_ANEW, this_version
from scorekeeper.copies.manifest import DATABASES, INSTANCE, Found, Manifest
from scorekeeper.copies.package import Copy

WORK = ".restoring"
IGNORED = {".gitignore", "lost+found"}
"""What may lie in an empty instance: what a checkout or a disk of its own has there from the start."""
_MB = 1024 * 1024


@dataclass(frozen=True)
class Checked:
    """A copy that was looked at. `found`: what there is in it now, with this version. `alike`: its scores are those of then; None
    where it was not tried then, or made by another version, which may have scored otherwise.
    """

    manifest: Manifest
    found: Found
    alike: bool | None


def check(path: Path, work: Path) -> Checked:
    """Look a copy over as `restore` does, in an empty folder, and put nothing anywhere. Raises Refusal("copy…")."""
    with Copy(path) as copy:
        _check_version(copy)
        _check_room(work, copy.manifest.size * 2)
        copy.extract(work / "copy")
        return _tried(copy, work)


def restore(path: Path, instance: Path) -> Checked:
    """Put a copy into an empty instance, and bring its database to the newest form.

    Raises Refusal("copy…"), with nothing changed, OSError.
    """
    with Copy(path) as copy:
        _check_version(copy)
        _check_empty(instance)
        _check_target(copy.manifest, instance)
        instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        work = instance / WORK
        work.mkdir(mode=0o700)
        try:
            _check_room(work, copy.manifest.size * 3)
            copy.extract(work / "copy")
            checked = _tried(copy, work)
            if checked.found.faults:
                raise Refusal("copy.faults", "file", read="; ".join(checked.found.faults[:3]))
            _put(copy.manifest, work / "copy", instance)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    app = create_app(instance_path=instance)
    migrating.upgrade_database(app)
    there = trial.replayed(app)
    if (there.scores, there.rows) != (checked.found.scores, checked.found.rows):
        raise Refusal("copy.differs")
    return checked


def _check_version(copy: Copy) -> None:
    manifest, known = copy.manifest, database_forms.known()
    if manifest.form not in known:
        facts = {"program": manifest.program, "form": manifest.form, "right": known[0]}
        raise Refusal("copy.newer_form", "file", read=copy.path.name, **facts)


def _check_empty(instance: Path) -> None:
    """Raise Refusal("copy.full") unless there is nothing that could be overwritten or mixed up."""
    if instance.exists():
        if not instance.is_dir():
            raise Refusal("copy.full", read=str(instance), part=instance.name)
        for path in sorted(instance.iterdir()):
            if path.name not in IGNORED:
                raise Refusal("copy.full", read=str(instance), part=path.name)


def _check_room(folder: Path, low: int) -> None:
    high = shutil.disk_usage(folder).free
    if high < low:
        raise Refusal("copy.room", read=str(folder), low=-(-low // _MB), high=high // _MB)


def _tried(copy: Copy, work: Path) -> Checked:
    manifest = copy.manifest
    counted = trial.tried(work / "copy" / DATABASES[manifest.database], manifest.form, work / "trial")
    then = manifest.found if manifest.program == this_version() else None
    return Checked(manifest, counted, None if then is None else then.scores == counted.scores)


def _file_of(url: str, instance: Path) -> Path:
    """The file of a SQLite database, as the application finds it."""
    return instance / (make_url(url).database or DATABASE_FILE)


def _check_target(manifest: Manifest, instance: Path) -> None:
    """Raise Refusal unless the database can go where this instance has its own, and nothing is there."""
    url = database_url(instance)
    if manifest.database != ("sqlite" if url.startswith("sqlite") else "postgresql"):
        raise Refusal(f"copy.wants_{manifest.database}")
    if manifest.database == "postgresql":
        with _server(url) as engine:
            if inspect(engine).get_table_names():
                raise Refusal("copy.database_there")
    elif (file := _file_of(url, instance)).exists():
        raise Refusal("copy.full", read=str(file.parent), part=file.name)


def _put(manifest: Manifest, copied: Path, instance: Path) -> None:
    """Everything to its place, the database after all else: an instance that has one is whole."""
    url, database = database_url(instance), copied / DATABASES[manifest.database]
    for name in (name for name in manifest.parts if name.startswith(INSTANCE)):
        if name.removeprefix(INSTANCE).split("/")[0] in MADE_ANEW:
            continue  # earlier versions copied the measurements
        target = instance / name.removeprefix(INSTANCE)
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        (copied / name).rename(target)
    if manifest.database == "postgresql":
        with _server(url) as engine:
            postgres.put_back(engine, database)
    else:
        shutil.move(database, _file_of(url, instance))


@contextmanager
def _server(url: str) -> Iterator[Engine]:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1), hide_parameters=True)
    try:
        yield engine
    finally:
        engine.dispose()
