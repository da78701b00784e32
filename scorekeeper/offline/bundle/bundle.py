"""The kit: the files a browser loads to run the engine, made once per version and read once per process."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Lock
from typing import Any

from scorekeeper.core import files, paths
from scorekeeper.core.http import static_assets
from scorekeeper.core.http.static_assets import Asset
from scorekeeper.core.i18n.translation import LANGUAGES, ngettext_for, t_for
from scorekeeper.formats import strict_json
from scorekeeper.offline.bundle import module_sources, packs
from scorekeeper.offline.bundle.packs import PackContents

ENTRY = "scorekeeper.offline.runtime.pad_entry"
DESK = "scorekeeper.offline.runtime.worker_entry"
"""The entry module of the service worker, which answers pages on the phone."""
SCRIPT = "text/javascript"
JSON = "application/json"


@dataclass(frozen=True)
class Kit:
    """The files of the kit.

    `brython` is the interpreter, `engine` the packed files, and `messages` their messages by language. `packs` are loaded
    when a page is answered on the phone, and `words` are their messages by pack and language. `endpoints` are the pages that
    they link to.
    """

    brython: Asset
    engine: Asset
    messages: dict[str, Asset]
    packs: dict[str, Asset] = field(default_factory=dict)
    words: dict[str, dict[str, Asset]] = field(default_factory=dict)
    endpoints: frozenset[str] = frozenset()

    @property
    def assets(self) -> list[Asset]:
        """Every file that is served under its digest."""
        return [self.brython, self.engine, *self.messages.values(), *self.more]

    @property
    def more(self) -> list[Asset]:
        """The files needed only for pages that the phone answers."""
        return [*self.packs.values(), *[asset for words in self.words.values() for asset in words.values()]]

    @property
    def digest(self) -> str:
        """A digest of the interpreter and the engine. Compiled code is valid for exactly one value."""
        return static_assets.content_hash(f"{self.brython.digest} {self.engine.digest}".encode())


def folder(instance: Path) -> Path:
    """Return the folder of the compressed kit, which may not exist."""
    return paths.version_folder("phone", instance)


_lock = Lock()
_cached_kit: list[Kit] = []


def current_kit(instance: Path) -> Kit:
    """Return the kit of this process, made on first use. It is the same for every instance."""
    with _lock:
        if not _cached_kit:
            _cached_kit.append(make_kit(folder(instance)))
        return _cached_kit[0]


Progress = Callable[[int, int], object]
"""Takes the number of steps done and the total."""


def _ignore_progress(_done: int, _of: int) -> None:
    pass


class _ProgressSteps:
    """The steps of making a kit: packing each pack, then compressing each file."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.done = 0
        self.of = len(packs.PACKS) * (2 + len(LANGUAGES)) + 1

    def packed(self) -> None:
        self.done += 1
        self.progress(self.done, self.of)

    def compressed(self) -> None:
        """Count a compressed file, unless it was already there because no pack was made."""
        if self.done:
            self.packed()


def prepare_kit(instance: Path, progress: Progress = _ignore_progress) -> bool:
    """Make and compress the kit before anyone needs it, and return whether there was anything to do.

    `progress` is called after each step if the kit is made.
    """
    store = folder(instance)
    before = set(store.glob("*"))
    with _lock:
        _cached_kit[:] = [make_kit(store, progress)]
    return set(store.glob("*")) != before


