"""The log, as text or JSON lines, each with its request number and none with a secret.

Secret links are URLs, so a request is named by its route (`/s/<token>`) and never by its path. Error messages are redacted
before they are written.
"""

from __future__ import annotations

import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any

from flask import g, has_request_context, request
from flask.logging import default_handler

from scorekeeper.formats import strict_json

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
