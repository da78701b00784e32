"""API endpoints for a tournament's printouts: one at once as PDF, or all of them in a job."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from flask import Response, current_app, request, url_for

from scorekeeper.core.api import requests
from scorekeeper.core.api.json_schema import FLAG, Count, Description, Ordinal, Revision, integer, nullable, one_of
from scorekeeper.core.api.schema import LEFT_OUT
from scorekeeper.core.db.database import LARGEST_ID
from scorekeeper.core.http.downloads import PDF, make_download, make_pdf_response
from scorekeeper.core.i18n.translation import LANGUAGES, language
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.core.net import own_addresses
from scorekeeper.core.pdf.page_sizes import ALL_SIZES
from scorekeeper.core.refusals import NotFound
from scorekeeper.pairing.record.shapes import Whole
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.printouts import printouts
from scorekeeper.tournaments.commands.printouts.document_jobs import STATES, Job
from scorekeeper.tournaments.commands.printouts.printouts import BOTH, NAMES, Address
from scorekeeper.tournaments.commands.snapshot import Board, load
from scorekeeper.tournaments.printouts.documents import ALL_PAPERS, OF_A_ROUND, POSTED, event_of, kinds_of, one_document, titles


@dataclass(frozen=True, slots=True)
class OfferedPaper:
    """A kind of printout. `rounds`: the rounds that have their own."""

    kind: Annotated[str, one_of(ALL_PAPERS)]
    title: str
    about: str
    rounds: list[Ordinal] | None
    href: str


@dataclass(frozen=True, slots=True)
class PaperList:
    """The printouts that can be made now."""

    revision: Revision
    papers: list[OfferedPaper]


@dataclass(frozen=True, slots=True)
class PaperFile:
    """A finished file."""

    file: Ordinal
    title: str
    kind: Annotated[str, one_of((*ALL_PAPERS, "all"))]
    round: Ordinal | None
    lang: Annotated[str, one_of(LANGUAGES)]
    pages: Ordinal
    size: Ordinal
    href: str


@dataclass(frozen=True, slots=True)
class PaperJob:
    """The progress of a printout job.

    `place`: its position in the queue, null once it has started. `older`: the tournament has changed since.
    """

    state: Annotated[str, one_of(STATES)]
    pages_done: Count
    pages: Count
    place: Annotated[Ordinal | None, Description("Position in the queue; null once printing has started.")]
    older: Annotated[bool, Description("The tournament has changed since the job started.")]
    size: Annotated[Any, one_of(ALL_SIZES)]
    lang: Annotated[Any, one_of((*LANGUAGES, BOTH))]
    files: list[PaperFile]
    zip: str | None


@dataclass(frozen=True, slots=True)
class PrintingPlace:
    """The request's position in the printing queue."""

    place: Ordinal
    of: Ordinal


@dataclass(frozen=True, slots=True)
class PaperJobFacts:
    """The printouts to make.

    `round`: limits printouts by round to this one; `bind`: one file; `names`: the names on posted sheets.
    """

    size: Annotated[object, one_of(ALL_SIZES)] = "letter"
    lang: Annotated[object, one_of((*LANGUAGES, BOTH))] = LEFT_OUT
    round: Annotated[
        int | None,
        nullable(integer(1, 1000)),
        Whole(1, LARGEST_ID),
        Description("For printouts made per round, only this round."),
    ] = None
    bind: Annotated[object, FLAG, Description("Make one PDF instead of one per printout.")] = None
    names: Annotated[
        object,
        one_of(NAMES),
        Description("Names on posted sheets: `shown` (default) for the public form, `whole` for full names."),
    ] = LEFT_OUT


_ALL = "/tournaments/{tournament}/papers/all"


def _require_job(access: TournamentAccess) -> Job:
    job = printouts.last(access)
    if job is None:
        raise NotFound("papers.file")
    return job


_SCORE = tournament_operations("papers", "club.score", board=load, job=_require_job)


@_SCORE.get("/tournaments/{tournament}/papers")
def list_papers(access: TournamentAccess, board: Board) -> PaperList:
    """List a tournament’s printouts.

    Lists what can be printed now. `rounds` is null for printouts that are not made per round.
    """
    about = printouts.facts_for_printing(access, board)
    of_event = kinds_of(event_of(board, about, language()))
    rounds = [one.number for one in (*board.rounds, *([board.draft] if board.draft else []))]
    named = titles(request_t(), board.status == "finished")
    rows = [
        OfferedPaper(
            kind,
            *named[kind],
            rounds=rounds if kind in OF_A_ROUND else None,
            href=url_for("api.read_paper", tournament=access.tournament_id, kind=kind),
        )
        for kind in ALL_PAPERS
        if kind in of_event or (kind in OF_A_ROUND and rounds)
    ]
    return PaperList(board.revision, rows)


