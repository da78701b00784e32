"""Where the rulebook states a rule, and explains an option."""

from __future__ import annotations

from flask import url_for

from scorekeeper.rulebook import book


def page_url(key: str) -> str:
    """Where a page of the book is."""
    return url_for("rulebook.page", key=key) if key else url_for("rulebook.contents")


def place_url(place: book.Place) -> str:
    """Where something in the book is."""
    return page_url(place.page) + (f"#{place.anchor}" if place.anchor else "")


def rule_url(rule: str) -> str:
    """Where a rule is stated; the contents for an id that the book does not know."""
    place = book.rule_places().get(rule)
    return place_url(place) if place else page_url("")


def option_url(name: str) -> str:
    """Where an option is explained. Raises KeyError for one that does not exist."""
    return place_url(book.option_place(name))
