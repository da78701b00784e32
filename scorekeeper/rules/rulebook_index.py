"""The index for searching the rulebook. Phones get it with the offline bundle."""

from __future__ import annotations

from functools import cache

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.rulebook.search import FoldedEntry, fold_entries, index


@cache
def index_in(lang: str) -> tuple[FoldedEntry, ...]:
    """Return the search index of the book in reading order. Raises `ValueError` for an unknown language."""
    return fold_entries(index(t_for(lang)))
