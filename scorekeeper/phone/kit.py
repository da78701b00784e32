"""The scoring kit: what a browser loads to run the engine itself. Made once a process, compressed once an instance."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from threading import Lock

from scorekeeper.base import fingerprinted
from scorekeeper.base.fingerprinted import Asset
from scorekeeper.phone import packs, texts

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
    """Read, pack and compress the kit; its texts and their compressed forms are kept in `store`, where the next process finds
    them. Without a store nothing is compressed.
    """
    told = texts.texts(store)

    def words(name: str, called: str) -> dict[str, Asset]:
        said = told.words[name]
        return {lang: fingerprinted.asset(f"{called}-{lang}.json", JSON, text.encode(), store) for lang, text in said.items()}

    others = [name for name in told.packs if name != packs.ENGINE]
    kit = Kit(
        fingerprinted.asset("brython.js", SCRIPT, _brython(), store),
        fingerprinted.asset("engine.js", SCRIPT, told.packs[packs.ENGINE].encode(), store),
        words(packs.ENGINE, "messages"),
        {name: fingerprinted.asset(f"{name}.json", JSON, told.packs[name].encode(), store) for name in others},
        {name: words(name, name) for name in others},
        frozenset(told.endpoints),
    )
    if store is not None:
        fingerprinted.forget_others(store, kit.assets, texts.KEPT)
    return kit


def _brython() -> bytes:
    return (resources.files("brython") / "data" / "brython.js").read_bytes()
