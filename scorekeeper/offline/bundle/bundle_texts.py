"""The texts of the kit, made once and reused by every later start of the same program."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from scorekeeper.core import files, paths
from scorekeeper.core.i18n.translation import LANGUAGES, ngettext_for, t_for
from scorekeeper.offline.bundle import chunks, module_sources
from scorekeeper.offline.bundle.chunks import Packed

CACHE_FOLDER = "kit"
SOURCES = frozenset({".py", ".js", ".html", ".po", ".mo"})


@dataclass(frozen=True)
class Texts:
    """The texts of the kit.

    `brython` is the interpreter. `packs` are by name, the engine first. `words` are by pack and language. `endpoints` are
    the pages that the packs link to, except the engine.
    """

    brython: str
    chunks: dict[str, str]
    words: dict[str, dict[str, str]]
    endpoints: list[str]


def texts(store: Path | None, step: Callable[[], object] = bool) -> Texts:
    """Return the texts of the kit, cached in `store` under the digest of all their sources.

    `step` is called after each pack that is made.
    """
    if store is None:
        return make_texts(step)
    place = store / f"{_key(store)}.{CACHE_FOLDER}"
    with contextlib.suppress(OSError, ValueError, TypeError):  # not there, or damaged
        return Texts(**json.loads(place.read_bytes()))
    told = make_texts(step)
    # If the instance is read-only, the texts are made again at the next start.
    with contextlib.suppress(OSError):
        store.mkdir(parents=True, exist_ok=True)
        files.write_atomically(place, as_json(vars(told)).encode())
        for other in store.glob(f"*.{CACHE_FOLDER}"):
            if other != place:
                other.unlink(missing_ok=True)
    return told


def _key(store: Path) -> str:
    """Return the cache key. An installed program uses the texts that were built with it, whatever its Python."""
    if store.is_relative_to(paths.PREBUILT):
        return next((path.stem for path in store.glob(f"*.{CACHE_FOLDER}")), CACHE_FOLDER)
    return digest_of_sources()


def digest_of_sources() -> str:
    """Return a digest that changes with every source file of the kit and with the tools that write it."""
    digest = hashlib.sha256(sys.version.encode())
    with contextlib.suppress(PackageNotFoundError):  # a bundle has no package metadata
        digest.update(version("jinja2").encode())
    digest.update(_brython().encode())
    for folder in (module_sources.PACKAGE, paths.resource("templates")):
        for path in sorted(folder.rglob("*")):
            if path.suffix in SOURCES:
                digest.update(f"\n{path.relative_to(folder).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def make_texts(step: Callable[[], object] = bool) -> Texts:
    """Make the texts of the kit, which takes some seconds. Raises CannotPack for anything that a phone does not have."""
    told = chunks.make_packs(step)
    return Texts(
        _brython(),
        {name: _engine(one) if name == chunks.ENGINE else _pack(one) for name, one in told.items()},
        {name: {lang: messages(lang, one.messages, one.counted) for lang in LANGUAGES} for name, one in told.items()},
        sorted({endpoint for name, one in told.items() if name != chunks.ENGINE for endpoint in one.endpoints}),
    )


def _brython() -> str:
    return (resources.files("brython") / "data" / "brython.js").read_text("utf-8")


def messages(lang: str, wanted: Iterable[str], counted: Mapping[str, str] | None = None) -> str:
    """Return the translations of `wanted` as a JSON object, without messages that read the same.

    `counted` are plural forms by singular.
    """
    t = t_for(lang)
    words = {message: t(message) for message in sorted(wanted)}
    for one, many in sorted((counted or {}).items()):
        words |= {one: ngettext_for(lang, one, many, 1), many: ngettext_for(lang, one, many, 2)}
    return as_json({message: text for message, text in words.items() if text != message})


def _pack(one: Packed) -> str:
    """Return a pack for the service worker. Each template is JSON of its own, to be parsed when it is used."""
    drawn = {name: as_json(tree) for name, tree in one.templates.items()}
    return as_json({"modules": virtual_files(one.modules), "templates": drawn})


def _engine(one: Packed) -> str:
    return f"__BRYTHON__.loadBrythonPackage({as_json(virtual_files(one.modules))});\n"


def virtual_files(trees: dict[str, ast.Module]) -> dict[str, list[Any]]:
    """Return the modules for Brython's virtual file system: suffix, source, imports, and 1 for a package."""
    told: dict[str, list[Any]] = {}
    for name, tree in trees.items():
        told[name] = [".py", ast.unparse(tree), []]
        if module_sources.is_package(name):
            told[name].append(1)
    return told


def as_json(value: object) -> str:
    """Return compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
