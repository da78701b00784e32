"""The rulebook's search page."""

from __future__ import annotations

from flask import request

from scorekeeper.core.i18n.translation import LANGUAGES, language
from scorekeeper.rulebook.search import LONGEST_QUERY, search
from scorekeeper.rules.pages.rulebook import blueprint, draw
from scorekeeper.rules.rulebook_index import index_in


@blueprint.get("/rulebook/search")
def find() -> str:
    """Show the search results, in every language."""
    query = request.args.get("q", "")[:LONGEST_QUERY].strip()
    matches = search(query, tuple(LANGUAGES), index_in, language())
    return draw("search", "search", query=query, found=matches, language_names=LANGUAGES)
