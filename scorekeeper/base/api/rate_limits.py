"""Headers that say what is left of a limit (draft-ietf-httpapi-ratelimit-headers)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.base.allowances import limits_of_request
from scorekeeper.base.sign_in_limits import WINDOW

if TYPE_CHECKING:
    from flask import Response


def show(response: Response) -> Response:
    """Say of each limit that the request counts against how much it is, how much is left, and when it begins again."""
    if limits := limits_of_request():
        window = int(WINDOW.total_seconds())
        response.headers["RateLimit-Policy"] = ", ".join(f'"{name}";q={one.most};w={window}' for name, one in limits.items())
        response.headers["RateLimit"] = ", ".join(f'"{name}";r={one.left};t={one.seconds}' for name, one in limits.items())
    return response
