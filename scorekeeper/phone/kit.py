"""The scoring kit: what a browser loads to run the engine itself. Made once a process, compressed once an instance."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from threading import Lock
from typing import Any

from scorekeeper.base import fingerprinted
from scorekeeper.base.fingerprinted import Asset
from scorekeeper.base.i18n import LANGUAGES, counted_for, t_for
from scorekeeper.phone import pack, packs
from scorekeeper.phone.packs import Packed

ENTRY = "scorekeeper.phone.main"
DESK = "scorekeeper.phone.desk"
"""What answers pages on the phone, begun by the service worker."""
SCRIPT = "text/javascript"
JSON = "application/json"


@dataclass(frozen=True)
class Kit:
    """`brython`: the interpreter; `engine`: the packed files; `messages`: by language, the words they may need.

    `packs`: what is loaded beside the engine when a page is answered on the phone, by name; `words`: of each, by language;
    `endpoints`: the pages that these lead to.
    """

    brython: Asset
    engine: Asset
    messages: dict[str, Asset]
    packs: dict[str, Asset] = field(default_factory=dict)
    words: dict[str, dict[str, Asset]] = field(default_factory=dict)
    endpoints: frozenset[str] = frozenset()

    @property
    def assets(self) -> list[Asset]:
        """Everything that is served under its digest."""
        return [self.brython, self.engine, *self.messages.values(), *self.more]

    @property
    def more(self) -> list[Asset]:
        """What only pages need that are answered on the phone."""
        return [*self.packs.values(), *[asset for words in self.words.values() for asset in words.values()]]

    @property
    def digest(self) -> str:
        """Changes with the interpreter or the engine: what was compiled from them is good for exactly this."""
        return fingerprinted.digest_of(f"{self.brython.digest} {self.engine.digest}".encode())


def folder(instance: Path) -> Path:
    """Where an instance keeps the kit compressed; it may not be there."""
    return instance / "phone"


_lock = Lock()
_made: list[Kit] = []


def the_kit(instance: Path) -> Kit:
    """The kit of this process, made when it is first asked for; it is the same for every instance."""
    with _lock:
        if not _made:
            _made.append(make_kit(folder(instance)))
        return _made[0]


def prepare_kit(instance: Path) -> bool:
    """Compress the kit before anybody waits for it; whether there was anything to do."""
    store = folder(instance)
    before = set(store.glob("*"))
    with _lock:
        _made[:] = [make_kit(store)]
    return set(store.glob("*")) != before


def make_kit(store: Path | None) -> Kit:
    """Read, pack and compress the kit; its compressed forms are kept in `store`, where the next process finds them. Without a
    store nothing is compressed.
    """
    packed = packs.packed()
    engine = packed.pop(packs.ENGINE)

    def words(name: str, said: Packed) -> dict[str, Asset]:
        return {lang: _asset_of_words(f"{name}-{lang}.json", lang, said, store) for lang in LANGUAGES}

    kit = Kit(
        fingerprinted.asset("brython.js", SCRIPT, _brython(), store),
        fingerprinted.asset("engine.js", SCRIPT, _packed(engine.modules), store),
        words("messages", engine),
        {name: fingerprinted.asset(f"{name}.json", JSON, _pack(one), store) for name, one in packed.items()},
        {name: words(name, one) for name, one in packed.items()},
        frozenset(endpoint for one in packed.values() for endpoint in one.endpoints),
    )
    if store is not None:
        fingerprinted.forget_others(store, kit.assets)
    return kit


def _asset_of_words(name: str, lang: str, said: Packed, store: Path | None) -> Asset:
    return fingerprinted.asset(name, JSON, messages(lang, said.messages, said.counted), store)


def messages(lang: str, wanted: set[str], counted: Mapping[str, str] | None = None) -> bytes:
    """The translations of `wanted` as a JSON object; what reads the same is left out. `counted`: messages of one and of many."""
    t = t_for(lang)
    words = {message: t(message) for message in sorted(wanted)}
    for one, many in sorted((counted or {}).items()):
        words |= {one: counted_for(lang, one, many, 1), many: counted_for(lang, one, many, 2)}
    return _json({message: text for message, text in words.items() if text != message}).encode()


def _brython() -> bytes:
    return (resources.files("brython") / "data" / "brython.js").read_bytes()


def _pack(one: Packed) -> bytes:
    """A pack as the service worker reads it: modules, and templates, each as JSON that is read when it is drawn."""
    drawn = {name: _json(tree) for name, tree in one.templates.items()}
    return _json({"modules": _files(one.modules), "templates": drawn}).encode()


def _packed(trees: dict[str, ast.Module]) -> bytes:
    return f"__BRYTHON__.loadBrythonPackage({_json(_files(trees))});\n".encode()


def _files(trees: dict[str, ast.Module]) -> dict[str, list[Any]]:
    """The modules as Brython's virtual file system takes them: suffix, source, imports, and 1 for a package."""
    files: dict[str, list[Any]] = {}
    for name, tree in trees.items():
        files[name] = [".py", ast.unparse(tree), []]
        if pack.is_package(name):
            files[name].append(1)
    return files


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
