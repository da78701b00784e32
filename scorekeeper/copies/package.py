"""A copy as one file: a ZIP with its manifest first, written whole or not at all, for nobody else on this computer."""

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

from scorekeeper.base.refusals import Refusal
from scorekeeper.copies import manifest as manifests
from scorekeeper.copies.manifest import FORMAT, MOST_FILES, NAME, CopiedFile, Manifest, NewerManifest, NotAManifest

AT_ONCE = 1024 * 1024
LARGEST_MANIFEST = 4 * 1024 * 1024

_DAMAGED = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, RuntimeError, EOFError, ValueError)
"""What a ZIP raises that is none, or was cut or overwritten somewhere."""


def part_of(path: Path) -> CopiedFile:
    """The size and the sum of a file."""
    with path.open("rb") as file:
        return CopiedFile(path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest())


def write(path: Path, manifest: Manifest, folder: Path) -> None:
    """Write what the manifest names, from a folder in which it lies under the same names. `path` is not there before."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as packed:
            packed.writestr(_info(NAME, zipfile.ZIP_DEFLATED), manifest.dumped())
            for name in manifest.parts:
                packs_itself = name == manifests.DATABASES["postgresql"]
                info = _info(name, zipfile.ZIP_STORED if packs_itself else zipfile.ZIP_DEFLATED)
                info.file_size = manifest.parts[name].size  # so that a large one gets room for its size
                with (folder / name).open("rb") as source, packed.open(info, "w") as target:
                    shutil.copyfileobj(source, target, AT_ONCE)
        file.flush()
        os.fsync(file.fileno())


def _info(name: str, how: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.compress_type = how
    info.external_attr = 0o600 << 16
    return info


def put(source: Path, target: Path) -> None:
    """Copy a file to where it is kept: under another name first, so that what has the right one is whole."""
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with source.open("rb") as read, os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as written:
            shutil.copyfileobj(read, written, AT_ONCE)
            written.flush()
            os.fsync(written.fileno())
        name(draft, target)
    finally:
        draft.unlink(missing_ok=True)


def name(draft: Path, target: Path) -> None:
    """Give a file that is whole its name, for good."""
    draft.replace(target)
    with suppress(OSError):  # some file systems cannot do this for a folder
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class Copy:
    """A copy that is read: its manifest at once, the rest when it is asked for.

    Sizes and sums are counted: what the ZIP says of itself is not believed. No name leads out of the folder it is put into.
    Raises Refusal("copy.none", "copy.file", "copy.newer", "copy.part", "copy.many", "copy.sum").
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

    def __enter__(self) -> Copy:
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
        """Read everything and compare it with its sums."""
        for one in self.manifest.parts:
            self._read(one, None)

    def extract(self, folder: Path, names: Iterable[str] | None = None) -> None:
        """Put what is in it, or these of its files, into a folder in which nothing of that name is."""
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
