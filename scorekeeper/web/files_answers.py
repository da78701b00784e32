"""Answers that are files to keep."""

from __future__ import annotations

import io

from flask import Response, send_file

from scorekeeper.web.pdf_answers import file_name

TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json", "zip": "application/zip"}


def attached(body: bytes, name: list[str], kind: str) -> Response:
    """A file to be saved under a name for people; `kind`: csv, json or zip."""
    answer = send_file(io.BytesIO(body), TYPES[kind], as_attachment=True, download_name=f"{file_name(name)}.{kind}")
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
