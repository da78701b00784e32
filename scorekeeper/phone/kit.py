"""The scoring kit: what a browser loads to run the engine itself. Made once a process, compressed once an instance."""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from threading import Lock
from typing import Any

from scorekeeper.base import fingerprinted
from scorekeeper.base.fingerprinted import Asset
from scorekeeper.base.i18n import LANGUAGES, t_for
from scorekeeper.phone import pack

ENTRY = "scorekeeper.phone.main"
SCRIPT = "text/javascript"


@dataclass(frozen=True)
class Kit:
    """`brython`: the interpreter; `engine`: the packed files; `messages`: by language, the words they may need."""

    brython: Asset
    engine: Asset
    messages: dict[str, Asset]

    @property
    def assets(self) -> list[Asset]:
        """Everything that is served under its digest."""
        return [self.brython, self.engine, *self.messages.values()]

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


def make_kit(store: Path) -> Kit:
    """Read, pack and compress the kit; its compressed forms are kept in `store`, where the next process finds them."""
    trees = pack.collect(ENTRY)
    wanted = pack.message_ids(trees)
    kit = Kit(
        fingerprinted.asset("brython.js", SCRIPT, _brython(), store),
        fingerprinted.asset("engine.js", SCRIPT, _packed(trees), store),
        {
            lang: fingerprinted.asset(f"messages-{lang}.json", "application/json", messages(lang, wanted), store)
            for lang in LANGUAGES
        },
    )
    fingerprinted.forget_others(store, kit.assets)
    return kit


def messages(lang: str, wanted: set[str]) -> bytes:
    """The translations of `wanted` as a JSON object; what reads the same is left out."""
    t = t_for(lang)
    words = {message: t(message) for message in sorted(wanted)}
    return _json({message: text for message, text in words.items() if text != message}).encode()


def _brython() -> bytes:
    return (resources.files("brython") / "data" / "brython.js").read_bytes()


def _packed(trees: dict[str, ast.Module]) -> bytes:
    """The modules as Brython's virtual file system takes them: suffix, source, imports, and 1 for a package."""
    files: dict[str, list[Any]] = {}
    for name, tree in trees.items():
        files[name] = [".py", ast.unparse(tree), []]
        if name not in pack.STAND_INS and pack.is_package(name):
            files[name].append(1)
    return f"__BRYTHON__.loadBrythonPackage({_json(files)});\n".encode()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
