"""The OpenAPI document and the page that shows it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from flask import Blueprint, current_app, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.app.document import ABOUT, GROUPS, document
from scorekeeper.base.allowances import BROUGHT_IN, ENTRIES, NEW_GAMES, hall
from scorekeeper.base.api import answers, cross_origin
from scorekeeper.base.api.access import CREDENTIALS, SCOPES
from scorekeeper.base.api.operations import PREFIX, blueprint
from scorekeeper.base.api.outline import outline, shapes
from scorekeeper.base.api.problems import TITLES
from scorekeeper.base.i18n import language
from scorekeeper.base.i18n import t as request_t
from scorekeeper.base.root import rooted
from scorekeeper.base.sign_in_limits import WINDOW
from scorekeeper.wording.marks import N_

page = Blueprint("api_page", __name__)


def _here() -> dict[str, Any]:
    """Return the document in the reader's language, with the address under which they reached the server."""
    shown = document(language())
    return {**shown, "servers": [{"url": rooted(one["url"])} for one in shown["servers"]]}


cross_origin.PUBLIC.add(f"{PREFIX}/openapi.json")


@blueprint.get("/openapi.json")
def openapi() -> BaseResponse:
    """Serve the OpenAPI 3.1 document in the reader's language."""
    response = answers.respond(_here())
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag(weak=True)
    return response.make_conditional(request)


_LIMITED = (
    (NEW_GAMES, N_("Games that are started")),
    (BROUGHT_IN, N_("Hands and other entries of games that are imported")),
    (ENTRIES, N_("Entries to a tournament by its entry form")),
)


@page.get("/api")
def read() -> str:
    """Show the API page."""
    t = request_t()
    codes = [(code, t(title)) for code, title in TITLES.items()]
    shown = _here()
    groups = [(t(title), [s for s in outline(shown) if s.tag in tags]) for title, tags in GROUPS]
    credentials = [(t(title), t(where), t(opens)) for title, where, opens in CREDENTIALS]
    scopes = [(scope, t(SCOPES[scope])) for scope in SCOPES]
    return render_template(
        "base/api.html",
        about=t(ABOUT),
        groups=groups,
        credentials=credentials,
        scopes=scopes,
        shapes=shapes(shown),
        codes=codes,
        limits=[(one.name, t(what), one.by_device, one.of_each * hall()) for one, what in _LIMITED],
        minutes=WINDOW // timedelta(minutes=1),
        largest=(current_app.config["MAX_CONTENT_LENGTH"] or 0) // 2**20,
        root=request.url_root,
    )
