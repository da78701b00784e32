"""Headers with rate limits (draft-ietf-httpapi-ratelimit-headers)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.core.security.rate_limits import WINDOW, limits_of_request

if TYPE_CHECKING:
    from flask import Response


def add_limit_headers(response: Response) -> Response:
    """Add headers with the size, the remainder and the reset time of each limit that this request counts against."""
    if limits := limits_of_request():
        window = int(WINDOW.total_seconds())
        response.headers["RateLimit-Policy"] = ", ".join(f'"{name}";q={one.most};w={window}' for name, one in limits.items())
        response.headers["RateLimit"] = ", ".join(f'"{name}";r={one.left};t={one.seconds}' for name, one in limits.items())
    return response
