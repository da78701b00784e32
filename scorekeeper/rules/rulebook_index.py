"""The index for searching the rulebook. Phones get it with the offline bundle."""

from __future__ import annotations

from functools import cache

from scorekeeper.base.i18n import t_for
from scorekeeper.rulebook.search import Searched, index, prepared


@cache
def index_in(lang: str) -> tuple[Searched, ...]:
    """Return the search index of the book in reading order. Raises `ValueError` for an unknown language."""
    return prepared(index(t_for(lang)))
