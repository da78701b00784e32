"""A club's files: each tournament as CSV and as a record, the whole club as an archive; both taken in again."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.i18n import t
from scorekeeper.web.desk_club import club_facts, the_club
from scorekeeper.web.desk_common import REFUSED, open_desk, said, to, trouble
from scorekeeper.web.files_answers import attached
from scorekeeper.web.public_common import open_public
from scorekeeper.web.signed_in import account, signed_in
from scorekeeper.web.tickets import ticket
from scorekeeper.workflows import archive_fields, archive_in, archive_out, club_events, club_files, club_records_in
from scorekeeper.workflows.club_board import Board
from scorekeeper.workflows.refusals import Refusal

blueprint = Blueprint("files", __name__)

SHEETS = {"entrants": club_files.entrants, "results": club_files.results, "standings": club_files.standings}
MOST_RECORD = 8 * 1024 * 1024


@blueprint.url_value_preprocessor
def _room(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """A whole club is larger than anything else that is sent; who is not signed in has no more room than elsewhere."""
    if endpoint == "files.take" and account() is not None:
        request.max_content_length = archive_fields.MOST_PACKED + 65_536


@blueprint.get("/clubs/<slug>/files")
@signed_in
def index(slug: str) -> str:
    """What can be saved and brought in."""
    club = the_club(slug)
    return render_template("season/files.html", **club_facts(club), listed=club_events.of_club(club), key=ticket())


@blueprint.get("/clubs/<slug>/files/archive.zip")
@signed_in
def archive(slug: str) -> Response:
    """The whole club. Organisers."""
    club = the_club(slug)
    return attached(archive_out.archive(club), [club.name, _("archive")], "zip")


@blueprint.post("/clubs/<slug>/files")
@signed_in
def take(slug: str) -> ResponseReturnValue:
    """Bring in a tournament record into this club, or an archive as another club."""
    club = the_club(slug)
    try:
        if request.form.get("do") == "archive":
            made = archive_in.bring_in(club.account, _file(archive_fields.MOST_PACKED))
            said(_("The club was brought in, with everything in it."))
            return redirect(url_for("files.index", slug=made.slug), 303)
        about = {"day": request.form["day"]} if request.form.get("day") else {}
        status, uuid = request.form.get("status", ""), request.form.get("uuid") or None
        number = club_records_in.bring_in(club, _json(), about, status=status, uuid=uuid)
        said(_("The tournament was brought in."))
        return to(url_for("desk_live.show", tournament_id=number))
    except REFUSED as error:
        said(trouble(error), bad=True)
        return to(url_for("files.index", slug=slug))


def _file(most: int) -> bytes:
    file = request.files.get("file")
    if file is None or not file.filename:
        raise Refusal("file.none", "file")
    data = file.read(most + 1)
    if len(data) > most:
        raise Refusal("file.large", "file", high=most // 2**20)
    return data


def _json() -> object:
    data = _file(MOST_RECORD)
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise Refusal("file.json", "file", read=request.files["file"].filename[:60]) from None  # type: ignore[index]


@blueprint.get("/desk/<int:tournament_id>/files/<sheet>.csv")
@signed_in
def desk_sheet(tournament_id: int, sheet: str) -> Response:
    """Entrants, results or standings for a spreadsheet, drafts too."""
    return _sheet(open_desk(tournament_id).board, sheet)


@blueprint.get("/desk/<int:tournament_id>/files/record.json")
@signed_in
def desk_record(tournament_id: int) -> Response:
    """The tournament record."""
    return _record(open_desk(tournament_id).board)


@blueprint.get("/tournaments/<int:tournament_id>/files/<sheet>.csv")
def sheet(tournament_id: int, sheet: str) -> Response:
    """The same for everybody, once the tournament is announced."""
    return _sheet(open_public(tournament_id).board, sheet)


@blueprint.get("/tournaments/<int:tournament_id>/files/record.json")
def record(tournament_id: int) -> Response:
    """The tournament record for everybody, once the tournament is announced."""
    return _record(open_public(tournament_id).board)


def _sheet(board: Board, name: str) -> Response:
    make = SHEETS.get(name) or abort(404)
    titles = {"entrants": _("entrants"), "results": _("results"), "standings": _("standings")}
    return attached(make(board, t()), [board.name, board.about["day"], titles[name]], "csv")


def _record(board: Board) -> Response:
    body = json.dumps(board.record_json(), ensure_ascii=False, indent=1) + "\n"
    return attached(body.encode(), [board.name, board.about["day"]], "json")
