"""Import and export of games as game files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.core.forms.forms import Form, TextField, TickField
from scorekeeper.core.http.downloads import make_download
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.pages.layout import set_device_cookie, show_refusals_on, visitor, visitor_or_new
from scorekeeper.core.security.rate_limits import IMPORTED_ENTRIES, NEW_GAMES
from scorekeeper.engine.errors import GameError
from scorekeeper.formats.json_reader import read_json, text_of
from scorekeeper.formats.record_header import VERSION
from scorekeeper.games.commands.files import game_export, game_records
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.library import game_creation, game_lists, import_validation
from scorekeeper.games.commands.library.game_lists import LoadedGame
from scorekeeper.games.pages.library.home import ListedGame, row
from scorekeeper.games.pages.offline import version_merge
from scorekeeper.games.pages.pad.game_page import device_access
from scorekeeper.messages.errors.error_text import error_text
from scorekeeper.messages.names import names_of
from scorekeeper.messages.numbers import labelled
from scorekeeper.rules.pages.words import saved_name

if TYPE_CHECKING:
    from scorekeeper.core.devices.visitors import Visitor
    from scorekeeper.formats.game_record import Record

blueprint = Blueprint("transfer", __name__)

MOST_RECORDS = 1000
MOST_BYTES = 16 * 1024 * 1024
MOST_LINES = 10 * MOST_RECORDS
"""Most lines in a file: as many games as can be imported at once, each with a long evening."""


class ImportForm(Form):
    """Pasted records. With `keep`, hands that can't be scored are imported too."""

    text = TextField()
    keep = TickField()


class InvalidGameFile(ValueError):
    """The file is not a valid game file. The message says why."""


@blueprint.get("/games/<int:game_id>/record.json")
def record(game_id: int) -> Response:
    """Return the game as a file."""
    access = device_access(game_id)
    game = load(access)
    records = game_export.export_records([LoadedGame(access, game)], saved_name, _requested_version())
    body = json.dumps(records[0], ensure_ascii=False, indent=1) + "\n"
    names = names_of(game.rules, game.players).sides[:3]
    return make_download(body, [*names, access.created_at.isoformat()[:10]], "json")


@blueprint.get("/games/all.jsonl")
def all_games() -> Response:
    """Return every game of this device, hidden ones too, one per line. `scorekeeper replay` reads this format."""
    listed = sorted(game_lists.all_games(visitor()), key=lambda game: game.access.game_id)
    lines = [
        json.dumps(record, ensure_ascii=False) + "\n"
        for record in game_export.export_records(listed, saved_name, _requested_version())
    ]
    return make_download("".join(lines), [_("my games")], "jsonl")


def _requested_version() -> int:
    """Return the version of the record in the query."""
    return 1 if request.args.get("edition") == "1" else VERSION


@blueprint.get("/games/bring-in")
def bring_in() -> str:
    """Show the form to choose a file or paste a record."""
    return _page()


def _page(text: str = "", errors: list[str] | None = None, keepable: bool = False, key: str = "") -> str:
    key = key or form_input.key_or_new()
    return render_template("games/library/import.html", text=text, errors=errors or [], keepable=keepable, uuid=key)


