"""Restores a backup into an empty instance, after its hashes and games are verified."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, create_engine, inspect, make_url

from scorekeeper import create_app
from scorekeeper.backup import database_dumps, verify
from scorekeeper.backup.create import REGENERATED, this_version
from scorekeeper.backup.package import DATABASES, INSTANCE, BackupFile, Manifest, ReplayResult
from scorekeeper.core.config.flask_config import DATABASE_FILE, database_url
from scorekeeper.core.db import schema_migrations, schema_versions
from scorekeeper.core.refusals import Refusal

WORK = ".restoring"
IGNORED = {".gitignore", "lost+found"}
"""Names that an empty instance may contain, from a checkout or a separate disk."""
_MB = 1024 * 1024


@dataclass(frozen=True)
class CheckedBackup:
    """A verified backup. `found`: what this release finds in it.

    `alike`: whether the scores match those at the time of the backup. It is None if the backup was not verified then or
    comes from another release, whose scores may differ.
    """

    manifest: Manifest
    found: ReplayResult
    alike: bool | None


def check(path: Path, work: Path) -> CheckedBackup:
    """Verify a backup as `restore` does, in an empty folder, and restore nothing. Raises Refusal("copy…")."""
    with BackupFile(path) as copy:
        _check_version(copy)
        _check_room(work, copy.manifest.size * 2)
        copy.extract(work / "copy")
        return _replay_copy(copy, work)


def restore(path: Path, instance: Path) -> CheckedBackup:
    """Restore a backup into an empty instance and upgrade its database.

    Raises Refusal("copy…") with nothing changed, or OSError.
    """
    with BackupFile(path) as copy:
        _check_version(copy)
        _check_empty(instance)
        _check_target(copy.manifest, instance)
        instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        work = instance / WORK
        work.mkdir(mode=0o700)
        try:
            _check_room(work, copy.manifest.size * 3)
            copy.extract(work / "copy")
            checked = _replay_copy(copy, work)
            if checked.found.faults:
                raise Refusal("copy.faults", "file", read="; ".join(checked.found.faults[:3]))
            _move_into_place(copy.manifest, work / "copy", instance)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    app = create_app(instance_path=instance)
    schema_migrations.upgrade_database(app)
    restored = verify.replay_and_close(app)
    if (restored.scores, restored.rows) != (checked.found.scores, checked.found.rows):
        raise Refusal("copy.differs")
    return checked


def _check_version(copy: BackupFile) -> None:
    manifest, known = copy.manifest, schema_versions.known_versions()
    if manifest.form not in known:
        facts = {"program": manifest.program, "form": manifest.form, "right": known[0]}
        raise Refusal("copy.newer_form", "file", read=copy.path.name, **facts)


def _check_empty(instance: Path) -> None:
    """Raise Refusal("copy.full") if anything could be overwritten or mixed up."""
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


def _replay_copy(copy: BackupFile, work: Path) -> CheckedBackup:
    manifest = copy.manifest
    counted = verify.verify_copy(work / "copy" / DATABASES[manifest.database], manifest.form, work / "trial")
    then = manifest.found if manifest.program == this_version() else None
    return CheckedBackup(manifest, counted, None if then is None else then.scores == counted.scores)


def _file_of(url: str, instance: Path) -> Path:
    """Return the file of a SQLite database, as the application finds it."""
    return instance / (make_url(url).database or DATABASE_FILE)


def _check_target(manifest: Manifest, instance: Path) -> None:
    """Raise Refusal unless this instance's database is of the same kind and empty."""
    url = database_url(instance)
    if manifest.database != ("sqlite" if url.startswith("sqlite") else "postgresql"):
        raise Refusal(f"copy.wants_{manifest.database}")
    if manifest.database == "postgresql":
        with _server(url) as engine:
            if inspect(engine).get_table_names():
                raise Refusal("copy.database_there")
    elif (file := _file_of(url, instance)).exists():
        raise Refusal("copy.full", read=str(file.parent), part=file.name)


def _move_into_place(manifest: Manifest, copied: Path, instance: Path) -> None:
    """Move everything into place, the database last, so that an instance with a database is complete."""
    url, database = database_url(instance), copied / DATABASES[manifest.database]
    for name in (name for name in manifest.parts if name.startswith(INSTANCE)):
        if name.removeprefix(INSTANCE).split("/")[0] in REGENERATED:
            continue  # earlier releases backed up the metrics too
        target = instance / name.removeprefix(INSTANCE)
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        (copied / name).rename(target)
    if manifest.database == "postgresql":
        with _server(url) as engine:
            database_dumps.restore_postgresql(engine, database)
    else:
        shutil.move(database, _file_of(url, instance))


@contextmanager
def _server(url: str) -> Iterator[Engine]:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1), hide_parameters=True)
    try:
        yield engine
    finally:
        engine.dispose()
