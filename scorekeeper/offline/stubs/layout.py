"""The frame of every page on a phone: its own settings, and no one signed in."""

from __future__ import annotations

from flask import request

from scorekeeper.core.refusals import NotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from flask import Response

    from scorekeeper.core.refusals import Refusal

THEMES = ("auto", "light", "dark")
MARKS = ("box", "circle")
LETTERS = ("usual", "large", "largest")
SAVING = ("vibrate", "sound", "quiet")
_REFUSAL_PAGE: dict[str, Callable[[Refusal], Any]] = {}


class Visitor:
    """The phone. `name` is its name in the history."""

    def __init__(self, name: str) -> None:
        self.id = 1
        self.key = ""
        self.name = name


def _read_choice(name: str, among: tuple[str, ...]) -> str:
    value = str(request.cookies.get(name))
    return value if value in among else among[0]


def settings() -> dict[str, object]:
    """Return the device's settings for every template."""
    choices = {"theme": THEMES, "mark": MARKS, "letters": LETTERS, "saving": SAVING}
    return {**{name: _read_choice(name, among) for name, among in choices.items()}, "has_account": False}


def store_setting(response: Response, name: str, value: str, *, within: str = "/") -> Response:  # noqa: ARG001 (the server's signature)
    """Store a setting on this device."""
    response.set_cookie(name, value)
    return response


def visitor() -> Visitor:
    """Return this device."""
    return Visitor(request.cookies.get("name") or "")


visitor_or_new = visitor


def set_device_cookie(response: Response, device: Visitor) -> Response:
    """Store the device's name if it has changed."""
    if device.name != (request.cookies.get("name") or ""):
        response.set_cookie("name", device.name)
    return response


def show_refusals_on(page: Callable[[Refusal], Any], *, when: Callable[[Refusal], bool] | None = None) -> None:
    """Show refusals of this request on `page`.

    `when` selects the refusals. By default it is all of them except NotFound.
    """
    _REFUSAL_PAGE.update(page=page, when=when or (lambda error: not isinstance(error, NotFound)))


def page_with_refusal(error: Refusal) -> Any:
    """Return the page that shows a refusal, or None if it has an error page of its own."""
    handler = dict(_REFUSAL_PAGE)
    begin()
    return handler["page"](error) if handler and handler["when"](error) else None


def begin() -> None:
    """Start a new request without a page for refusals."""
    _REFUSAL_PAGE.clear()
