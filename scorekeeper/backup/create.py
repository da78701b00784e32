"""Creates a backup while the instance runs, and verifies it before it counts."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError

from scorekeeper.archives import pending_imports
from scorekeeper.backup import database_dumps, nightly, package, storage, verify
from scorekeeper.backup.package import DATABASES, INSTANCE, MOST_FILES, Manifest, is_manifest_path
from scorekeeper.backup.storage import BackupPlan, plan
from scorekeeper.core import metrics
from scorekeeper.core.config import settings
from scorekeeper.core.config.flask_config import SECRET_KEY_FILE
from scorekeeper.core.db import schema_versions
from scorekeeper.core.db.schema_migrations import BackupFailed, DatabaseNotReady
from scorekeeper.core.jobs import job_queue
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.version import VERSION

if TYPE_CHECKING:
    from flask import Flask
    from sqlalchemy import Engine

REGENERATED = {
    *("fonts", "pdf", "phone", "static", "turns", ".gitignore", "lost+found"),
    *(job_queue.FOLDER, metrics.FOLDER, pending_imports.FOLDER, storage.FOLDER, nightly.RETENTION_FILE, *job_queue.LEFT),
}
"""Names in an instance folder that are temporary or created again when needed. Everything else is backed up."""
OLD_DATABASES = "*.before-*.sqlite3*"
"""Files that earlier releases saved next to the database before a schema upgrade."""
_MB = 1024 * 1024


@dataclass(frozen=True)
class FinishedBackup:
    """A finished backup. `elsewhere`: why it is not in the second folder, or "" if it is or there is none."""

    path: Path
    size: int
    manifest: Manifest
    elsewhere: str = ""


def this_version() -> str:
    return VERSION


def make_backup(app: Flask, kind: str, *, to: Path | None = None, wait: bool = False) -> FinishedBackup:
    """Back up the application's instance, verify and store it, delete old backups, and note the result.

    `to`: store it only in this folder. Raises Refusal("copy…"), DatabaseNotReady, OSError.
    """
    instance = Path(app.instance_path)
    try:
        with storage.lock_for_backup(instance, wait=wait) as work:
            finished = _create_backup(app, kind, work, to or storage.folder_of(instance), try_it=True)
            found = finished.manifest.found
            assert found is not None
            if to is None:
                finished = _store_elsewhere(app, finished, plan())
        code = storage.FAULTY if found.faults else ""
        storage.store_attempt(
            instance, storage.Attempt(_now(), kind, code, {"read": "; ".join(found.faults[:3])}, finished.elsewhere)
        )
    except Refusal as refusal:
        if refusal.code != "copy.busy":
            storage.store_attempt(instance, storage.Attempt(_now(), kind, refusal.code, refusal.params))
        raise
    except DBAPIError as error:
        storage.store_attempt(instance, storage.Attempt(_now(), kind, "copy.away", {"read": str(error.orig).strip()}))
        raise
    except (DatabaseNotReady, OSError) as error:
        storage.store_attempt(instance, storage.Attempt(_now(), kind, "copy.failed", {"read": str(error)}))
        raise
    return finished


def back_up_before_upgrade(app: Flask, engine: Engine, form: str) -> None:
    """Back up the instance before a schema upgrade. The games are not replayed, because this release cannot read them yet.

    Raises NotCopied. Does nothing if the operator has turned these backups off.
    """
    if settings.UPGRADE_WITHOUT_BACKUP.value() == "1":
        return
    if engine.dialect.name == "sqlite" and engine.url.database in (None, "", ":memory:"):
        return
    instance = Path(app.instance_path)
    try:
        with storage.lock_for_backup(instance, wait=True) as work:
            if (
                "-".join(sorted(schema_versions.schema_versions_of(engine))) == form
            ):  # if not, another process has already done everything
                _create_backup(app, "before", work, storage.folder_of(instance), try_it=False, engine=engine)
                storage.delete_expired(storage.folder_of(instance), _instance_mark(app), plan())
    except Refusal as refusal:
        raise BackupFailed(refusal) from refusal


def _create_backup(
    app: Flask, kind: str, work: Path, folder: Path, *, try_it: bool, engine: Engine | None = None
) -> FinishedBackup:
    if engine is None:
        with app.app_context():
            engine = app.extensions["sqlalchemy"].engine
    try:
        forms = schema_versions.schema_versions_of(engine)
        if not forms:
            raise Refusal("copy.nothing", read=_database_location(engine, Path(app.instance_path)))
        made_at, form = _now(), "-".join(sorted(forms))
        if try_it and form not in (known := schema_versions.known_versions()):
            raise Refusal("copy.form", read=form, right=known[0])
        database, inside = engine.dialect.name, work / "copy"
        inside.mkdir(mode=0o700)
        _check_room(work, _size(engine) * (3 if try_it else 2))
        copied = inside / DATABASES[database]
        if database == "sqlite":
            server = database_dumps.copy_sqlite(Path(engine.url.database or ""), copied)
        else:
            server = database_dumps.dump_postgresql(engine, copied)
    finally:
        engine.dispose()
    names = [copied.name, *_copy_other_files(Path(app.instance_path), engine, inside)]
    trial_result = verify.verify_copy(copied, form, work / "trial") if try_it else None
    parts = {name: package.describe_file(inside / name) for name in names}
    manifest = Manifest(this_version(), form, database, server, kind, made_at, parts, trial_result)
    return _pack_backup(app, manifest, inside, work, folder)


def _pack_backup(app: Flask, manifest: Manifest, inside: Path, work: Path, folder: Path) -> FinishedBackup:
    draft, name = work / "copy.zip", storage.name_of(_instance_mark(app), manifest.made_at, manifest.kind)
    package.write(draft, manifest, inside)
    with package.BackupFile(draft) as written:  # verify the file as it is on disk
        try:
            written.check()
        except Refusal as refusal:
            raise Refusal("copy.written", read=refusal.params.get("part", name)) from refusal
    size = draft.stat().st_size
    if folder == work.parent:
        package.rename_complete(draft, folder / name)
    else:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            package.copy_atomically(draft, folder / name)
        except OSError as error:
            raise Refusal("copy.folder", read=str(folder), why=error.strerror or str(error)) from error
    return FinishedBackup(folder / name, size, manifest)


def _store_elsewhere(app: Flask, finished: FinishedBackup, backup_plan: BackupPlan) -> FinishedBackup:
    """Store the backup in the second folder too, and delete expired ones in both."""
    mark, elsewhere = _instance_mark(app), ""
    storage.delete_expired(finished.path.parent, mark, backup_plan)
    if backup_plan.to is not None:
        try:
            # Never create this folder: it may be on a USB stick that is not plugged in.
            package.copy_atomically(finished.path, backup_plan.to / finished.path.name)
            storage.delete_expired(backup_plan.to, mark, backup_plan)
        except OSError as error:
            elsewhere = f"{backup_plan.to}: {error.strerror or error}"
    return FinishedBackup(finished.path, finished.size, finished.manifest, elsewhere)


def _copy_other_files(instance: Path, engine: Engine, inside: Path) -> list[str]:
    """Copy the other files of the instance. Return their names in the backup."""
    own = _own_files(engine)
    others: list[str] = []
    for path in _walk(instance):
        name = f"{INSTANCE}{path.relative_to(instance).as_posix()}"
        if path.absolute() in own or not is_manifest_path(name):
            continue
        if len(others) >= MOST_FILES - 1:
            raise Refusal("copy.many", read=str(instance), high=MOST_FILES)
        target = inside / name
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        others.append(name)
    return sorted(others, key=lambda name: (name != f"{INSTANCE}{SECRET_KEY_FILE}", name))


def _walk(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name in REGENERATED or path.match(OLD_DATABASES):
            continue
        # Symlinks are skipped, except for the secret key, which is always needed.
        if path.is_symlink() and path.name != SECRET_KEY_FILE:
            continue
        if path.is_file():
            yield path
        elif path.is_dir():
            yield from _files_below(path)


def _files_below(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield path


def _own_files(engine: Engine) -> set[Path]:
    """Return the files of a SQLite database."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return set()
    path = Path(engine.url.database).absolute()
    return {path.with_name(f"{path.name}{end}") for end in ("", "-wal", "-shm", "-journal")}


def _database_location(engine: Engine, instance: Path) -> str:
    return engine.url.database or str(instance) if engine.dialect.name == "sqlite" else engine.url.render_as_string()


def _size(engine: Engine) -> int:
    if engine.dialect.name == "sqlite":
        return sum(path.stat().st_size for path in _own_files(engine) if path.exists())
    with engine.connect() as connection:
        return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())


def _check_room(folder: Path, low: int) -> None:
    high = shutil.disk_usage(folder).free
    if high < low:
        raise Refusal("copy.room", read=str(folder), low=-(-low // _MB), high=high // _MB)


def _instance_mark(app: Flask) -> str:
    return storage.mark_of(str(app.config.get("SECRET_KEY", "")))


def _now() -> datetime:
    return datetime.now(UTC)
