"""How the API answers: JSON in the language of whoever asks, kept by nobody else."""

from __future__ import annotations

from functools import cache
from typing import Any

import orjson
from flask import Response, request

from scorekeeper.base.api.declared import plain
from scorekeeper.base.i18n import language, t_for
from scorekeeper.wording.lines import Lines

OPTIONS = orjson.OPT_NON_STR_KEYS | orjson.OPT_UTC_Z | orjson.OPT_PASSTHROUGH_DATACLASS

Json = dict[str, Any]


@cache
def _lines(lang: str) -> Lines:
    return Lines(t_for(lang))


def lines() -> Lines:
    """The sentences of whoever asks."""
    return _lines(language())


def respond(body: object, status: int = 200, *, etag: str | None = None) -> Response:
    """JSON in the language of whoever asks; kept by nobody else, and asked for anew each time."""
    headers = {
        "Cache-Control": "private, no-cache",
        "Content-Language": language(),
        "Vary": "Accept-Language, Authorization, Cookie",
    }
    if etag is not None:
        headers["ETag"] = etag
    return Response(orjson.dumps(body, plain, OPTIONS), status, headers, mimetype="application/json")


def unchanged(etag: str) -> Response | None:
    """304 where whoever asks has this answer already."""
    if not request.if_none_match.contains_weak(etag[3:-1]):
        return None
    response = Response(status=304)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Accept-Language, Authorization, Cookie"
    return response
