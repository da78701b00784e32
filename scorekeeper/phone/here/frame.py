"""Around every page on a phone: its own settings, and nobody who signs in."""

from __future__ import annotations

from flask import request

from scorekeeper.base.refusals import NotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from flask import Response

    from scorekeeper.base.refusals import Refusal

THEMES = ("auto", "light", "dark")
MARKS = ("box", "circle")
LETTERS = ("usual", "large", "largest")
SAVING = ("vibrate", "sound", "quiet")
_AGAIN: dict[str, Callable[[Refusal], Any]] = {}


class Visitor:
    """The phone itself. `name`: as the history shows it."""

    def __init__(self, name: str) -> None:
        self.id = 1
        self.key = ""
        self.name = name


def _chosen(name: str, among: tuple[str, ...]) -> str:
    value = str(request.cookies.get(name))
    return value if value in among else among[0]


def settings() -> dict[str, object]:
    """What the device has chosen, for every template."""
    choices = {"theme": THEMES, "mark": MARKS, "letters": LETTERS, "saving": SAVING}
    return {**{name: _chosen(name, among) for name, among in choices.items()}, "has_account": False}


def choose(response: Response, name: str, value: str, *, within: str = "/") -> Response:  # noqa: ARG001 (the server's signature)
    """Keep a setting on this device."""
    response.set_cookie(name, value)
    return response


def visitor() -> Visitor:
    """The device that asks: this one."""
    return Visitor(request.cookies.get("name") or "")


visitor_or_new = visitor


def remember(response: Response, device: Visitor) -> Response:
    """The device knows itself, by the name that it has now."""
    if device.name != (request.cookies.get("name") or ""):
        response.set_cookie("name", device.name)
    return response


def shown_again(page: Callable[[Refusal], Any], *, when: Callable[[Refusal], bool] | None = None) -> None:
    """What is refused in this request is said on `page`; `when`: which refusals those are, all but of what is not there."""
    _AGAIN.update(page=page, when=when or (lambda error: not isinstance(error, NotFound)))


def again(error: Refusal) -> Any:
    """The page that shows a refusal, as it was told in this request; None where it has one of its own."""
    told = dict(_AGAIN)
    begin()
    return told["page"](error) if told and told["when"](error) else None


def begin() -> None:
    """A new request: nothing is told of refusals yet."""
    _AGAIN.clear()
