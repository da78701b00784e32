"""Printouts of a tournament: each one at once, or all of them in a job whose progress the page shows."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, request, send_file

from scorekeeper.clubs.commands.privacy.public_names import FULL
from scorekeeper.clubs.pages.accounts import signed_in
from scorekeeper.core.file_names import file_name
from scorekeeper.core.forms.forms import Form, TextField, TickField
from scorekeeper.core.http.static_assets import content_hash
from scorekeeper.core.i18n.translation import LANGUAGES, language, supported_language, t, t_for
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.numbers import parse_tapped_number
from scorekeeper.core.pages import live_parts
from scorekeeper.core.pdf.page_sizes import ALL_SIZES
from scorekeeper.core.pdf.pdf_options import requested_lang, requested_size
from scorekeeper.tournaments.commands import redacted_view
from scorekeeper.tournaments.commands.printouts import printouts
from scorekeeper.tournaments.commands.printouts.document_jobs import Job
from scorekeeper.tournaments.commands.printouts.print_options import BOTH, SHOWN, WHOLE, PrintOptions
from scorekeeper.tournaments.desk.command_handler import report_refusals
from scorekeeper.tournaments.desk.common import DeskContext, announce, common_values, open_desk, page, redirect_to, when
from scorekeeper.tournaments.printouts.documents import (
    ALL_PAPERS,
    OF_A_ROUND,
    POSTED,
    titles,
)
from scorekeeper.tournaments.printouts.stored import addresses, kinds_offered, printout_response

blueprint = Blueprint("tournament_paper", __name__, url_prefix="/desk/<int:tournament_id>/documents")


class PapersForm(Form):
    """The printouts to make.

    `rounds`: limits printouts by round to one; `bind`: also all in one file; `names`: the names on posted sheets.
    """

    size = TextField()
    lang = TextField()
    rounds = TextField()
    bind = TickField()
    names = TextField(default=SHOWN)


@dataclass(frozen=True)
class MadeFile:
    """A file of the job. `called`: its title in its language `lang`; `spoken`: the name of that language."""

    path: str
    lang: str
    called: str
    spoken: str
    pages: int


@dataclass(frozen=True)
class LastJob:
    """The latest job: its progress, or its files.

    `state` and `place` as in `Job`; `older`: the tournament has changed since; `archive`: all files in one.
    """

    state: str
    done: int
    total: int
    place: int
    archive: str | None
    files: list[MadeFile]
    started: datetime
    older: bool
    paper: str
    spoken: str
    all_languages: bool


@blueprint.get("")
@signed_in
def index(tournament_id: int) -> Response:
    """Show every printout, the button for all of them, and the progress of the latest job."""
    desk = _open(tournament_id)
    job = _last_job(desk, printouts.last(desk.access))
    parts = live_parts.LiveParts({"job": live_parts.stamp_of(desk.id, job, job and when(job.started))})
    if live_parts.wants_parts():
        answer = live_parts.render_fresh_parts(
            parts, "tournaments/desk/_documents_job.html", lambda: {**common_values(desk), "job": job}
        )
        answer.headers["Cache-Control"] = "no-store"
        return answer
    has = kinds_offered(desk.access, desk.board, language())
    chosen = _choice(desk)
    return page(
        "tournaments/desk/documents.html",
        desk,
        chosen=chosen,
        chosen_round=next(iter(chosen.rounds or ()), None),
        posted=POSTED,
        whole=WHOLE,
        hides=redacted_view.choice_of(desk.access.public_names, desk.board) != FULL,
        titles=titles(t(), desk.board.status == "finished"),
        of_a_round=[k for k in OF_A_ROUND if k in has],
        drafted=OF_A_ROUND,
        of_the_event=[k for k in has if k not in OF_A_ROUND],
        languages=LANGUAGES,
        both=BOTH,
        sheets=_sheets(),
        numbers=[r.number for r in desk.board.rounds],
        live=parts,
        job=job,
    )


def _open(tournament_id: int) -> DeskContext:
    desk = open_desk(tournament_id)
    # Slips contain the tables' secret links.
    desk.access.check("score")
    return desk


def _choice(desk: DeskContext) -> PrintOptions:
    """Return the page size, language, round, names and table chosen in the query."""
    lang, size = request.args.get("lang", ""), request.args.get("size", "")
    number = parse_tapped_number(request.args.get("round"))
    last = desk.board.current
    draft = desk.board.draft.number if desk.board.draft else None
    known_round = number if number and (number == draft or desk.board.round(number)) else None
    chosen = known_round or (last.number if last else None)
    return PrintOptions(
        size if size in ALL_SIZES else requested_size(),
        lang if lang == BOTH else requested_lang(),
        rounds=(chosen,) if chosen else (),
        names=WHOLE if request.args.get("names") == WHOLE else SHOWN,
        table=parse_tapped_number(request.args.get("table")),
    )


def _last_job(desk: DeskContext, job: Job | None) -> LastJob | None:
    if job is None:
        return None
    names = {code: _("English and French") if code == BOTH else LANGUAGES.get(code, code) for code in (*LANGUAGES, BOTH)}
    return LastJob(
        job.state,
        job.done,
        job.total,
        job.place,
        job.archive,
        [MadeFile(one["path"], one["lang"], _file_title(one), LANGUAGES.get(one["lang"], ""), one["pages"]) for one in job.files],
        datetime.fromtimestamp(float(job.facts.get("started", 0)), UTC),
        older=int(job.facts.get("revision", 0)) < desk.board.revision,
        paper=_sheets().get(str(job.facts.get("size")), ""),
        spoken=names.get(str(job.facts.get("lang")), ""),
        all_languages=job.facts.get("lang") == BOTH,
    )


def _sheets() -> dict[str, str]:
    """Return the page sizes with their names."""
    return {"letter": _("Letter"), "a4": "A4", "tabloid": _("Tabloid (11 × 17)"), "a3": "A3"}


def _file_title(file: Mapping[str, Any]) -> str:
    """Return the title of a file in its own language."""
    number = t_for(file["lang"])("Round %(n)s") % {"n": file["round"]} if file["round"] else ""
    return ", ".join(part for part in (file["title"], number) if part)


@blueprint.post("")
@signed_in
def start(tournament_id: int) -> Response:
    """Start a job that makes all printouts."""
    desk = _open(tournament_id)
    form = PapersForm.from_post()
    number = parse_tapped_number(form.rounds.data)
    rounds = (number,) if number is not None and desk.board.round(number) else None
    options = PrintOptions(form.size.data, form.lang.data, rounds=rounds, names=form.names.data or SHOWN, bind=form.bind.data)
    back = desk.url("tournament_paper.index", size=options.size, lang=options.lang) + "#all"
    with report_refusals(back):
        printouts.start(desk.access, desk.board, options, addresses(desk.access))
    return redirect_to(back)


@blueprint.post("/stop")
@signed_in
def stop(tournament_id: int) -> Response:
    """Stop the job."""
    desk = _open(tournament_id)
    if not printouts.stop(desk.access):
        announce(_("No printouts are being made."))
    return redirect_to(desk.url("tournament_paper.index") + "#all")


@blueprint.get("/files/<path:name>")
@signed_in
def made(tournament_id: int, name: str) -> Response:
    """Return a file of the latest job."""
    desk = _open(tournament_id)
    job = printouts.last(desk.access)
    body = job.file_body(name) if job is not None and job.state == "done" else None
    if body is None:
        abort(404)
    path = Path(name)
    title = file_name([desk.board.name, path.stem if path.suffix == ".pdf" else ""])
    packed = path.suffix == ".zip"
    answer = send_file(io.BytesIO(body), download_name=title + path.suffix, as_attachment=packed, etag=content_hash(body))
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


@blueprint.get("/<kind>.pdf")
@signed_in
def single(tournament_id: int, kind: str) -> Response:
    """Return one printout at once. Query: `round`, `size`, `lang`, and `table` for one slip."""
    desk = _open(tournament_id)
    if kind not in ALL_PAPERS:
        abort(404)
    chosen = _choice(desk)
    options = replace(chosen, kinds=(kind,), lang=supported_language(chosen.lang) or language())
    answer = printout_response(desk.access, desk.board, options)
    if answer is None:
        abort(404)
    return answer
