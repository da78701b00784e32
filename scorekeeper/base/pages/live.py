"""Parts of a page that live: its script asks for them again and again, and gets those that are new to it.

A part is an element with an id. Its stamp says what it is made of; the element carries it (`data-stamp`), and the script sends
back the stamps of what is shown. A stamp is made of values, before anything is drawn: keys of forms, tokens and seconds that run
do not count, and where nothing is new nothing is drawn. The other half is `static/js/parts.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from flask import Response, make_response, render_template, request

from scorekeeper.base.fingerprinted import digest_of
from scorekeeper.base.i18n import language

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

HEADER = "X-Fragment"
"""Of the requests of our own scripts, which are answered with parts instead of a page."""

VARY = f"{HEADER}, Cookie, Accept-Language"
BETWEEN = "."
"""Between the stamps of several parts, in one entity tag."""


def wants_parts() -> bool:
    """Whether a page's own script asks, not the browser itself."""
    return HEADER in request.headers


def ask_parts() -> None:
    """Let the present request be answered as one of a page's own script."""
    request.environ[f"HTTP_{HEADER.upper().replace('-', '_')}"] = "1"


def stamp_of(*of: object) -> str:
    """The stamp of a part that shows `of`, plain values that their `repr` tells whole, in the reader's language."""
    return digest_of(repr((language(), of)).encode())


def given(value: DataclassInstance) -> dict[str, Any]:
    """What a template is given of a page's value: each field under its name."""
    return {field.name: getattr(value, field.name) for field in fields(value)}


@dataclass(frozen=True)
class LiveParts:
    """The parts of a page by name, each with its stamp; templates have it as `live`."""

    stamps: Mapping[str, str]

    @property
    def tag(self) -> str:
        """Of all of them: the entity tag of the page."""
        return BETWEEN.join(self.stamps.values())

    @property
    def fresh(self) -> list[str]:
        """The parts that are new to whoever asks; all of them to whoever sends something."""
        tags = request.if_none_match.as_set(include_weak=True) if request.method == "GET" else ()
        shown = {stamp for tag in tags for stamp in tag.split(BETWEEN)}
        return [name for name, stamp in self.stamps.items() if stamp not in shown]


Given = Callable[[], Mapping[str, Any]]
"""What a template is given besides `live`, made only where something is drawn."""


def answer(live: LiveParts, template: str, make: Given, status: int = 200) -> Response:
    """Those parts that are new to whoever asks (`live.fresh`), drawn by a template; 304 where none is."""
    response = make_response("", status)
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(live.tag, weak=True)
    fresh = live.fresh
    if not fresh:
        response.status_code = 304
        return response
    if len(fresh) < len(live.stamps):
        response.headers["Cache-Control"] = "no-store"  # some parts are no page that could be kept
    response.set_data(render_template(template, live=live, **make()))
    return response


def page(live: LiveParts, whole: str, parts: str, make: Given, status: int = 200) -> Response:
    """A page whose script asks at its own address: the template `whole` for a browser, `parts` for the script."""
    if wants_parts():
        response = answer(live, parts, make, status)
    else:
        response = make_response(render_template(whole, live=live, **make()), status)
        response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = VARY
    return response
