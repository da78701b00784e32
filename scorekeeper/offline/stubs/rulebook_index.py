"""The search index of the rulebook, made with the kit (`offline.bundle.generated_modules`)."""

from __future__ import annotations

import json

from scorekeeper.rulebook.book import Place
from scorekeeper.rulebook.search import IndexEntry, fold_entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.rulebook.search import FoldedEntry

ENTRIES: dict[str, str] = {}
"""JSON by language: page, anchor, title, text and `also` of each entry. Filled when the kit is made."""

_known: dict[str, tuple[FoldedEntry, ...]] = {}


def index_in(lang: str) -> tuple[FoldedEntry, ...]:
    """Return everything in the book, in reading order, ready to search."""
    if lang not in _known:
        entries = [IndexEntry(Place(page, anchor), *texts) for page, anchor, *texts in json.loads(ENTRIES[lang])]
        _known[lang] = fold_entries(entries)
    return _known[lang]
