"""A club's files page: tournaments as CSV and records, the club as an archive, and imports of both."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.archives import export, pending_imports, restore, unpacking
from scorekeeper.archives.restore import find_existing_clubs
from scorekeeper.clubs.pages.signed_in import account, signed_in
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.core.forms.forms import Form, TextField
from scorekeeper.core.http.downloads import make_download, make_table_download
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import language, t
from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.errors import GameError
from scorekeeper.formats.json_reader import read_json
from scorekeeper.messages.errors.error_text import error_text
from scorekeeper.tournaments.commands.door.money_state import record_with_money
from scorekeeper.tournaments.commands.files import record_import, spreadsheets
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.context import open_public
from scorekeeper.tournaments.desk.club.club import club_facts, require_club
from scorekeeper.tournaments.desk.command_handler import report_refusals
from scorekeeper.tournaments.desk.common import announce, open_desk, redirect_to
from scorekeeper.tournaments.treasurer_rows import money_table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scorekeeper.clubs.commands.members.members import ClubAccess
    from scorekeeper.core.spreadsheets import Rows
    from scorekeeper.messages.marks import Gettext

blueprint = Blueprint("files", __name__)

MOST_RECORD = 8 * 1024 * 1024


DESK_TABLES: dict[str, Callable[[Board, Gettext], Rows]] = {**spreadsheets.TABLES, "money": money_table}
"""The tables for the desk: the public ones and the money."""


class RecordForm(Form):
    """The day and status of an imported tournament, which its record does not contain."""

    day = TextField()
    status = TextField()


class ArchiveForm(Form):
    """A held archive and the name for the imported club."""

    held = TextField()
    name = TextField()


@blueprint.url_value_preprocessor
def _raise_upload_limit(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Raise the upload limit for archives, but only for signed-in users."""
    if endpoint == "files.take" and account() is not None:
        request.max_content_length = unpacking.MOST_PACKED + 65_536


@blueprint.get("/clubs/<slug>/files")
@signed_in
def index(slug: str) -> str:
    """Show the exports and imports of a club."""
    club = require_club(slug)
    sheets = {name: spreadsheets.title(name, t()) for name in spreadsheets.TABLES}
    facts = {"listed": lifecycle.of_club(club), "sheets": sheets, "key": submission_key()}
    return render_template("archives/files.html", **club_facts(club), **facts)


@blueprint.get("/clubs/<slug>/files/archive.zip")
@signed_in
def archive(slug: str) -> Response:
    """Download the whole club as an archive. Organizers only."""
    club = require_club(slug)
    return make_download(export.export_club(club), [club.name, _("archive")], "zip")


@blueprint.post("/clubs/<slug>/files")
@signed_in
def take(slug: str) -> ResponseReturnValue:
    """Import a tournament record into this club, or an archive as a new club."""
    club = require_club(slug)
    with report_refusals(url_for("files.index", slug=slug)):
        if form_input.pressed_button() == "archive":
            data = _read_upload(unpacking.MOST_PACKED)
            archive = restore.check_archive(club.account, data)
            if find_existing_clubs(club.account, archive):
                name = pending_imports.store_archive(_instance(), club.account.id, data)
                return redirect_to(url_for("files.alike", slug=slug, held=name))
            return _show_imported_club(restore.import_club(club.account, archive))
        form = RecordForm.from_post()
        about = {"day": form.day.data} if form.day.data else {}
        number = record_import.bring_in(club, _read_json_upload(), about, status=form.status.data, uuid=form_input.key() or None)
        announce(_("The tournament was imported."))
        return redirect_to(url_for("desk_live.show", tournament_id=number))


def _instance() -> Path:
    return Path(current_app.instance_path)


def _show_imported_club(imported_club: ClubAccess) -> Response:
    announce(_("The club was imported with everything in it."))
    return redirect_to(url_for("files.index", slug=imported_club.slug))


