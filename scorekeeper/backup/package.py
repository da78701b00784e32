"""A backup as one file: a ZIP with its manifest first.

The file is private to this user, and is written completely or not at all.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import shutil
import zipfile
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO

from scorekeeper.backup import manifest as manifests
from scorekeeper.backup.manifest import FORMAT, MOST_FILES, NAME, CopiedFile, Manifest, NewerManifest, NotAManifest
from scorekeeper.core.refusals import Refusal

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
            packed.writestr(_info(NAME, zipfile.ZIP_DEFLATED), manifest.to_json())
            for name in manifest.parts:
                packs_itself = name == manifests.DATABASES["postgresql"]
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
            with self._zip.open(NAME) as file:
                raw = file.read(LARGEST_MANIFEST + 1)
        except (KeyError, OSError, *_DAMAGED):
            raise self._no_copy() from None
        if len(raw) > LARGEST_MANIFEST:
            raise self._no_copy()
        try:
            manifest = manifests.read(raw)
        except NewerManifest as newer:
            facts = {"program": newer.program, "format": newer.read, "right": FORMAT}
            raise Refusal("copy.newer", "file", read=self.path.name, **facts) from None
        except NotAManifest:
            raise self._no_copy() from None
        for one in (set(names) - {NAME}) ^ set(manifest.parts):
            raise Refusal("copy.part", "file", read=self.path.name, part=one[:80])
        if len(names) != len(set(names)):
            raise Refusal("copy.part", "file", read=self.path.name, part=NAME)
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
