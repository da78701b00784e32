"""File responses for the pages and the API, with readable names. PDFs are cached."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, current_app, jsonify, render_template, request, send_file

from scorekeeper.core.file_names import file_name
from scorekeeper.core.http import cookies
from scorekeeper.core.http.static_assets import content_hash
from scorekeeper.core.net.proxies import limit_address
from scorekeeper.core.pdf.pdf_queue import Printer, PrinterFull, PrintFailed, WaitingDocument
from scorekeeper.core.pdf.rendering import NoPango
from scorekeeper.core.refusals import NoPdf, NotPrinted, QueueFull
from scorekeeper.core.spreadsheets import Rows, separator_for, write_csv, write_workbook
from scorekeeper.core.version import VERSION

CSV, PDF = "text/csv", "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
TYPES = {
    "csv": CSV,
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "pdf": PDF,
    "xlsx": XLSX,
    "zip": "application/zip",
}


def make_download(body: bytes | str, name: list[str], kind: str) -> Response:
    """Return a download. `kind`: one of `TYPES`; jsonl has one JSON object per line."""
    data = body.encode() if isinstance(body, str) else body
    return _make_file_response(io.BytesIO(data), TYPES[kind], f"{file_name(name)}.{kind}", as_attachment=True)


def make_table_download(rows: Rows, name: list[str], kind: str, title: str, lang: str | None = None) -> Response:
    """Return a table as a download. `kind`: csv or xlsx. `title`: the sheet's. `lang`: decides the CSV separator."""
    body = write_workbook(rows, title) if kind == "xlsx" else write_csv(rows, separator_for(lang or ""))
    return make_download(body, name, kind)


def make_pdf_response(html: Callable[[], str], *, name: list[str], of: tuple[object, ...]) -> Response:
    """Return a document as an inline PDF, or its place in the queue.

    `html` is called only if the document is not cached. `of`: everything it depends on. `name`: parts of the file name.
    Raises NoPdf, QueueFull, NotPrinted.
    """
    tag = content_hash(repr((VERSION, of)).encode())
    if request.if_none_match.contains(tag):
        answer = Response(status=304)
        answer.set_etag(tag)
        return _mark_private(answer)
    try:
        document = current_app.extensions["printer"].document(tag, html, _visitor())
    except NoPango as error:
        raise NoPdf from error
    except PrinterFull as error:
        raise QueueFull from error
    except PrintFailed as error:
        current_app.logger.error("printer: %s", error)
        raise NotPrinted from error
    if isinstance(document, WaitingDocument):
        return _make_queue_response(document)
    return _make_file_response(io.BytesIO(document), PDF, file_name(name) + ".pdf", etag=tag)


def init_app(app: Flask) -> None:
    """Set up the application's printer."""
    app.extensions["printer"] = Printer()


def _visitor() -> str:
    """Return an anonymous id of the visitor, from the browser's cookies or else the address."""
    known = [request.cookies.get(name, "") for name in (cookies.DEVICE, cookies.ACCOUNT)]
    return content_hash(repr(known if any(known) else limit_address(request.remote_addr or "")).encode())


def _make_queue_response(waiting: WaitingDocument) -> Response:
    if request.path.startswith("/api/"):
        answer = jsonify(place=waiting.place, of=waiting.of)
    else:
        answer = Response(render_template("core/printing.html", waiting=waiting), headers={"Refresh": "1"})
    answer.status_code = 202
    answer.headers["Retry-After"] = "1"
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _make_file_response(file: io.BytesIO, kind: str, name: str, **how: Any) -> Response:
    # Not conditional: API clients send `If-Match` for the revision of the subject, not of the file.
    return _mark_private(send_file(file, kind, download_name=name, conditional=False, **how))


def _mark_private(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
