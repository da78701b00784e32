"""The kit: the files a browser loads to run the engine. It is made once per version and read once per process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from scorekeeper.core import paths
from scorekeeper.core.http import static_assets
from scorekeeper.core.http.static_assets import Asset
from scorekeeper.core.i18n.translation import LANGUAGES
from scorekeeper.offline.bundle import bundle_texts, chunks

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
    chunks: dict[str, Asset] = field(default_factory=dict)
    words: dict[str, dict[str, Asset]] = field(default_factory=dict)
    endpoints: frozenset[str] = frozenset()

    @property
    def assets(self) -> list[Asset]:
        """Every file that is served under its digest."""
        return [self.brython, self.engine, *self.messages.values(), *self.more]

    @property
    def more(self) -> list[Asset]:
        """The files needed only for pages that the phone answers."""
        return [*self.chunks.values(), *[asset for words in self.words.values() for asset in words.values()]]

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
        self.of = len(chunks.PACKS) * (2 + len(LANGUAGES)) + 1

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
    told = bundle_texts.texts(store, steps.packed)

    def asset(name: str, mimetype: str, text: str) -> Asset:
        made = static_assets.make_asset(name, mimetype, text.encode(), store)
        steps.compressed()
        return made

    def words(name: str, called: str) -> dict[str, Asset]:
        return {lang: asset(f"{called}-{lang}.json", JSON, text) for lang, text in told.words[name].items()}

    others = [name for name in told.chunks if name != chunks.ENGINE]
    kit = Kit(
        asset("brython.js", SCRIPT, told.brython),
        asset("engine.js", SCRIPT, told.chunks[chunks.ENGINE]),
        words(chunks.ENGINE, "messages"),
        {name: asset(f"{name}.json", JSON, told.chunks[name]) for name in others},
        {name: words(name, name) for name in others},
        frozenset(told.endpoints),
    )
    if store is not None:
        static_assets.delete_unused(store, kit.assets, bundle_texts.CACHE_FOLDER)
    return kit
