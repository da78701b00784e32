"""API endpoints for a tournament's printouts: one at once as PDF, or all of them in a job."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from flask import Response, url_for

from scorekeeper.core.api import requests
from scorekeeper.core.api.json_schema import FLAG, Count, Description, Ordinal, Revision, integer, nullable, one_of
from scorekeeper.core.api.schema import LEFT_OUT
from scorekeeper.core.db.database import LARGEST_ID
from scorekeeper.core.http.downloads import PDF, make_download
from scorekeeper.core.i18n.translation import LANGUAGES, language
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.core.pdf.page_sizes import ALL_SIZES
from scorekeeper.core.refusals import NotFound
from scorekeeper.pairing.record.shapes import Whole
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.printouts import printouts
from scorekeeper.tournaments.commands.printouts.document_jobs import STATES, Job
from scorekeeper.tournaments.commands.printouts.print_options import BOTH, NAMES, SHOWN, PrintOptions
from scorekeeper.tournaments.commands.snapshot import Board, load
from scorekeeper.tournaments.printouts.documents import ALL_PAPERS, OF_A_ROUND, titles
from scorekeeper.tournaments.printouts.stored import addresses, kinds_offered, printout_response


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
    of_event = kinds_offered(access, board, language())
    rounds = [one.number for one in (*board.rounds, *([board.draft] if board.draft else []))]
    titles_by_kind = titles(request_t(), board.status == "finished")
    rows = [
        OfferedPaper(
            kind,
            *titles_by_kind[kind],
            rounds=rounds if kind in OF_A_ROUND else None,
            href=url_for("api.read_paper", tournament=access.tournament_id, kind=kind),
        )
        for kind in ALL_PAPERS
        if kind in of_event or (kind in OF_A_ROUND and rounds)
    ]
    return PaperList(board.revision, rows)


@_SCORE.get(
    "/tournaments/{tournament}/papers/{kind}",
    query=("round", "table", "size", "lang", "names"),
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
    number = requests.number("round") or (board.current.number if board.current else None)
    options = PrintOptions(
        requests.choice("size", ALL_SIZES, "letter"),
        requests.choice("lang", LANGUAGES, language()),
        (kind,),
        (number,) if number else (),
        requests.choice("names", NAMES, SHOWN),
        table=requests.number("table"),
    )
    answer = printout_response(access, board, options)
    if answer is None:
        raise NotFound("papers.kind")
    return answer


@_SCORE.post(_ALL, status=202)
def make_papers(access: TournamentAccess, board: Board, sent: PaperJobFacts) -> PaperJob:
    """Make all printouts.

    Runs in the background. The files of the previous job are deleted.
    """
    lang = language() if sent.lang is LEFT_OUT else sent.lang
    names = SHOWN if sent.names is LEFT_OUT else sent.names
    rounds = None if sent.round is None else (sent.round,)
    options = PrintOptions(str(sent.size), str(lang), rounds=rounds, names=str(names), bind=sent.bind is True)
    printouts.start(access, board, options, addresses(access))
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
