"""Links to rules and options in the rulebook."""

from __future__ import annotations

from flask import url_for

from scorekeeper.rulebook import book


def page_url(key: str) -> str:
    return url_for("rulebook.page", key=key) if key else url_for("rulebook.contents")


def place_url(place: book.Place) -> str:
    return page_url(place.page) + (f"#{place.anchor}" if place.anchor else "")


def rule_url(rule: str) -> str:
    """Return the link to a rule in the rulebook, or to the contents if the book doesn't have the id."""
    place = book.rule_places().get(rule)
    return place_url(place) if place else page_url("")


def option_url(name: str) -> str:
    """Return the link to an option's explanation. Raises KeyError if there is no such option."""
    return place_url(book.option_place(name))