@_SCORE.get(
    "/tournaments/{tournament}/papers/{kind}",
    query=("round", "size", "lang", "names"),
    gives=PDF,
    answers={200: PDF, 202: PrintingPlace, 304: None},
    problems=(503,),
)
def read_paper(access: TournamentAccess, board: Board, kind: str) -> Response:
    """Read a printout as PDF.

    Rounds can be printed as drafts too. Send `If-None-Match` to get 304 while unchanged.
    """
    if kind not in ALL_PAPERS:
        raise NotFound("papers.kind")
    size, lang = requests.choice("size", ALL_SIZES, "letter"), requests.choice("lang", LANGUAGES, language())
    number = requests.number("round") or (board.current.number if board.current else None)
    names = requests.choice("names", printouts.NAMES, printouts.SHOWN)
    if names == printouts.SHOWN and kind in POSTED:
        board = printouts.as_posted_board(access, board)
    links = _address() if kind == "slips" else None
    about = printouts.facts_for_printing(access, board, links, _public(access))
    event = event_of(*printouts.for_round(board, about, number if kind in OF_A_ROUND else None), lang)
    document = one_document(event, kind, size, number)
    if document is None:
        raise NotFound("papers.kind")
    heading = event.t("Round %(n)s") % {"n": number} if kind in OF_A_ROUND else ""
    depends = ("api", access.tournament_id, board.revision, kind, size, lang, number, board.names_shown, repr(about))
    return make_pdf_response(document.html, name=[event.name, heading, document.title], of=depends)


@_SCORE.post(_ALL, status=202)
def make_papers(access: TournamentAccess, board: Board, sent: PaperJobFacts) -> PaperJob:
    """Make all printouts.

    Runs in the background. The files of the previous job are deleted.
    """
    lang = language() if sent.lang is LEFT_OUT else sent.lang
    names: dict[str, Any] = {} if sent.names is LEFT_OUT else {"names": sent.names}
    printouts.start(
        access, board, _address(), _public(access), size=sent.size, lang=lang, number=sent.round, bind=sent.bind is True, **names
    )
    return _job(access, board, _require_job(access))


@_SCORE.get(_ALL)
def read_papers(access: TournamentAccess, board: Board, job: Job) -> PaperJob:
    """Read the progress of the printouts.

    Files are stored for two days.
    """
    return _job(access, board, job)


@_SCORE.delete(_ALL)
def stop_papers(access: TournamentAccess) -> None:
    """Stop making printouts.

    Does nothing if no printouts are being made.
    """
    printouts.stop(access)


@_SCORE.get(f"{_ALL}/zip", gives="application/zip")
def read_papers_zip(board: Board, job: Job) -> Response:
    """Download all printouts as a ZIP."""
    return _file(board, job, job.archive, "zip")


@_SCORE.get(f"{_ALL}/files/{{file}}", gives=PDF)
def read_papers_file(board: Board, job: Job, file: int) -> Response:
    """Download one printout.

    Available once all printouts are made.
    """
    path = str(job.files[file - 1]["path"]) if 1 <= file <= len(job.files) else None
    return _file(board, job, path, "pdf")


def _file(board: Board, job: Job, name: str | None, kind: str) -> Response:
    body = job.file_body(name) if name is not None and job.state == "done" else None
    if name is None or body is None:
        raise NotFound("papers.file")
    return make_download(body, [board.name, Path(name).stem if kind == "pdf" else ""], kind)


def _job(access: TournamentAccess, board: Board, job: Job) -> PaperJob:
    names = ("title", "kind", "round", "lang", "pages", "size")
    files = [
        PaperFile(
            file=n,
            **{name: one[name] for name in names},
            href=url_for("api.read_papers_file", tournament=access.tournament_id, file=n),
        )
        for n, one in enumerate(job.files, 1)
    ]
    return PaperJob(
        job.state,
        job.done,
        job.total,
        place=job.place or None,
        older=int(job.facts.get("revision", 0)) < board.revision,
        size=job.facts.get("size"),
        lang=job.facts.get("lang"),
        files=files,
        zip=url_for("api.read_papers_zip", tournament=access.tournament_id) if job.archive else None,
    )


def _address() -> Address:
    base = own_addresses.reachable_url(request.scheme, request.host, current_app.config["LISTENS_ON"])
    return lambda token: base + url_for("at_table.show", token=token)


def _public(access: TournamentAccess) -> printouts.Public:
    base = own_addresses.reachable_url(request.scheme, request.host)
    pages = (url_for(name, tournament_id=access.tournament_id) for name in ("tournaments.show", "entry_form.show"))
    page, entry = (base + url for url in pages)
    return page, entry
