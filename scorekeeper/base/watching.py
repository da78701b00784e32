"""What is known of every request: its number, which stands in the answer and in each line of the log, how long it took, and what
became of it.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from flask import current_app, g, request

from scorekeeper.base import metrics
from scorekeeper.base.logs import FACTS, OURS, number_of_request
from scorekeeper.base.proxies import THROUGH

if TYPE_CHECKING:
    from flask import Flask, Response

HEADER = "X-Request-Id"
UNROUTED = "none"
"""The route of a request that leads nowhere: what was asked for may be anything."""
UNSEEN = ("health", "assets")
"""Blueprints whose answers carry no number and leave no line: machines that ask whether we are there, and parts of pages."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

_NUMBER = re.compile(r"[0-9A-Za-z._-]{6,64}", re.ASCII)
_requests = logging.getLogger(f"{OURS}.requests")


def init_app(app: Flask) -> None:
    """Watch every request. Whoever is registered first sees it first, and its answer last."""
    app.before_request(_begin)
    app.after_request(_answered)
    app.log_exception = partial(_failed, app)  # type: ignore[method-assign]
    app.jinja_env.globals.update(request_number=number_of_request)


def new_number() -> str:
    """A number that can be said on the telephone."""
    drawn = f"{secrets.randbelow(10**12):012}"
    return f"{drawn[:4]}-{drawn[4:8]}-{drawn[8:]}"


def _begin() -> None:
    g.request_began = time.monotonic()
    number = request.headers.get(HEADER, "") if request.environ.get(THROUGH) else ""
    g.request_number = number if number and _NUMBER.fullmatch(number) else new_number()


def route() -> str:
    """The rule of the address that was asked for, never the address: what stands in it may be a secret."""
    return request.url_rule.rule if request.url_rule else UNROUTED


def _answered(response: Response) -> Response:
    began = g.get("request_began")
    if began is None:
        return response
    seconds = time.monotonic() - began
    said = request.method
    method = said if said in METHODS else "other"
    if metrics.measured():
        metrics.answered(route(), method, response.status_code, seconds)
    if request.blueprint in UNSEEN:
        return response
    response.headers.add(HEADER, g.request_number)
    if _requests.isEnabledFor(logging.INFO):
        ids = {name: value for name, value in (request.view_args or {}).items() if isinstance(value, int)}
        facts = {"method": method, "route": route(), "ids": ids, "status": response.status_code, "ms": round(1000 * seconds, 1)}
        shown = " ".join(f"{name}={value}" for name, value in ids.items())
        line = " ".join(filter(None, (method, route(), shown)))
        _requests.info("%s: %s, %s ms", line, response.status_code, facts["ms"], extra={FACTS: facts})
    return response


def _failed(app: Flask, exc_info: Any) -> None:
    """In place of Flask's own, which names the path."""
    app.logger.error("error in %s %s", request.method, route(), exc_info=exc_info)


def database_failed(error: Exception) -> None:
    """The database is away or locked, or has not answered: said in the log, and counted."""
    current_app.logger.error("database: %s", error)
    metrics.database_failed()
