"""Drawing of documents as PDF files, ten pages at a time and in several processes, and one ZIP archive."""

from __future__ import annotations

import gc
import io
import itertools
import os
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper.core.pdf.rendering import ignore_interrupts, write_pdf
from scorekeeper.tournaments.printouts.page import Document, file_name_of

if TYPE_CHECKING:
    # Importing it takes a fifth of a second, which processes that only draw can save.
    from pypdf import PdfWriter

PIECE = 10
"""Pages drawn at once. WeasyPrint needs more time for each page in a longer document."""
ALONE = 24
"""The most pages for which starting other processes takes longer than drawing."""
MOST_PROCESSES = 4
COLLECT_EVERY = 4

_drawn_count = itertools.count(1)

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Piece:
    """Some pages of one of the documents."""

    document: int
    start: int
    pages: int


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """A finished file. `path`: relative to the folder, with slashes."""

    path: str
    title: str
    kind: str
    round: int | None
    lang: str
    pages: int
    size: int


def pieces_of(documents: Sequence[Document]) -> list[Piece]:
    """Return all pages of all documents in pieces, in order."""
    return [
        Piece(k, start, min(PIECE, len(document.pages) - start))
        for k, document in enumerate(documents)
        for start in range(0, len(document.pages), PIECE)
    ]


def draw_documents(documents: Sequence[Document], processes: int, done: Progress) -> Iterator[tuple[int, list[bytes]]]:
    """Yield each document's index and its pieces as PDF files, once its last piece is drawn.

    `processes`: how many may draw at once. `done` is called after each piece, with the pages drawn and the total.
    """
    pieces = pieces_of(documents)
    total = sum(piece.pages for piece in pieces)
    left = {k: sum(piece.document == k for piece in pieces) for k in range(len(documents))}
    by_piece: dict[int, dict[int, bytes]] = {k: {} for k in left}
    count = 0
    for piece, pdf in _in_processes(documents, pieces, processes if total > ALONE else 1):
        by_piece[piece.document][piece.start] = pdf
        left[piece.document] -= 1
        count += piece.pages
        done(count, total)
        if not left[piece.document]:
            yield piece.document, [part for _, part in sorted(by_piece.pop(piece.document).items())]


def _in_processes(documents: Sequence[Document], pieces: Sequence[Piece], processes: int) -> Iterator[tuple[Piece, bytes]]:
    def html(piece: Piece) -> str:
        return documents[piece.document].html(piece.start, piece.start + piece.pages)

    if processes <= 1:
        for piece in pieces:
            yield piece, _draw(html(piece))
        return
    waiting = iter(pieces)
    with ProcessPoolExecutor(min(processes, MOST_PROCESSES), mp_context=get_context("spawn"), initializer=_warm_up) as pool:
        running: dict[Future[bytes], Piece] = {}
        try:
            while True:
                # A few pieces ahead, so that no process is idle and memory stays small.
                for piece in waiting:
                    running[pool.submit(_draw, html(piece))] = piece
                    if len(running) >= 2 * processes:
                        break
                if not running:
                    return
                for finished in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(finished), finished.result()
        finally:
            for future in running:
                future.cancel()


@cache
def _warm_up() -> None:
    ignore_interrupts()
    import weasyprint  # noqa: F401 (the import itself is what takes time)

    gc.collect()
    gc.freeze()


