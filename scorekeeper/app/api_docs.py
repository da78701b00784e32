"""The OpenAPI document and the page that shows it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from flask import Blueprint, current_app, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.app import subjects
from scorekeeper.app.openapi import ABOUT, GROUPS, document
from scorekeeper.core.api import responses
from scorekeeper.core.api.access import CREDENTIALS, SCOPES
from scorekeeper.core.api.operations import PREFIX, blueprint
from scorekeeper.core.api.outline import outline, outline_shapes
from scorekeeper.core.api.problems import TITLES
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.security.rate_limits import ENTRIES, IMPORTED_ENTRIES, NEW_GAMES, WINDOW, phones_per_address

page = Blueprint("api_page", __name__)


def _document_with_server() -> dict[str, Any]:
    """Return the document with the address under which the reader reached the server."""
    api_document = document(current_app.extensions[subjects.CHOSEN])
    return {**api_document, "servers": [{"url": rooted(one["url"])} for one in api_document["servers"]]}


responses.PUBLIC_ROUTES.add(f"{PREFIX}/openapi.json")


@blueprint.get("/openapi.json")
def openapi() -> BaseResponse:
    """Serve the OpenAPI 3.1 document."""
    response = responses.respond(_document_with_server())
    response.headers["Content-Language"] = "en"
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag(weak=True)
    return response.make_conditional(request)


_RATE_LIMITS = (
    (NEW_GAMES, "Games started"),
    (IMPORTED_ENTRIES, "Hands and other entries of imported games"),
    (ENTRIES, "Entries through a tournament’s entry form"),
)


@page.get("/api")
def read() -> str:
    """Show the API page. It is in English, as the document is."""
    api_document = _document_with_server()
    groups = [(title, found) for title, tags in GROUPS if (found := [s for s in outline(api_document) if s.tag in tags])]
    return render_template(
        "core/api.html",
        about=ABOUT,
        groups=groups,
        credentials=CREDENTIALS,
        scopes=SCOPES.items(),
        shapes=outline_shapes(api_document),
        codes=TITLES.items(),
        limits=[(one.name, what, one.by_device, one.of_each * phones_per_address()) for one, what in _RATE_LIMITS],
        minutes=WINDOW // timedelta(minutes=1),
        largest=(current_app.config["MAX_CONTENT_LENGTH"] or 0) // 2**20,
        root=request.url_root,
    )
