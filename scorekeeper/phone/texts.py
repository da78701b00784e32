"""The texts that a kit consists of: made once, and found again by every later start of the same program."""

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

from scorekeeper.base import files, paths
from scorekeeper.base.i18n import LANGUAGES, counted_for, t_for
from scorekeeper.phone import packs, sources
from scorekeeper.phone.packs import Packed

KEPT = "kit"
SOURCES = frozenset({".py", ".js", ".html", ".po", ".mo"})


@dataclass(frozen=True)
class Texts:
    """`brython`: the interpreter; `packs`: what is loaded, by name, the engine first; `words`: of each, by language.

    `endpoints`: the pages that the packs beside the engine lead to.
    """

    brython: str
    packs: dict[str, str]
    words: dict[str, dict[str, str]]
    endpoints: list[str]


def texts(store: Path | None, step: Callable[[], object] = bool) -> Texts:
    """The texts of the kit, kept in `store` where there is one, under the digest of all that they are made from.

    `step` is called after each pack that is made.
    """
    if store is None:
        return made(step)
    place = store / f"{_key(store)}.{KEPT}"
    with contextlib.suppress(OSError, ValueError, TypeError):  # not there, or damaged
        return Texts(**json.loads(place.read_bytes()))
    told = made(step)
    # An instance that cannot be written to still serves: it makes them again at the next start.
    with contextlib.suppress(OSError):
        store.mkdir(parents=True, exist_ok=True)
        files.write_whole(place, as_json(vars(told)).encode())
        for other in store.glob(f"*.{KEPT}"):
            if other != place:
                other.unlink(missing_ok=True)
    return told


def _key(store: Path) -> str:
    """What the texts are kept under. Those of an installed program were made for it, by whichever Python built it."""
    if store.is_relative_to(paths.PREBUILT):
        return next((path.stem for path in store.glob(f"*.{KEPT}")), KEPT)
    return digest_of_sources()


def digest_of_sources() -> str:
    """Changes with every file that a kit could be made from, and with what writes it."""
    digest = hashlib.sha256(sys.version.encode())
    with contextlib.suppress(PackageNotFoundError):  # a bundle has no list of its packages
        digest.update(version("jinja2").encode())
    digest.update(_brython().encode())
    for folder in (sources.PACKAGE, paths.resource("templates")):
        for path in sorted(folder.rglob("*")):
            if path.suffix in SOURCES:
                digest.update(f"\n{path.relative_to(folder).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def made(step: Callable[[], object] = bool) -> Texts:
    """The texts of the kit, made anew: some seconds. Raises CannotPack for what a phone does not have."""
    told = packs.packed(step)
    return Texts(
        _brython(),
        {name: _engine(one) if name == packs.ENGINE else _pack(one) for name, one in told.items()},
        {name: {lang: messages(lang, one.messages, one.counted) for lang in LANGUAGES} for name, one in told.items()},
        sorted({endpoint for name, one in told.items() if name != packs.ENGINE for endpoint in one.endpoints}),
    )


def _brython() -> str:
    return (resources.files("brython") / "data" / "brython.js").read_text("utf-8")


def messages(lang: str, wanted: Iterable[str], counted: Mapping[str, str] | None = None) -> str:
    """The translations of `wanted` as a JSON object; what reads the same is left out. `counted`: messages of one and of many."""
    t = t_for(lang)
    words = {message: t(message) for message in sorted(wanted)}
    for one, many in sorted((counted or {}).items()):
        words |= {one: counted_for(lang, one, many, 1), many: counted_for(lang, one, many, 2)}
    return as_json({message: text for message, text in words.items() if text != message})


def _pack(one: Packed) -> str:
    """A pack as the service worker reads it: modules, and templates, each as JSON that is read when it is drawn."""
    drawn = {name: as_json(tree) for name, tree in one.templates.items()}
    return as_json({"modules": virtual_files(one.modules), "templates": drawn})


def _engine(one: Packed) -> str:
    return f"__BRYTHON__.loadBrythonPackage({as_json(virtual_files(one.modules))});\n"


def virtual_files(trees: dict[str, ast.Module]) -> dict[str, list[Any]]:
    """The modules as Brython's virtual file system takes them: suffix, source, imports, and 1 for a package."""
    told: dict[str, list[Any]] = {}
    for name, tree in trees.items():
        told[name] = [".py", ast.unparse(tree), []]
        if sources.is_package(name):
            told[name].append(1)
    return told


def as_json(value: object) -> str:
    """JSON without a blank."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
