"""Responses of the API: JSON in the client's language, not stored by shared caches."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from scorekeeper.core.api.schema import serialize
from scorekeeper.core.i18n.translation import language, t
from scorekeeper.formats import strict_json
from scorekeeper.messages.game.lines import Lines, lines_of

OPTIONS = strict_json.OPT_NON_STR_KEYS | strict_json.OPT_UTC_Z | strict_json.OPT_PASSTHROUGH_DATACLASS

Json = dict[str, Any]


def client_lines() -> Lines:
    """Return the translated explanations in the client's language."""
    return lines_of(t())


def respond(body: object, status: int = 200, *, etag: str | None = None) -> Response:
    """Return a JSON response in the client's language. Shared caches must not store it."""
    headers = {
        "Cache-Control": "private, no-cache",
        "Content-Language": language(),
        "Vary": "Accept-Language, Authorization, Cookie",
    }
    if etag is not None:
        headers["ETag"] = etag
    return Response(strict_json.dumps(body, serialize, OPTIONS), status, headers, mimetype="application/json")


def not_modified(etag: str) -> Response | None:
    """Return a 304 response if the client already has this version, or None."""
    if not request.if_none_match.contains_weak(etag[3:-1]):
        return None
    response = Response(status=304)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Accept-Language, Authorization, Cookie"
    return response
