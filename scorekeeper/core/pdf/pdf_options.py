"""Options of a printout from its URL: page size, language and parts."""

from __future__ import annotations

from flask import request

from scorekeeper.core.i18n.translation import language, supported_language
from scorekeeper.core.pdf.page_sizes import SIZES
from scorekeeper.core.pdf.sheet_options import SheetOptions

LETTER = ("ca", "us", "mx", "ph", "cl", "co", "ve", "pr")
"""Countries that print on Letter. The rest of the world uses A4."""


def requested_size() -> str:
    """Return the page size requested, else the usual one in the browser's country, else Letter, as in Canada."""
    size = request.args.get("size", "")
    if size in SIZES:
        return size
    for tag, _quality in request.accept_languages:
        country = tag.replace("_", "-").partition("-")[2].lower()
        if len(country) == 2:
            return "letter" if country in LETTER else "a4"
    return "letter"


def requested_lang() -> str:
    """Return the language requested, else the page's."""
    return supported_language(request.args.get("lang")) or language()


def requested_options(mark: str = "box") -> SheetOptions:
    """Return the page size and language requested. `mark`: around a score below zero."""
    return SheetOptions(requested_size(), requested_lang(), mark)


def is_option_set(name: str) -> bool:
    """Return whether the URL sets an option: `reasons=1`."""
    return request.args.get(name, "") not in ("", "0")
