"""What a page sends that is no form with labels: taps, the key and the revision beside every form, and all of it once more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import overload

from flask import request
from werkzeug.datastructures import ImmutableMultiDict

from scorekeeper.base.numbers import tapped
from scorekeeper.base.pages.submission_keys import submission_key
from scorekeeper.base.root import rooted, unrooted

OURS = ("csrf_token", "revision", "uuid")
"""Fields of every form that say nothing of what it is about."""
LARGEST = 1_000_000_000
"""A number of ours is less than this."""


class Taps(dict[str, str]):
    """What was tapped, by field: what our own pages make of it, nothing that anybody types and is told about."""

    @overload
    def number(self, name: str) -> int | None: ...

    @overload
    def number(self, name: str, usual: int) -> int: ...

    def number(self, name: str, usual: int | None = None) -> int | None:
        """The number that a field holds, `usual` where it holds none."""
        value = tapped(self.get(name), LARGEST)
        return usual if value is None else value


def taps() -> Taps:
    """What was tapped on the page; nothing where it was only asked for."""
    return Taps(request.form.to_dict())


def revision() -> int:
    """The revision that the page showed; 0, which nothing has, where it says none."""
    return tapped(request.form.get("revision"), LARGEST) or 0


def key() -> str:
    """The key of the form, under which it counts once; empty where it has none."""
    return request.form.get("uuid", "")


def key_or_new() -> str:
    """The key of the form, a new one where it has none."""
    return key() or submission_key()


def pressed(usual: str = "") -> str:
    """Which button it was sent with; `usual` where Enter did it, or nothing says so."""
    return request.form.get("do", usual)


def pressed_one(usual: str = "") -> tuple[str, int | None]:
    """The same for a button of a list: what it does (`rename-12`), and its number, if it has one."""
    what, _dash, number = pressed(usual).partition("-")
    return what, tapped(number, LARGEST)


def confirmed(seen: str) -> bool:
    """Whether what is described by `seen` was shown, and is to be done now."""
    return request.form.get("action") == "record" and request.form.get("seen") == seen


def back(within: str, usual: str) -> str:
    """The page to go back to that the form names, if it lies under `within`; else `usual`."""
    asked = request.form.get("back", "")
    return asked if asked.startswith(within) else usual


def next_page() -> str:
    """The page of this site to go on to that the form or the address names; else the first one."""
    return own_path(request.values.get("next", rooted("/")))


def own_path(target: str) -> str:
    """The path if it is one of this site, else the first page: nobody is sent elsewhere from here."""
    target = target.rstrip("?")
    # A browser reads `//host` and `/\\host` as another site.
    path = unrooted(target) or ""
    inside = path.startswith("/") and path[1:2] not in ("/", "\\") and target.isprintable()
    return target if inside else rooted("/")


def once_more(most: int, *, ours: bool = False) -> list[tuple[str, str]]:
    """The fields as they were sent, to be sent again; without those of every form, unless `ours`."""
    return [(name, value) for name, value in list(request.form.items(multi=True))[:most] if ours or name not in OURS]


def content() -> list[list[object]]:
    """All that was sent, in order: what the key of the form stands for."""
    return sorted([name, values] for name, values in request.form.lists() if name not in OURS)


def put_in_place(fields: Mapping[str, str], *, seen: int, key: str) -> None:
    """Let what a log sent as JSON be read as the form it stands for, upon the revision `seen` and under `key`."""
    request.form = ImmutableMultiDict({**fields, "revision": str(seen), "uuid": key})
