"""Responses of the API: JSON in the client's language, and headers about caches, rate limits and other sites."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from scorekeeper.core.api.schema import serialize
from scorekeeper.core.i18n.translation import language, t
from scorekeeper.core.security.rate_limits import WINDOW, limits_of_request
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


PUBLIC_ROUTES: set[str] = set()
"""Public routes, as Flask writes them."""

_EXPOSED = "Content-Disposition, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
_DAY = "86400"


def allow_cross_origin(response: Response) -> Response:
    """Let scripts of other sites read a public response. Browsers send no cookie or token with such a request."""
    if request.url_rule is None or request.url_rule.rule not in PUBLIC_ROUTES or request.method not in ("GET", "HEAD", "OPTIONS"):
        return response
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = _EXPOSED
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = "GET, HEAD"
        response.headers["Access-Control-Allow-Headers"] = "Accept-Language, If-None-Match"
        response.headers["Access-Control-Max-Age"] = _DAY
    return response


def add_limit_headers(response: Response) -> Response:
    """Add headers with the size, the remainder and the reset time of each limit that this request counts against."""
    if limits := limits_of_request():
        window = int(WINDOW.total_seconds())
        response.headers["RateLimit-Policy"] = ", ".join(f'"{name}";q={one.most};w={window}' for name, one in limits.items())
        response.headers["RateLimit"] = ", ".join(f'"{name}";r={one.left};t={one.seconds}' for name, one in limits.items())
    return response
