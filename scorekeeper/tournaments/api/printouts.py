"""API endpoints for a tournament's printouts: one at once as PDF, or all of them in a job."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Response, current_app, request, url_for

from scorekeeper import network
from scorekeeper.base.api import answers, requests
from scorekeeper.base.api.declared import LEFT_OUT
from scorekeeper.base.api.operations import operation
from scorekeeper.base.downloads import PDF, make_download, make_pdf_response
from scorekeeper.base.i18n import LANGUAGES, language
from scorekeeper.base.i18n import t as request_t
from scorekeeper.base.paper.sizes import ALL_SIZES
from scorekeeper.base.refusals import NotFound
from scorekeeper.tournaments.actions import papers
from scorekeeper.tournaments.actions.board import load
from scorekeeper.tournaments.actions.document_jobs import Job
from scorekeeper.tournaments.actions.entrance import TournamentAccess
from scorekeeper.tournaments.actions.papers import Address
from scorekeeper.tournaments.api import paper_models
from scorekeeper.tournaments.api import requests as tournament_requests
from scorekeeper.tournaments.api.questions import PaperJobFacts
from scorekeeper.tournaments.papers.documents import ALL_PAPERS, OF_A_ROUND, POSTED, event_of, kinds_of, one_document, titles

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
    about = papers.facts_for_printing(access, board)
    of_event = kinds_of(event_of(board, about, language()))
    rounds = [one.number for one in (*board.rounds, *([board.draft] if board.draft else []))]
    named = titles(request_t(), board.status == "finished")
    rows = [
        paper_models.OfferedPaper(
            kind,
            *named[kind],
            rounds=rounds if kind in OF_A_ROUND else None,
            href=url_for("api.read_paper", tournament=tournament, kind=kind),
        )
        for kind in ALL_PAPERS
        if kind in of_event or (kind in OF_A_ROUND and rounds)
    ]
    return answers.respond(paper_models.PaperList(board.revision, rows))


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
    names = requests.choice("names", papers.NAMES, papers.SHOWN)
    if names == papers.SHOWN and kind in POSTED:
        board = papers.as_posted_board(access, board)
    links = _address() if kind == "slips" else None
    about = papers.facts_for_printing(access, board, links, _public(access))
    event = event_of(*papers.for_round(board, about, number if kind in OF_A_ROUND else None), lang)
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
    papers.start(access, load(access), _address(), _public(access), size=size, lang=lang, number=number, bind=bind, **names)
    return answers.respond(_job(access, _require_job(access)), 202)


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
    return answers.respond(_job(access, _require_job(access)))


@operation(
    "DELETE",
    _ALL,
    summary="Stop making printouts",
    about="Does nothing if no printouts are being made.",
    answers={204: None},
    **_SCORE,
)
def stop_papers(tournament: int) -> Response:
    papers.stop(tournament_requests.tournament(tournament, "score"))
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
    job = papers.last(access)
    if job is None:
        raise NotFound("papers.file")
    return job


def _file(access: TournamentAccess, job: Job, name: str | None, kind: str) -> Response:
    body = job.file_body(name) if name is not None and job.state == "done" else None
    if name is None or body is None:
        raise NotFound("papers.file")
    return make_download(body, [load(access).name, Path(name).stem if kind == "pdf" else ""], kind)


def _job(access: TournamentAccess, job: Job) -> paper_models.PaperJob:
    names = ("title", "kind", "round", "lang", "pages", "size")
    files = [
        paper_models.PaperFile(
            file=n,
            **{name: one[name] for name in names},
            href=url_for("api.read_papers_file", tournament=access.tournament_id, file=n),
        )
        for n, one in enumerate(job.files, 1)
    ]
    return paper_models.PaperJob(
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
    base = network.reachable_url(request.scheme, request.host, current_app.config["LISTENS_ON"])
    return lambda token: base + url_for("at_table.show", token=token)


def _public(access: TournamentAccess) -> papers.Public:
    base = network.reachable_url(request.scheme, request.host)
    pages = (url_for(name, tournament_id=access.tournament_id) for name in ("tournaments.show", "entry_form.show"))
    page, entry = (base + url for url in pages)
    return page, entry
