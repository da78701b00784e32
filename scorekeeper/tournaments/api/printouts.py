"""API endpoints for a tournament's printouts: one at once as PDF, or all of them in a job."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Response, current_app, request, url_for

from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.api.schema import LEFT_OUT
from scorekeeper.core.http.downloads import PDF, make_download, make_pdf_response
from scorekeeper.core.i18n.translation import LANGUAGES, language
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.core.net import own_addresses
from scorekeeper.core.pdf.page_sizes import ALL_SIZES
from scorekeeper.core.refusals import NotFound
from scorekeeper.tournaments.api import authorization as tournament_requests
from scorekeeper.tournaments.api import printout_models
from scorekeeper.tournaments.api.request_models import PaperJobFacts
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.printouts import printouts
from scorekeeper.tournaments.commands.printouts.document_jobs import Job
from scorekeeper.tournaments.commands.printouts.printouts import Address
from scorekeeper.tournaments.commands.snapshot import load
from scorekeeper.tournaments.printouts.documents import ALL_PAPERS, OF_A_ROUND, POSTED, event_of, kinds_of, one_document, titles

_SCORE: dict[str, Any] = {"tag": "papers", "access": "club.score"}
_ALL = "/tournaments/{tournament}/papers/all"


@operation(
    "GET",
    "/tournaments/{tournament}/papers",
    summary="List a tournament’s printouts",
    about="Lists what can be printed now. `rounds` is null for printouts that are not made per round.",
    answers={200: "PaperList"},
    **_SCORE,
)
def list_papers(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "score")
    board = load(access)
    about = printouts.facts_for_printing(access, board)
    of_event = kinds_of(event_of(board, about, language()))
    rounds = [one.number for one in (*board.rounds, *([board.draft] if board.draft else []))]
    named = titles(request_t(), board.status == "finished")
    rows = [
        printout_models.OfferedPaper(
            kind,
            *named[kind],
            rounds=rounds if kind in OF_A_ROUND else None,
            href=url_for("api.read_paper", tournament=tournament, kind=kind),
        )
        for kind in ALL_PAPERS
        if kind in of_event or (kind in OF_A_ROUND and rounds)
    ]
    return responses.respond(printout_models.PaperList(board.revision, rows))


@operation(
    "GET",
    "/tournaments/{tournament}/papers/{kind}",
    summary="Read a printout as PDF",
    about="Rounds can be printed as drafts too. Send `If-None-Match` to get 304 while unchanged.",
    query=("round", "size", "lang", "names"),
    gives=PDF,
    answers={200: PDF, 202: "PrintingPlace", 304: None},
    problems=(503,),
    **_SCORE,
)
def read_paper(tournament: int, kind: str) -> Response:
    access = tournament_requests.tournament(tournament, "score")
    if kind not in ALL_PAPERS:
        raise NotFound("papers.kind")
    board = load(access)
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


@operation(
    "POST",
    _ALL,
    summary="Make all printouts",
    about="Runs in the background. The files of the previous job are deleted.",
    body="PaperJobFacts",
    answers={202: "PaperJob"},
    **_SCORE,
)
def make_papers(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "score")
    asked = requests.read(PaperJobFacts)
    lang = language() if asked.lang is LEFT_OUT else asked.lang
    size, number, bind = asked.size, asked.round, asked.bind is True
    names: dict[str, Any] = {} if asked.names is LEFT_OUT else {"names": asked.names}
    printouts.start(access, load(access), _address(), _public(access), size=size, lang=lang, number=number, bind=bind, **names)
    return responses.respond(_job(access, _require_job(access)), 202)


@operation(
    "GET",
    _ALL,
    summary="Read the progress of the printouts",
    about="Files are stored for two days.",
    answers={200: "PaperJob"},
    **_SCORE,
)
def read_papers(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "score")
    return responses.respond(_job(access, _require_job(access)))


@operation(
    "DELETE",
    _ALL,
    summary="Stop making printouts",
    about="Does nothing if no printouts are being made.",
    answers={204: None},
    **_SCORE,
)
def stop_papers(tournament: int) -> Response:
    printouts.stop(tournament_requests.tournament(tournament, "score"))
    return Response(status=204)


@operation(
    "GET",
    f"{_ALL}/zip",
    summary="Download all printouts as a ZIP",
    gives="application/zip",
    answers={200: "application/zip"},
    **_SCORE,
)
def read_papers_zip(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "score")
    job = _require_job(access)
    return _file(access, job, job.archive, "zip")


@operation(
    "GET",
    f"{_ALL}/files/{{file}}",
    summary="Download one printout",
    about="Available once all printouts are made.",
    gives=PDF,
    answers={200: PDF},
    **_SCORE,
)
def read_papers_file(tournament: int, file: int) -> Response:
    access = tournament_requests.tournament(tournament, "score")
    job = _require_job(access)
    path = str(job.files[file - 1]["path"]) if 1 <= file <= len(job.files) else None
    return _file(access, job, path, "pdf")


def _require_job(access: TournamentAccess) -> Job:
    job = printouts.last(access)
    if job is None:
        raise NotFound("papers.file")
    return job


def _file(access: TournamentAccess, job: Job, name: str | None, kind: str) -> Response:
    body = job.file_body(name) if name is not None and job.state == "done" else None
    if name is None or body is None:
        raise NotFound("papers.file")
    return make_download(body, [load(access).name, Path(name).stem if kind == "pdf" else ""], kind)


def _job(access: TournamentAccess, job: Job) -> printout_models.PaperJob:
    names = ("title", "kind", "round", "lang", "pages", "size")
    files = [
        printout_models.PaperFile(
            file=n,
            **{name: one[name] for name in names},
            href=url_for("api.read_papers_file", tournament=access.tournament_id, file=n),
        )
        for n, one in enumerate(job.files, 1)
    ]
    return printout_models.PaperJob(
        job.state,
        job.done,
        job.total,
        place=job.place or None,
        older=int(job.facts.get("revision", 0)) < load(access).revision,
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
