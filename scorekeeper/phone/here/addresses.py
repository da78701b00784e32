"""Where the rulebook states a rule, and explains an option, as it was known when the kit was made (`phone.made`)."""

from __future__ import annotations

from flask import url_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.rulebook.book import Place

RULES: dict[str, list[str]] = {}
OPTIONS: dict[str, list[str]] = {}


def page_url(key: str) -> str:
    """Where a page of the book is."""
    return url_for("rulebook.page", key=key) if key else url_for("rulebook.contents")


def _url(page: str, anchor: str) -> str:
    return page_url(page) + (f"#{anchor}" if anchor else "")


def place_url(place: Place) -> str:
    """Where something in the book is."""
    return _url(place.page, place.anchor)


def rule_url(rule: str) -> str:
    """Where a rule is stated; the contents for an id that the book does not know."""
    known = RULES.get(rule)
    return _url(*known) if known else page_url("")


def option_url(name: str) -> str:
    """Where an option is explained. Raises KeyError for one that does not exist."""
    return _url(*OPTIONS[name])
