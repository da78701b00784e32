"""Numbers, times and logs every request. The number is in the response and in each line of the log."""

from __future__ import annotations

import logging
import re
import secrets
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from flask import current_app, g, request

from scorekeeper.core import metrics
from scorekeeper.core.logs import FACTS, LOGGER_NAME, current_request_number
from scorekeeper.core.net.proxies import THROUGH_PROXY

if TYPE_CHECKING:
    from flask import Flask, Response

HEADER = "X-Request-Id"
UNROUTED = "none"
"""Route name for unknown paths, whose text may be anything."""
UNLOGGED = ("health", "assets")
"""Blueprints that are neither numbered nor logged: health checks and assets."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

_NUMBER = re.compile(r"[0-9A-Za-z._-]{6,64}", re.ASCII)
_requests = logging.getLogger(f"{LOGGER_NAME}.requests")


def init_app(app: Flask) -> None:
    """Watch every request. This is registered first, so it sees each request first and each response last."""
    app.before_request(_number_request)
    app.after_request(_log_response)
    app.log_exception = partial(_log_exception, app)  # type: ignore[method-assign]
    app.jinja_env.globals.update(request_number=current_request_number)


def new_number() -> str:
    """Return a random number that is easy to read out on the phone."""
    drawn = f"{secrets.randbelow(10**12):012}"
    return f"{drawn[:4]}-{drawn[4:8]}-{drawn[8:]}"


def _number_request() -> None:
    g.request_began = time.monotonic()
    number = request.headers.get(HEADER, "") if request.environ.get(THROUGH_PROXY) else ""
    g.request_number = number if number and _NUMBER.fullmatch(number) else new_number()


def request_route() -> str:
    """Return the route of the request, never its path, which may contain a secret."""
    return request.url_rule.rule if request.url_rule else UNROUTED


def _log_response(response: Response) -> Response:
    began = g.get("request_began")
    if began is None:
        return response
    seconds = time.monotonic() - began
    said = request.method
    method = said if said in METHODS else "other"
    if metrics.is_measuring():
        metrics.count_request(request_route(), method, response.status_code, seconds)
    if request.blueprint in UNLOGGED:
        return response
    response.headers.add(HEADER, g.request_number)
    if _requests.isEnabledFor(logging.INFO):
        ids = {name: value for name, value in (request.view_args or {}).items() if isinstance(value, int)}
        facts = {
            "method": method,
            "route": request_route(),
            "ids": ids,
            "status": response.status_code,
            "ms": round(1000 * seconds, 1),
        }
        shown = " ".join(f"{name}={value}" for name, value in ids.items())
        line = " ".join(filter(None, (method, request_route(), shown)))
        _requests.info("%s: %s, %s ms", line, response.status_code, facts["ms"], extra={FACTS: facts})
    return response


def _log_exception(app: Flask, exc_info: Any) -> None:
    """Log an exception. Flask's own version would log the path."""
    app.logger.error("error in %s %s", request.method, request_route(), exc_info=exc_info)


def log_database_failure(error: Exception) -> None:
    """Log and count a database that is unavailable, locked or silent."""
    current_app.logger.error("database: %s", error)
    metrics.count_database_failure()