def _draw(html: str) -> bytes:
    """Return a piece as a PDF. Garbage collection is off while drawing, which saves a third of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        return write_pdf(html)
    finally:
        if was:
            gc.enable()
        # Boxes are in reference cycles. A collection takes as long as a page, so not after every piece.
        if next(_drawn_count) % COLLECT_EVERY == 0:
            gc.collect()


def default_processes() -> int:
    """Return the number of processors, up to four."""
    return min(MOST_PROCESSES, os.cpu_count() or 1)


def join_pieces(parts: Sequence[bytes], title: str, lang: str) -> bytes:
    """Return the pieces of a document as one PDF file."""
    if len(parts) == 1:
        return parts[0]
    writer = _writer(title, lang)
    for part in parts:
        writer.append(io.BytesIO(part))
    return _bytes_of(writer)


def bind_documents(documents: Sequence[tuple[str, bytes]], title: str, lang: str) -> bytes:
    """Return several documents (name, PDF) as one PDF file, with an outline entry for each."""
    writer = _writer(title, lang)
    for name, pdf in documents:
        writer.append(io.BytesIO(pdf), outline_item=name, import_outline=False)
    return _bytes_of(writer)


def _writer(title: str, lang: str) -> PdfWriter:
    # Imported late: a single document in one piece does not need it.
    from pypdf import PdfWriter
    from pypdf.generic import NameObject, TextStringObject

    writer = PdfWriter()
    writer.add_metadata({"/Title": title, "/Creator": "Scorekeeper"})
    writer.root_object[NameObject("/Lang")] = TextStringObject(lang)
    return writer


def _bytes_of(writer: PdfWriter) -> bytes:
    # Every piece has its own fonts and pictures. Store identical ones once.
    writer.compress_identical_objects(remove_duplicates=True, remove_unreferenced=True)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def pdf_of(document: Document, *, processes: int = 1, done: Progress = lambda _done, _total: None) -> bytes:
    """Return a document as a PDF file."""
    (_, parts), *_ = draw_documents([document], processes, done)
    return join_pieces(parts, _title(document), document.event.lang)


def _title(document: Document) -> str:
    number = document.event.t("Round %(n)s") % {"n": document.round} if document.round else ""
    return ", ".join(part for part in (document.title, number) if part) + f" – {document.event.name}"


def save(
    documents: Sequence[Document],
    folder: Path,
    *,
    processes: int | None = None,
    bind: bool = False,
    done: Progress = lambda _done, _total: None,
) -> list[PrintedFile]:
    """Write every document into a folder, in order, with a subfolder for each language if there are several.

    `bind`: one PDF for each language, not for each document. Raises OSError if the folder cannot be written.
    """
    languages = list(dict.fromkeys(document.event.lang for document in documents))
    files: dict[int, PrintedFile] = {}
    pdfs: dict[int, bytes] = {}
    for k, parts in draw_documents(documents, default_processes() if processes is None else processes, done):
        document = documents[k]
        pdf = join_pieces(parts, _title(document), document.event.lang)
        if bind:
            pdfs[k] = pdf
        else:
            files[k] = _write(folder, _path(document, k, documents, languages), pdf, document)
    for lang in languages if bind else ():
        mine = [k for k, document in enumerate(documents) if document.event.lang == lang]
        first = documents[mine[0]]
        pdf = bind_documents([(_title(documents[k]).rpartition(" – ")[0], pdfs[k]) for k in mine], first.event.name, lang)
        pages = sum(len(documents[k].pages) for k in mine)
        name = first.event.t("All printouts")
        place = f"{lang}/" if len(languages) > 1 else ""
        files[mine[0]] = _write(folder, f"{place}{file_name_of(name)}.pdf", pdf, first, title=name, kind="all", pages=pages)
    return [files[k] for k in sorted(files)]


def _path(document: Document, k: int, documents: Sequence[Document], languages: Sequence[str]) -> str:
    place = f"{document.event.lang}/" if len(languages) > 1 else ""
    twice = any(d.file_name == document.file_name and d.event.lang == document.event.lang for d in documents[:k])
    return f"{place}{k + 1}-{document.file_name}" if twice else place + document.file_name


def _write(folder: Path, path: str, pdf: bytes, document: Document, **other: Any) -> PrintedFile:
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    half = target.with_suffix(".part")
    half.write_bytes(pdf)
    half.replace(target)
    facts = {"title": document.title, "kind": document.kind, "pages": len(document.pages), **other}
    number = None if facts["kind"] == "all" else document.round
    return PrintedFile(path, facts["title"], facts["kind"], number, document.event.lang, facts["pages"], len(pdf))


def zip_files(folder: Path, files: Sequence[PrintedFile], name: str) -> Path:
    """Write the files into one ZIP archive in their folder, and return its path."""
    target = folder / f"{name}.zip"
    half = target.with_suffix(".part")
    # PDF files are compressed already.
    with zipfile.ZipFile(half, "w", zipfile.ZIP_STORED) as archive:
        for one in files:
            archive.write(folder / one.path, f"{name}/{one.path}")
    half.replace(target)
    return target