@blueprint.post("/games/bring-in")
def take() -> ResponseReturnValue:
    """Import the games: all of them, or none with every reason."""
    form, text = ImportForm.from_post(), ""
    try:
        text = _read_sent_text(form)
        records = _records(text)
    except InvalidGameFile as error:
        return _page(text, [str(error)]), 422
    checked, errors, keepable = _check_records(records, form.keep.data)
    if errors:
        return _page(text, errors, keepable), 422
    NEW_GAMES.spend(visitor(), request.remote_addr or "", -(-len(checked) // 10))
    IMPORTED_ENTRIES.spend(visitor(), request.remote_addr or "", sum(len(record.events) for record in checked))
    device = visitor_or_new()
    key = form_input.key_or_new()
    show_refusals_on(
        lambda _refusal: (_page(text, [_("Please send it again.")], key=submission_key()), 422),
        when=lambda refusal: refusal.field == "uuid",
    )
    imported_games = [_import_game(record, device, _key(key, n)) for n, record in enumerate(checked)]
    if len(imported_games) > 1:
        fresh, known = [t for t in imported_games if not t.known], [t for t in imported_games if t.known]
        return set_device_cookie(make_response(render_template("games/library/imported.html", fresh=fresh, known=known)), device)
    if imported_games[0].differs:
        existing_access = game_creation.find_existing(checked[0], device)
        assert existing_access is not None
        return version_merge.page(existing_access, checked[0], json.dumps(records[0], ensure_ascii=False))
    sentence = imported_games[0].said or _("Game imported, exactly as it was saved.")
    flash(sentence, "brought")
    answer = redirect(rooted(f"/games/{imported_games[0].game.id}"), 303)
    assert isinstance(answer, Response)
    return set_device_cookie(answer, device)


@dataclass(frozen=True)
class _ImportedGame:
    """A game that was imported or was here already (`known`), with a message.

    `differs` means that this version is different and may be corrected here.
    """

    game: ListedGame
    known: bool
    said: str
    differs: bool


def _import_game(record: Record, device: Visitor, key: str) -> _ImportedGame:
    existing_access = game_creation.find_existing(record, device)
    access = existing_access or game_creation.create_from_record(record, device, uuid=key)
    game = load(access)
    sentence, differs = "", False
    if existing_access is not None:
        sentence = _("This game is already here. Nothing was changed.")
        if not game_records.is_same_game(record, game):
            differs = access.may_score
            sentence = _("This game is already here and differs from the file. Nothing was changed.")
    return _ImportedGame(row(LoadedGame(access, game)), existing_access is not None, sentence, differs)


@blueprint.before_request
def _raise_upload_limit() -> None:
    """Allow larger requests for an import, which may have the games of many years."""
    if request.endpoint == "transfer.take":
        request.max_content_length = MOST_BYTES


def _key(uuid: str, n: int) -> str:
    return uuid if n == 0 else f"{uuid[:30]}-{n}"


def _read_sent_text(form: ImportForm) -> str:
    file = request.files.get("file")
    if file is not None and file.filename:
        try:
            return text_of(file.read())
        except GameError as error:
            raise InvalidGameFile(labelled(t(), f"“{file.filename[:60]}”", error_text(t(), error))) from None
    if not form.text.data.strip():
        raise InvalidGameFile(_("Choose a file, or paste its text."))
    return form.text.data


def _records(text: str) -> list[object]:
    """Return the records in a text: one, or one per line."""
    try:
        return [read_json(text)]
    except GameError as error:
        first = error
        if error.params.get("reason") == "many":
            raise InvalidGameFile(error_text(t(), error)) from None
    if text.count("\n") > MOST_LINES:
        raise InvalidGameFile(error_text(t(), first))
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    records: list[object] = []
    for n, line in lines if len(lines) > 1 and lines[1][1].lstrip().startswith("{") else []:
        try:
            records.append(read_json(line))
        except GameError as error:
            raise InvalidGameFile(labelled(t(), _("line %(n)s", n=n), error_text(t(), error))) from None
    if len(records) > MOST_RECORDS:
        raise InvalidGameFile(
            _("%(count)s games are too many at once. The limit is %(most)s.", count=len(records), most=MOST_RECORDS)
        )
    if records:
        return records
    raise InvalidGameFile(error_text(t(), first))


def _check_records(records: list[object], keep: bool) -> tuple[list[Record], list[str], bool]:
    """Return the records, the errors in words, and whether the only errors are hands that can't be scored."""
    checked, problems, keepable = [], [], True
    for n, one in enumerate(records, 1):
        try:
            checked.append(import_validation.check_record(one, keep_unscored=keep))
        except GameError as error:
            where = [_("game %(n)s", n=n)] if len(records) > 1 else []
            if error.event:
                where.append(_("event %(n)s", n=error.event))
            elif error.event == 0:
                where.append(_("the file’s header"))
            text = error_text(t(), error)
            problems.append(labelled(t(), ", ".join(where), text) if where else text)
            keepable = keepable and error.kind != "malformed" and bool(error.event)
    return checked, problems, keepable and bool(problems)
