"""Live parts of a page, which its script polls for, and responses to a device's log (docs/reference/offline-log.md).

A part is an element with an id. Its stamp is a hash of its content's values, in `data-stamp`, and the script sends back the
stamps it has. Form keys, tokens and running seconds are not included. If nothing has changed, nothing is rendered. The
script is `static/js/live-parts.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from flask import Response, jsonify, make_response, render_template, request

from scorekeeper.core.http.static_assets import content_hash
from scorekeeper.core.i18n.translation import language

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


HEADER = "X-Fragment"
"""Header of our scripts' requests, which get parts instead of a page."""

VARY = f"{HEADER}, Cookie, Accept-Language"
BETWEEN = "."
"""Separator of stamps in an ETag."""


def wants_parts() -> bool:
    """Return whether the page's script sent the request, not the browser."""
    return HEADER in request.headers


def request_parts() -> None:
    """Treat this request as sent by a page's script."""
    request.environ[f"HTTP_{HEADER.upper().replace('-', '_')}"] = "1"


def stamp_of(*of: object) -> str:
    """Return the stamp of a part that shows `of` in the reader's language. The values must have complete `repr`s."""
    return content_hash(repr((language(), of)).encode())


def template_values(value: DataclassInstance) -> dict[str, Any]:
    """Return a dataclass's fields as values for a template."""
    return {field.name: getattr(value, field.name) for field in fields(value)}


@dataclass(frozen=True)
class LiveParts:
    """The parts of a page by name, with their stamps. Templates have it as `live`."""

    stamps: Mapping[str, str]

    @property
    def tag(self) -> str:
        """The ETag of the whole page."""
        return BETWEEN.join(self.stamps.values())

    @property
    def fresh(self) -> list[str]:
        """The parts that the client does not have yet, or all of them for a POST."""
        tags = request.if_none_match.as_set(include_weak=True) if request.method == "GET" else ()
        known_stamps = {stamp for tag in tags for stamp in tag.split(BETWEEN)}
        return [name for name, stamp in self.stamps.items() if stamp not in known_stamps]


MakeValues = Callable[[], Mapping[str, Any]]
"""A function that returns a template's values besides `live`. It is called only if something is rendered."""


def render_fresh_parts(live: LiveParts, template: str, make: MakeValues, status: int = 200) -> Response:
    """Render the parts that the client does not have yet (`live.fresh`), or return 304."""
    response = make_response("", status)
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(live.tag, weak=True)
    fresh = live.fresh
    if not fresh:
        response.status_code = 304
        return response
    if len(fresh) < len(live.stamps):
        response.headers["Cache-Control"] = "no-store"  # some parts alone are not a page to cache
    response.set_data(render_template(template, live=live, **make()))
    return response


def page(live: LiveParts, whole: str, parts: str, make: MakeValues, status: int = 200) -> Response:
    """Render a page that its script polls at its own URL: `whole` for browsers, `parts` for the script."""
    if wants_parts():
        response = render_fresh_parts(live, parts, make, status)
    else:
        response = make_response(render_template(whole, live=live, **make()), status)
        response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = VARY
    return response


FORMAT = 1
OWN_HEADER = "X-Scorekeeper"
"""Header of our own pages, which a form on another site cannot set."""


def respond_to_log(key: str, state: str, status: int, **more: Any) -> Response:
    """Return a response to a device's log. `log` and the command's key identify it as ours."""
    response = jsonify(log=FORMAT, key=key, state=state, **more)
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response


def sent_key() -> str | None:
    """Return the key of the command sent by a device's log, or None for other requests."""
    sent = request.get_json(silent=True) if request.headers.get(OWN_HEADER) else None
    return str(sent.get("key"))[:40] if isinstance(sent, dict) else None