@blueprint.get("/clubs/<slug>/files/alike")
@signed_in
def alike(slug: str) -> ResponseReturnValue:
    """Show what an archive has in common with existing clubs and ask whether to import it."""
    club, name = require_club(slug), request.args.get("held", "")
    data = pending_imports.load_archive(_instance(), club.account.id, name)
    if data is None:
        return _show_expired_archive(slug)
    with report_refusals(url_for("files.index", slug=slug)):
        archive = restore.check_archive(club.account, data)
    known = find_existing_clubs(club.account, archive)
    return render_template("archives/alike.html", **club_facts(club), known=known, name=archive.head.name, held=name)


@blueprint.post("/clubs/<slug>/files/alike")
@signed_in
def answer(slug: str) -> ResponseReturnValue:
    """Import the held archive as a separate club, or discard it."""
    club, form = require_club(slug), ArchiveForm.from_post()
    if form_input.pressed_button() != "beside":
        pending_imports.delete_archive(_instance(), club.account.id)
        announce(_("Nothing was imported."))
        return redirect_to(url_for("files.index", slug=slug))
    data = pending_imports.load_archive(_instance(), club.account.id, form.held.data)
    if data is None:
        return _show_expired_archive(slug)
    with report_refusals(url_for("files.alike", slug=slug, held=form.held.data)):
        imported_club = restore.import_club(club.account, data, name=form.name.data if form.name.sent else None)
    pending_imports.delete_archive(_instance(), club.account.id)
    return _show_imported_club(imported_club)


def _show_expired_archive(slug: str) -> Response:
    announce(_("That archive is no longer stored here. Choose the file again."), bad=True)
    return redirect_to(url_for("files.index", slug=slug))


def _read_upload(most: int) -> bytes:
    file = request.files.get("file")
    if file is None or not file.filename:
        raise Refusal("file.none", "file")
    data = file.read(most + 1)
    if len(data) > most:
        raise Refusal("file.large", "file", high=most // 2**20)
    return data


def _read_json_upload() -> object:
    data = _read_upload(MOST_RECORD)
    try:
        return read_json(data)
    except GameError as error:
        facts = {"read": request.files["file"].filename[:60], "why": error_text(t(), error)}  # type: ignore[index]
        raise Refusal("file.json", "file", **facts) from None


@blueprint.get("/desk/<int:tournament_id>/files/<sheet>.csv", defaults={"kind": "csv"})
@blueprint.get("/desk/<int:tournament_id>/files/<sheet>.xlsx", defaults={"kind": "xlsx"})
@signed_in
def desk_sheet(tournament_id: int, sheet: str, kind: str) -> Response:
    """Download entrants, results, standings or the money as a spreadsheet, including drafts."""
    desk = open_desk(tournament_id)
    with report_refusals(desk.url("desk_live.show")):
        return _sheet(desk.board, sheet, kind, DESK_TABLES)


@blueprint.get("/desk/<int:tournament_id>/files/record.json")
@signed_in
def desk_record(tournament_id: int) -> Response:
    """Download the tournament record, with check-ins and payments."""
    board = open_desk(tournament_id).board
    return _record(board, record_with_money(board))


@blueprint.get("/tournaments/<int:tournament_id>/files/<sheet>.csv", defaults={"kind": "csv"})
@blueprint.get("/tournaments/<int:tournament_id>/files/<sheet>.xlsx", defaults={"kind": "xlsx"})
def sheet(tournament_id: int, sheet: str, kind: str) -> Response:
    """Download the public spreadsheet of an announced tournament."""
    return _sheet(open_public(tournament_id).board, sheet, kind, spreadsheets.TABLES)


@blueprint.get("/tournaments/<int:tournament_id>/files/record.json")
def record(tournament_id: int) -> Response:
    """Download the record of an announced tournament, without the facts from the door."""
    board = open_public(tournament_id).board
    return _record(board, board.record_json())


def _sheet(board: Board, name: str, kind: str, tables: Mapping[str, Callable[[Board, Gettext], Rows]]) -> Response:
    make = tables.get(name) or abort(404)
    title = _("money") if name == "money" else spreadsheets.title(name, t())
    return make_table_download(make(board, t()), [board.name, board.about.day, title], kind, title, language())


def _record(board: Board, record: dict[str, Any]) -> Response:
    body = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
    return make_download(body.encode(), [board.name, board.about.day], "json")
