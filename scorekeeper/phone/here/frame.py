"""Around every page on a phone: its own settings, and nobody who signs in."""

from __future__ import annotations

from flask import request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flask import Response

THEMES = ("auto", "light", "dark")
MARKS = ("box", "circle")
LETTERS = ("usual", "large", "largest")
SAVING = ("vibrate", "sound", "quiet")


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


def choose(response: Response, name: str, value: str) -> Response:
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
