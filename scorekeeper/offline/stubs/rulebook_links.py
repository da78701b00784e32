"""The rulebook's place for each rule and option, as it was when the kit was made (`offline.bundle.generated_modules`)."""

from __future__ import annotations

from flask import url_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.rulebook.book import Place

RULES: dict[str, list[str]] = {}
OPTIONS: dict[str, list[str]] = {}


def page_url(key: str) -> str:
    """Return the URL of a page of the book."""
    return url_for("rulebook.page", key=key) if key else url_for("rulebook.contents")


def _url(page: str, anchor: str) -> str:
    return page_url(page) + (f"#{anchor}" if anchor else "")


def place_url(place: Place) -> str:
    """Return the URL of a place in the book."""
    return _url(place.page, place.anchor)


def rule_url(rule: str) -> str:
    """Return the URL of a rule, or of the contents if the book does not have it."""
    known = RULES.get(rule)
    return _url(*known) if known else page_url("")


def option_url(name: str) -> str:
    """Return the URL that explains an option. Raises KeyError for one that does not exist."""
    return _url(*OPTIONS[name])
