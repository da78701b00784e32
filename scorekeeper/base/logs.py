"""The log: lines for people or one JSON object a line, each with the number of its request, none with a secret.

A secret link is an address: so a request is named by its route (`/s/<token>`) and the numbers in it, never by its path. What an
error says in words of its own is looked through before it is written.
"""

from __future__ import annotations

import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any

import orjson
from flask import g, has_request_context, request
from flask.logging import default_handler

OURS = "scorekeeper"
HIDDEN = "[…]"
FACTS = "scorekeeper_facts"
"""What a record may carry besides its words: facts of one request."""

# What is signed or drawn here has at least these many letters, and of a name of a class or function no such mix.
_LONG = re.compile(r"(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{20,}", re.ASCII)
_PASSWORD = re.compile(r"(://[^\s:/@]*:)[^\s@/]+(?=@)")
PASSWORDS = ("password", "old")
"""Fields in which one is typed."""
_SHORTEST = 8
"""Letters of what opens something: all of ours are longer, and shorter words would be missing from every line."""


def begin(level: str, form: str) -> None:
    """Log from now on, to the standard error; other programs' parts only from warnings on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if form == "json" else Text())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
    ours = logging.getLogger(OURS)
    ours.removeHandler(default_handler)
    ours.setLevel(level.upper())


class Text(logging.Formatter):
    """Lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        """A line, and those of an error's origin below it."""
        number = f" [{request_number}]" if (request_number := number_of_request()) else ""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(" ", "seconds")[:19]
        lines = [f"{at} {record.levelname}{number} {record.name}: {message_of(record)}"]
        return hidden("\n".join([*lines, *_origin(self, record)]))


class Json(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line: dict[str, Any] = {"time": at, "level": record.levelname.lower(), "logger": record.name, "process": record.process}
        if number := number_of_request():
            line["request"] = number
        line |= {"message": hidden(message_of(record)), **getattr(record, FACTS, {})}
        if origin := _origin(self, record):
            line["error"] = hidden("\n".join(origin))
        return orjson.dumps(line, default=str).decode()


def message_of(record: logging.LogRecord) -> str:
    """What a record says. The server names the path of what failed, in which a secret may stand: it is cut off."""
    text = record.getMessage()
    what, serving, _path = text.partition(" while serving ")
    return f"{what}{serving}a request" if serving and record.name == "waitress" else text


def _origin(formatter: logging.Formatter, record: logging.LogRecord) -> list[str]:
    return [formatter.formatException(record.exc_info)] if record.exc_info and record.exc_info[0] else []


def number_of_request() -> str:
    """The number of the request that is being answered; nothing where none is."""
    return g.get("request_number", "") if has_request_context() else ""


def hidden(text: str) -> str:
    """The text without what opens something: long mixed signs, passwords in addresses, and what this request came with."""
    for secret in _of_request():
        text = text.replace(secret, HIDDEN)
    return _LONG.sub(HIDDEN, _PASSWORD.sub(rf"\1{HIDDEN}", text))


def _of_request() -> list[str]:
    """What the request that is being answered came with and may open something, the longest first."""
    if not has_request_context():
        return []
    values = [value for value in (request.view_args or {}).values() if isinstance(value, str)]
    values += [value for name, value in request.cookies.items() if name.startswith(OURS)]
    values += [request.headers.get("Authorization", "").rpartition(" ")[2], *request.args.values()]
    # Only what was read already: a log reads nothing that was sent.
    form = vars(request).get("form", {})
    typed = [value for name, value in form.items() if name in PASSWORDS]
    return sorted({*(one for one in values if len(one) >= _SHORTEST), *filter(None, typed)}, key=len, reverse=True)
