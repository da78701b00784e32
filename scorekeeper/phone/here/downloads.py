"""Answers that are files, on a phone."""

from __future__ import annotations

from flask import Response

from scorekeeper.base.file_names import file_name
from scorekeeper.phone.here.routes import quoted

TYPES = {"json": "application/json", "jsonl": "application/x-ndjson"}


def attached(body: str, name: list[str], kind: str) -> Response:
    """A file to be saved under a name for people; `kind`: json, or jsonl (a JSON a line)."""
    named = quoted(f"{file_name(name)}.{kind}")
    headers = {"Content-Disposition": f"attachment; filename=\"200.{kind}\"; filename*=UTF-8''{named}"}
    return Response(body, headers=headers, mimetype=TYPES[kind])
