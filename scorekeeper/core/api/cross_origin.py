"""Scripts of other sites (CORS) may read public data anonymously, but change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request

if TYPE_CHECKING:
    from flask import Response

PUBLIC: set[str] = set()
"""Public routes, as Flask writes them."""

SHOWN = "Content-Disposition, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
DAY = "86400"


def allow(response: Response) -> Response:
    """Let scripts of other sites read a public response. Browsers send no cookie or token with such a request."""
    if request.url_rule is None or request.url_rule.rule not in PUBLIC or request.method not in ("GET", "HEAD", "OPTIONS"):
        return response
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = SHOWN
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = "GET, HEAD"
        response.headers["Access-Control-Allow-Headers"] = "Accept-Language, If-None-Match"
        response.headers["Access-Control-Max-Age"] = DAY
    return response
