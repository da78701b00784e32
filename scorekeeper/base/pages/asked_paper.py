"""What an address asks of a paper: its size, its language, its parts."""

from __future__ import annotations

from flask import request

from scorekeeper.base.i18n import known, language
from scorekeeper.base.paper.sizes import SIZES

LETTER = ("ca", "us", "mx", "ph", "cl", "co", "ve", "pr")
"""Countries whose printers hold Letter; the rest of the world has A4."""


def asked_size() -> str:
    """The paper asked for, else that of the browser's country; without a country, Letter: 200 is played in Canada."""
    asked = request.args.get("size", "")
    if asked in SIZES:
        return asked
    for tag, _quality in request.accept_languages:
        country = tag.replace("_", "-").partition("-")[2].lower()
        if len(country) == 2:
            return "letter" if country in LETTER else "a4"
    return "letter"


def asked_lang() -> str:
    """The language asked for, else the page's."""
    return known(request.args.get("lang")) or language()


def asked_flag(name: str) -> bool:
    """Whether the address asks for it: `reasons=1`."""
    return request.args.get(name, "") not in ("", "0")
