"""Responses that are files, on a phone."""

from __future__ import annotations

from flask import Response

from scorekeeper.core.file_names import file_name
from scorekeeper.offline.stubs.routes import quoted

TYPES = {"json": "application/json", "jsonl": "application/x-ndjson"}


def make_download(body: str, name: list[str], kind: str) -> Response:
    """Return a download. `kind` is json, or jsonl for one JSON value per line."""
    quoted_name = quoted(f"{file_name(name)}.{kind}")
    headers = {"Content-Disposition": f"attachment; filename=\"200.{kind}\"; filename*=UTF-8''{quoted_name}"}
    return Response(body, headers=headers, mimetype=TYPES[kind])
