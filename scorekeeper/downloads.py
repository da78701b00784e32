"""Answers that are files, for the pages and the API: named for people; PDF files never made again for whoever has them."""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from flask import Response, request, send_file

from scorekeeper.lasting import digest_of
from scorekeeper.sheets.pdf import NoPango, ignore_interrupts, write_pdf
from scorekeeper.workflows.refusals import NoPdf

LONG = 60_000
"""Characters of HTML: some four pages, a fifth of a second. Longer documents must not hold up the hands of other tables."""

PDF = "application/pdf"
TYPES = {"csv": "text/csv", "json": "application/json", "zip": "application/zip", "pdf": PDF}


def file_name(parts: list[str]) -> str:
    """A name that every file system takes, in the words of people."""
    text = " - ".join(part for part in parts if part)
    kept = "".join(c if c.isalnum() or c in " -&,’'()" else " " for c in text)
    return ("" if "200" in kept else "200 ") + " ".join(kept.split())[:120]


def attached(body: bytes | Path, name: list[str], kind: str) -> Response:
    """A file to be saved under a name for people; `kind`: csv, json, zip or pdf."""
    file = io.BytesIO(body) if isinstance(body, bytes) else body
    return _sent(file, TYPES[kind], f"{file_name(name)}.{kind}", as_attachment=True)


def printed(html: Callable[[], str], *, name: list[str], of: tuple[object, ...]) -> Response:
    """A document as PDF, to be looked at.

    `html` makes it, unless whoever asks has it already: `of` is everything it depends on. `name`: the parts of its file name.
    """
    tag = digest_of(repr((version("scorekeeper"), of)).encode())
    if request.if_none_match.contains(tag):
        answer = Response(status=304)
        answer.set_etag(tag)
        return _private(answer)
    return _sent(io.BytesIO(_made(html())), PDF, file_name(name) + ".pdf", etag=tag)


def _sent(file: io.BytesIO | Path, kind: str, name: str, **how: Any) -> Response:
    # Not conditional: programs send `If-Match` for the revision of what the file is about, not for the file.
    return _private(send_file(file, kind, download_name=name, conditional=False, **how))


def _private(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def _made(html: str) -> bytes:
    try:
        return write_pdf(html) if len(html) < LONG else _made_apart(html)
    except NoPango as error:
        raise NoPdf from error


def _made_apart(html: str) -> bytes:
    try:
        return _printer().submit(write_pdf, html).result(timeout=120)
    except BrokenProcessPool:  # the process was killed, for want of memory perhaps: this pool makes no other
        _printer.cache_clear()
        return _printer().submit(write_pdf, html).result(timeout=120)


@cache
def _printer() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=ignore_interrupts, max_tasks_per_child=50)
