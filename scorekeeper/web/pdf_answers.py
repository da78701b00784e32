"""Answers that are PDF files: named for people, never made again for a browser that has them, long ones in a process apart."""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.metadata import version
from multiprocessing import get_context

from flask import Response, request, send_file

from scorekeeper.i18n import known, language
from scorekeeper.lasting import digest_of
from scorekeeper.sheets.blanks import SIZES
from scorekeeper.sheets.pdf import write_pdf
from scorekeeper.web.assets import asset_url

LONG = 60_000
"""Characters of HTML: some four pages, a fifth of a second. Longer documents must not hold up the hands of other tables."""
LETTER = ("ca", "us", "mx", "ph", "cl", "co", "ve", "pr")
"""Countries whose printers hold Letter; the rest of the world has A4."""


def asked_size() -> str:
    """The paper asked for, else that of the browser's country; without a country, Letter: 200 is played in Canada."""
    asked = request.args.get("size", "")
    if asked in SIZES:
        return asked
    for tag, _quality in request.accept_languages:
        country = tag.replace("_", "-").partition("-")[2].lower()
        if len(country) == 2:
            return "letter" if country in LETTER else "a4"
    return "letter"


def asked_lang() -> str:
    """The language asked for, else the page's."""
    return known(request.args.get("lang")) or language()


def asked_flag(name: str) -> bool:
    """Whether the address asks for it: `reasons=1`."""
    return request.args.get(name, "") not in ("", "0")


def pdf(html: Callable[[], str], *, name: list[str], of: tuple[object, ...]) -> Response:
    """The document as an answer.

    `html` makes it, unless the browser has it already: `of` is everything it depends on. `name`: the parts of its file name.
    """
    tag = digest_of(repr((version("scorekeeper"), asset_url(""), of)).encode())
    if request.if_none_match.contains(tag):
        answer = Response(status=304)
        answer.set_etag(tag)
        answer.headers["Cache-Control"] = "private, no-cache"
        return answer
    body = _made(html())
    answer = send_file(io.BytesIO(body), "application/pdf", download_name=file_name(name) + ".pdf", etag=tag)
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def file_name(parts: list[str]) -> str:
    """A name that every file system takes, in the words of people."""
    text = " - ".join(part for part in parts if part)
    kept = "".join(c if c.isalnum() or c in " -&,’'()" else " " for c in text)
    return ("" if "200" in kept else "200 ") + " ".join(kept.split())[:120]


def _made(html: str) -> bytes:
    if len(html) < LONG:
        return write_pdf(html)
    return _printer().submit(write_pdf, html).result(timeout=120)


@cache
def _printer() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=50)