def make_kit(store: Path | None, progress: Progress = _ignore_progress) -> Kit:
    """Read, pack and compress the kit. Its texts and compressed files are saved in `store` for the next process.

    Without a store, nothing is compressed.
    """
    steps = _ProgressSteps(progress)
    kit_texts = texts(store, steps.packed)

    def asset(name: str, mimetype: str, text: str) -> Asset:
        static_asset = static_assets.make_asset(name, mimetype, text.encode(), store)
        steps.compressed()
        return static_asset

    def words(name: str, called: str) -> dict[str, Asset]:
        return {lang: asset(f"{called}-{lang}.json", JSON, text) for lang, text in kit_texts.words[name].items()}

    others = [name for name in kit_texts.packs if name != packs.ENGINE]
    kit = Kit(
        asset("brython.js", SCRIPT, kit_texts.brython),
        asset("engine.js", SCRIPT, kit_texts.packs[packs.ENGINE]),
        words(packs.ENGINE, "messages"),
        {name: asset(f"{name}.json", JSON, kit_texts.packs[name]) for name in others},
        {name: words(name, name) for name in others},
        frozenset(kit_texts.endpoints),
    )
    if store is not None:
        static_assets.delete_unused(store, kit.assets, CACHE_FOLDER)
    return kit


CACHE_FOLDER = "kit"
SOURCES = frozenset({".py", ".js", ".html", ".po", ".mo"})


@dataclass(frozen=True)
class Texts:
    """The texts of the kit.

    `brython` is the interpreter. `packs` are by name, the engine first. `words` are by pack and language. `endpoints` are
    the pages that the packs link to, except the engine.
    """

    brython: str
    packs: dict[str, str]
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
        return Texts(**strict_json.loads(place.read_bytes()))
    kit_texts = make_texts(step)
    # If the instance is read-only, the texts are made again at the next start.
    with contextlib.suppress(OSError):
        store.mkdir(parents=True, exist_ok=True)
        files.write_atomically(place, as_json(vars(kit_texts)).encode())
        for other in store.glob(f"*.{CACHE_FOLDER}"):
            if other != place:
                other.unlink(missing_ok=True)
    return kit_texts


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
        for path in sorted((path for path in folder.rglob("*") if path.suffix in SOURCES), key=str):
            digest.update(f"\n{path.relative_to(folder).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def make_texts(step: Callable[[], object] = bool) -> Texts:
    """Make the texts of the kit, which takes some seconds. Raises CannotPack for anything that a phone does not have."""
    contents = packs.make_packs(step)
    return Texts(
        _brython(),
        {name: _engine(one) if name == packs.ENGINE else _pack(one) for name, one in contents.items()},
        {name: {lang: messages(lang, one.messages, one.counted) for lang in LANGUAGES} for name, one in contents.items()},
        sorted({endpoint for name, one in contents.items() if name != packs.ENGINE for endpoint in one.endpoints}),
    )


def _brython() -> str:
    return (resources.files("brython") / "data" / "brython.js").read_text("utf-8")


def messages(lang: str, english_texts: Iterable[str], counted: Mapping[str, str] | None = None) -> str:
    """Return the translations of `english_texts` as a JSON object, without messages that read the same.

    `counted` are plural forms by singular.
    """
    t = t_for(lang)
    words = {message: t(message) for message in sorted(english_texts)}
    for one, many in sorted((counted or {}).items()):
        words |= {one: ngettext_for(lang, one, many, 1), many: ngettext_for(lang, one, many, 2)}
    return as_json({message: text for message, text in words.items() if text != message})


def _pack(one: PackContents) -> str:
    """Return a pack for the service worker. Each template is JSON of its own, to be parsed when it is used."""
    drawn = {name: as_json(tree) for name, tree in one.templates.items()}
    return as_json({"modules": virtual_files(one.modules), "templates": drawn})


def _engine(one: PackContents) -> str:
    return f"__BRYTHON__.loadBrythonPackage({as_json(virtual_files(one.modules))});\n"


def virtual_files(trees: dict[str, ast.Module]) -> dict[str, list[Any]]:
    """Return the modules for Brython's virtual file system: suffix, source, imports, and 1 for a package."""
    modules: dict[str, list[Any]] = {}
    for name, tree in trees.items():
        modules[name] = [".py", ast.unparse(tree), []]
        if module_sources.is_package(name):
            modules[name].append(1)
    return modules


def as_json(value: object) -> str:
    """Return compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
