"""Paper for a tournament: each document at once, or all of them as a job whose progress the page shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app, request, send_file, url_for
from flask_babel import gettext as _

from scorekeeper.i18n import LANGUAGES, known, language
from scorekeeper.sheets.blanks import SIZES
from scorekeeper.sheets.tournament_documents import BOTH, KINDS, OF_A_ROUND, Event, kinds_of, one_document
from scorekeeper.sheets.tournament_event import About
from scorekeeper.web import document_jobs as jobs
from scorekeeper.web import share
from scorekeeper.web.accounts import signed_in
from scorekeeper.web.desk_common import Desk, open_desk, page, said, to
from scorekeeper.web.pdf_answers import asked_lang, asked_size, file_name, pdf
from scorekeeper.workflows import club_links

blueprint = Blueprint("tournament_paper", __name__, url_prefix="/desk/<int:tournament_id>/documents")

TABLE_PAGE = "at_table.show"


@dataclass(frozen=True)
class Choice:
    """What was chosen on the page: paper, language, round."""

    size: str
    lang: str
    round: int | None


@blueprint.get("")
@signed_in
def index(tournament_id: int) -> Response:
    """Every paper, the button for all of them, and how far the last job is."""
    desk = _open(tournament_id)
    jobs.clean(Path(current_app.instance_path))
    job = jobs.last(Path(current_app.instance_path), desk.id)
    if request.headers.get("X-Fragment") == "1":
        answer = page("desk/_documents_job.html", desk, **_job_facts(desk, job))
        answer.headers["Cache-Control"] = "no-store"
        return answer
    event = _event(desk, language(), links=False)
    has = kinds_of(event)
    chosen = _choice(desk)
    return page(
        "desk/documents.html",
        desk,
        chosen=chosen,
        titles=titles(desk),
        of_a_round=[k for k in OF_A_ROUND if k in has],
        of_the_event=[k for k in has if k not in OF_A_ROUND],
        languages=LANGUAGES,
        both=BOTH,
        numbers=[r.number for r in desk.board.rounds],
        **_job_facts(desk, job),
    )


def titles(desk: Desk) -> dict[str, tuple[str, str]]:
    """Name and purpose of every paper."""
    report = _("Final report") if desk.board.status == "finished" else _("Report so far")
    return {
        "pairings": (_("Pairings by table"), _("for the wall")),
        "names": (_("Where to sit"), _("for the wall, by name")),
        "slips": (_("Table slips"), _("four a page, with the code of each table")),
        "scoresheets": (_("Score sheets"), _("empty, names filled in, two a page")),
        "standings": (_("Standings"), _("with what separated")),
        "bracket": (_("Bracket"), _("in sections, with an overview")),
        "crosstable": (_("Cross-table"), _("everybody’s results")),
        "report": (report, _("standings, results, prizes, notes")),
        "history": (_("Histories"), _("everybody’s rounds")),
    }


def _open(tournament_id: int) -> Desk:
    desk = open_desk(tournament_id)
    # Slips hold the secret links of the tables.
    desk.way.check("score")
    return desk


def _choice(desk: Desk) -> Choice:
    lang = request.args.get("lang", "")
    asked = request.args.get("round", "")
    last = desk.board.current
    number = int(asked) if asked.isdecimal() and len(asked) < 6 and desk.board.round(int(asked)) else None
    return Choice(asked_size(), lang if lang == BOTH else asked_lang(), number or (last.number if last else None))


def _job_facts(desk: Desk, job: jobs.Job | None) -> dict[str, Any]:
    if job is None:
        return {"job": None}
    started = datetime.fromtimestamp(float(job.facts.get("started", 0)), UTC)
    names = {code: _("English and French") if code == BOTH else LANGUAGES.get(code, code) for code in (*LANGUAGES, BOTH)}
    return {
        "job": job,
        "started": started,
        "older": int(job.facts.get("revision", 0)) < desk.board.revision,
        "paper": "A4" if job.facts.get("size") == "a4" else _("Letter"),
        "spoken": names.get(str(job.facts.get("lang")), ""),
        "all_languages": job.facts.get("lang") == BOTH,
        "languages_of": LANGUAGES,
    }


@blueprint.post("")
@signed_in
def start(tournament_id: int) -> Response:
    """Start making everything."""
    desk = _open(tournament_id)
    size = request.form.get("size", "")
    lang = request.form.get("lang", "")
    if size not in SIZES or (lang not in LANGUAGES and lang != BOTH):
        abort(400)
    back = desk.url("tournament_paper.index", size=size, lang=lang) + "#all"
    if not desk.board.rounds:
        said(_("There is nothing to print yet: no round has been published."), bad=True)
        return to(back)
    options = ["--size", size, "--lang", lang, *(["--bind"] if request.form.get("bind") else [])]
    rounds = request.form.get("rounds", "")
    if rounds.isdecimal() and len(rounds) < 6 and desk.board.round(int(rounds)):
        options += ["--round", str(int(rounds))]
    facts = {"revision": desk.board.revision, "size": size, "lang": lang}
    instance = Path(current_app.instance_path)
    try:
        jobs.start(instance, desk.id, desk.board.record_json(), _about_json(desk), facts, options)
    except jobs.Busy:
        said(_("They are being made already."))
    except jobs.TooMany:
        said(_("Papers of other tournaments are being made: try again in a minute."), bad=True)
    return to(back)


@blueprint.get("/files/<path:name>")
@signed_in
def made(tournament_id: int, name: str) -> Response:
    """A file that the last job made."""
    desk = _open(tournament_id)
    job = jobs.last(Path(current_app.instance_path), desk.id)
    path = job.path_of(name) if job is not None and job.state == "done" else None
    if path is None:
        abort(404)
    title = file_name([desk.board.name, Path(name).stem if path.suffix == ".pdf" else ""])
    answer = send_file(path, download_name=title + path.suffix, as_attachment=path.suffix == ".zip")
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


@blueprint.get("/<kind>.pdf")
@signed_in
def single(tournament_id: int, kind: str) -> Response:
    """One paper at once: `round`, `size`, `lang`."""
    desk = _open(tournament_id)
    if kind not in KINDS:
        abort(404)
    chosen = _choice(desk)
    lang = known(chosen.lang) or language()
    event = _event(desk, lang, links=kind == "slips")
    document = one_document(event, kind, chosen.size, chosen.round)
    if document is None:
        abort(404)
    number = event.t("Round %(n)s") % {"n": chosen.round} if kind in OF_A_ROUND else ""
    depends = (desk.id, desk.board.revision, kind, chosen, lang, share.root(), sorted(event.about.links.items()))
    return pdf(document.html, name=[event.name, number, document.title], of=depends)


def _event(desk: Desk, lang: str, *, links: bool) -> Event:
    about = _about(desk)
    wanted = _links(desk) if links else {}
    flat = {(int(r), int(t)): url for r, tables in wanted.items() for t, url in tables.items()}
    day = date.fromisoformat(about["day"]) if about["day"] else None
    texts = {name: about[name] for name in ("venue", "note", "prizes")}
    return Event(desk.board.tournament, About(day, players=about["players"], links=flat, **texts), lang)


def _about(desk: Desk) -> dict[str, Any]:
    about = desk.board.about
    found: dict[str, Any] = {name: about.get(name) or "" for name in ("day", "venue", "note", "prizes")}
    found["players"] = {e.id: list(e.players) for e in desk.board.entrants if e.players}
    return found


def _about_json(desk: Desk) -> dict[str, Any]:
    return {**_about(desk), "links": _links(desk)}


def _links(desk: Desk) -> dict[str, dict[str, str]]:
    """The address of every table that is still to be played or was, by round and table."""
    base = share.root()
    return {
        str(shown.number): {
            str(table): base + url_for(TABLE_PAGE, token=token)
            for table, token in club_links.table_links(desk.way, shown.number).items()
        }
        for shown in desk.board.rounds
    }
