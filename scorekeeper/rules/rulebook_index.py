"""The index of the rulebook's search in a language. Phones have it with their kit, made from this."""

from __future__ import annotations

from functools import cache

from scorekeeper.base.i18n import t_for
from scorekeeper.rulebook.search import Searched, index, prepared


@cache
def index_in(lang: str) -> tuple[Searched, ...]:
    """Everything in the book, in reading order, ready to be searched. Raises `ValueError` for a language that we do not have."""
    return prepared(index(t_for(lang)))
