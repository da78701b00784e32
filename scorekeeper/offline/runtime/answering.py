"""Answers requests on a phone as the server would, with the program's own pages."""

from __future__ import annotations

from scorekeeper.core.http.site_root import rooted, site_root
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.refusals import NotFound, Refusal, refusal_text
from scorekeeper.offline.stubs import routes, template
from scorekeeper.offline.stubs.filters import FILTERS
from scorekeeper.offline.stubs.flask import (
    CONTEXT_PROCESSORS,
    FORMS,
    GLOBALS,
    HTTPException,
    make_response,
    render_template,
    set_request,
)
from scorekeeper.offline.stubs.layout import begin, page_with_refusal, settings
from scorekeeper.offline.stubs.request import Request
from scorekeeper.offline.stubs.translation import GLOBALS as WORDS
from scorekeeper.offline.stubs.translation import add as add_words
from scorekeeper.offline.stubs.translation import join_clauses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from scorekeeper.offline.stubs.flask import Response

FACT_LISTENERS: list[Callable[[Mapping[str, Any]], None]] = []
"""Listeners for new facts from the service worker."""
STORED_PARTS: dict[str, Callable[[], Any]] = {}
"""What the service worker must store before it sends an answer, by name."""
BEFORE_PAGE: list[Callable[[Request], str | None]] = []
"""Functions to call before a page. One may return a page to show in its place while its work goes on."""
QUESTIONS: dict[str, Callable[[Mapping[str, Any]], Any]] = {}
"""Questions that the service worker asks for its own use, by name."""
STATIC_BASE = {"base": "/static/"}
SERVER = {"none": False}
"""`none` is true if these pages did not come from a server."""
JOINT = "+"


def asset_url(path: str) -> str:
    """Return the URL of a static file."""
    return STATIC_BASE["base"] + path


def css_url(names: list[str]) -> str:
    """Return the URL of several style sheets in one, which the service worker joins."""
    return asset_url(f"css/{JOINT.join(names)}.css")


GLOBALS.update(WORDS)
GLOBALS.update(
    rooted=rooted,
    site_root=site_root,
    asset_url=asset_url,
    css_url=css_url,
    of_a_club=lambda: False,
    serverless=lambda: SERVER["none"],
    request_number=lambda: "",
)
CONTEXT_PROCESSORS.append(settings)
FILTERS["clauses"] = join_clauses


def take_facts(facts: Mapping[str, Any]) -> None:
    """Take new facts from the service worker and pass them to the listeners.

    `static` is the base URL of static files, `addresses` are the URLs of pages, `messages` are by language, and `templates`
    by name. `alone` says that there is no server. `token` is the CSRF token of the forms.
    """
    FORMS["token"] = facts.get("token", FORMS["token"])
    STATIC_BASE["base"] = facts.get("static", STATIC_BASE["base"])
    SERVER["none"] = facts.get("alone", SERVER["none"])
    routes.add_addresses(facts.get("addresses", {}))
    for lang, messages in facts.get("messages", {}).items():
        add_words(lang, messages)
    template.add(facts.get("templates", {}))
    for listener in FACT_LISTENERS:
        listener(facts)


def answer(request_json: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a request (`stubs.request.Request`): `status`, `headers` and `body`.

    `chosen` are settings to store. Everything in `STORED_PARTS` is added too.
    """
    request = Request(request_json)
    set_request(request)
    response = _respond(request)
    headers = {"Content-Type": f"{response.mimetype}; charset=utf-8", **response.headers}
    return {
        "status": response.status_code,
        "headers": headers,
        "body": response.text,
        "chosen": response.cookies,
        **_parts_to_store(),
    }


def _parts_to_store() -> dict[str, Any]:
    return {name: part for name, make_part in STORED_PARTS.items() if (part := make_part())}


def _respond(request: Request) -> Response:
    begin()
    if not request.is_ours(FORMS["token"]):
        text = _("Nothing was saved. Go back, reload the page and send it again.")
        return _page(400, _("This page is out of date"), text)
    found = routes.find(request.path, request.method)
    try:
        if found is None:
            raise HTTPException(404)
        view, view_args = found
        before = next((page for one in BEFORE_PAGE if (page := one(request)) is not None), None)
        return make_response(view(**view_args) if before is None else before)
    except HTTPException as error:
        status = error.code
    except Refusal as refusal:
        if (refusal_page := page_with_refusal(refusal)) is not None:
            return make_response(refusal_page)
        status = refusal.status
        if not isinstance(refusal, NotFound):
            return _page(status, _("Not possible"), refusal_text(_, refusal))
    return _not_found(status)


def _not_found(status: int) -> Response:
    if not SERVER["none"]:
        text = _("This page does not exist, or this device has no access to it.")
    else:
        text = _("This app has no server, so no clubs, share links or PDFs.")
    return _page(status, _("Not found"), text)


def _page(status: int, title: str, text: str) -> Response:
    response = make_response(render_template("core/error.html", title=title, text=text))
    response.status_code = status
    return response
