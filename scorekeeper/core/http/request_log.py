"""Logs every request with its number, as text or JSON lines, and none with a secret.

Secret links are URLs, so a request is named by its route (`/s/<token>`) and never by its path. Error messages are redacted
before they are written.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from flask import current_app, g, has_request_context, request
from flask.logging import default_handler

from scorekeeper.core import metrics
from scorekeeper.core.net.proxies import THROUGH_PROXY
from scorekeeper.formats import strict_json

if TYPE_CHECKING:
    from flask import Flask, Response


LOGGER_NAME = "scorekeeper"
HIDDEN = "[…]"
FACTS = "scorekeeper_facts"
"""Attribute of a log record with facts about one request."""

# Our tokens and signatures have at least 20 characters. Names of classes and functions have no such mix.
_LONG = re.compile(r"(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{20,}", re.ASCII)
_PASSWORD = re.compile(r"(://[^\s:/@]*:)[^\s@/]+(?=@)")
PASSWORDS = ("password", "old")
"""Names of form fields with passwords."""
_SHORTEST = 8
"""Minimum length of a secret. All of ours are longer, and shorter words would vanish from every line."""


def start_logging(level: str, form: str) -> None:
    """Start logging to standard error. Other packages log warnings and errors only."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
    ours = logging.getLogger(LOGGER_NAME)
    ours.removeHandler(default_handler)
    ours.setLevel(level.upper())


class TextFormatter(logging.Formatter):
    """Formats records as text."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line with the request number, then the traceback."""
        number = f" [{request_number}]" if (request_number := current_request_number()) else ""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(" ", "seconds")[:19]
        lines = [f"{at} {record.levelname}{number} {record.name}: {message_of(record)}"]
        return redact("\n".join([*lines, *_traceback_lines(self, record)]))


class JsonFormatter(logging.Formatter):
    """Formats records as one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line: dict[str, Any] = {"time": at, "level": record.levelname.lower(), "logger": record.name, "process": record.process}
        if number := current_request_number():
            line["request"] = number
        line |= {"message": redact(message_of(record)), **getattr(record, FACTS, {})}
        if origin := _traceback_lines(self, record):
            line["error"] = redact("\n".join(origin))
        return strict_json.dumps(line, default=str).decode()


def message_of(record: logging.LogRecord) -> str:
    """Return a record's message. Waitress adds the path of a failed request, which may contain a secret, so that is removed."""
    text = record.getMessage()
    what, serving, _path = text.partition(" while serving ")
    return f"{what}{serving}a request" if serving and record.name == "waitress" else text


def _traceback_lines(formatter: logging.Formatter, record: logging.LogRecord) -> list[str]:
    return [formatter.formatException(record.exc_info)] if record.exc_info and record.exc_info[0] else []


def current_request_number() -> str:
    """Return the number of the current request, or ""."""
    return g.get("request_number", "") if has_request_context() else ""


def redact(text: str) -> str:
    """Redact secrets in a text: long random strings, passwords in URLs, and this request's credentials."""
    for secret in _request_secrets():
        text = text.replace(secret, HIDDEN)
    return _LONG.sub(HIDDEN, _PASSWORD.sub(rf"\1{HIDDEN}", text))


def _request_secrets() -> list[str]:
    """Return the possible secrets of this request, longest first."""
    if not has_request_context():
        return []
    values = [value for value in (request.view_args or {}).values() if isinstance(value, str)]
    values += [value for name, value in request.cookies.items() if name.startswith(LOGGER_NAME)]
    values += [request.headers.get("Authorization", "").rpartition(" ")[2], *request.args.values()]
    # Only a form that was parsed already. Logging must not read the body.
    form = vars(request).get("form", {})
    typed = [value for name, value in form.items() if name in PASSWORDS]
    return sorted({*(one for one in values if len(one) >= _SHORTEST), *filter(None, typed)}, key=len, reverse=True)


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
    raw_method = request.method
    method = raw_method if raw_method in METHODS else "other"
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
        ids_text = " ".join(f"{name}={value}" for name, value in ids.items())
        line = " ".join(filter(None, (method, request_route(), ids_text)))
        _requests.info("%s: %s, %s ms", line, response.status_code, facts["ms"], extra={FACTS: facts})
    return response


def _log_exception(app: Flask, exc_info: Any) -> None:
    """Log an exception. Flask's own version would log the path."""
    app.logger.error("error in %s %s", request.method, request_route(), exc_info=exc_info)


def log_database_failure(error: Exception) -> None:
    """Log and count a database that is unavailable, locked or silent."""
    current_app.logger.error("database: %s", error)
    metrics.count_database_failure()
