"""Games out of the program and into it, as game records (`scorekeeper-game/1`)."""

from __future__ import annotations

import io
import json

from flask import Blueprint, Response, redirect, render_template, request, send_file
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.codec.reading import read_json, text_of
from scorekeeper.downloads import file_name
from scorekeeper.engine.errors import GameError
from scorekeeper.i18n import t
from scorekeeper.web.frame import remember, visitor, visitor_or_new
from scorekeeper.web.share import way_in
from scorekeeper.web.tickets import ticket
from scorekeeper.wording.errors import error_text
from scorekeeper.wording.figures import labelled
from scorekeeper.wording.names import names_of
from scorekeeper.workflows import games, lists
from scorekeeper.workflows.allowances import NEW_GAMES
from scorekeeper.workflows.refusals import Refusal
from scorekeeper.workflows.view import load

blueprint = Blueprint("transfer", __name__)

MOST_RECORDS = 100


class NotRead(ValueError):
    """The file cannot be read as game records; says why, in words."""


@blueprint.get("/games/<int:game_id>/record.json")
def record(game_id: int) -> Response:
    """The game as a file."""
    way = way_in(game_id)
    view = load(way)
    body = json.dumps(view.record_json(), ensure_ascii=False, indent=1) + "\n"
    names = names_of(view.rules, view.players).sides[:3]
    return _file(body, file_name([*names, f"{way.created_at:%Y-%m-%d}"]) + ".json", "application/json")


@blueprint.get("/games/all.jsonl")
def all_games() -> Response:
    """Every game of this device, one a line, those off the list too; `scorekeeper replay` reads it."""
    found = [*lists.of_device(visitor()), *lists.of_device(visitor(), hidden=True)]
    lines = [json.dumps(g.view.record_json(), ensure_ascii=False) + "\n" for g in sorted(found, key=lambda g: g.way.game_id)]
    return _file("".join(lines), file_name([_("my games")]) + ".jsonl", "application/x-ndjson")


def _file(body: str, name: str, mimetype: str) -> Response:
    answer = send_file(io.BytesIO(body.encode()), mimetype, as_attachment=True, download_name=name)
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


@blueprint.get("/games/bring-in")
def bring_in() -> str:
    """Where a file is chosen, or a record pasted."""
    return _page()


def _page(text: str = "", errors: list[str] | None = None, keepable: bool = False) -> str:
    key = request.form.get("uuid") or ticket()
    return render_template("transfer/bring_in.html", text=text, errors=errors or [], keepable=keepable, uuid=key)


@blueprint.post("/games/bring-in")
def take() -> ResponseReturnValue:
    """Read the games; all of them, or none and every reason why."""
    text = ""
    try:
        text = _sent()
        records = _records(text)
    except NotRead as error:
        return _page(text, [str(error)]), 422
    keep = request.form.get("keep") == "1"
    errors, keepable = _faults(records, keep)
    if errors:
        return _page(text, errors, keepable), 422
    NEW_GAMES.spend(visitor(), request.remote_addr or "", len(records))
    device = visitor_or_new()
    key = request.form.get("uuid") or ticket()
    try:
        ways = [games.bring_in(r, device, keep_unscored=keep, uuid=_key(key, n)) for n, r in enumerate(records)]
    except Refusal as refusal:
        if refusal.code != "uuid":
            raise
        return _page(text, [_("Please send it once more.")]), 422
    answer = redirect(f"/games/{ways[0].game_id}" if len(ways) == 1 else "/", 303)
    assert isinstance(answer, Response)
    return remember(answer, device)


def _key(uuid: str, n: int) -> str:
    return uuid if n == 0 else f"{uuid[:30]}-{n}"


def _sent() -> str:
    file = request.files.get("file")
    if file is not None and file.filename:
        try:
            return text_of(file.read())
        except GameError as error:
            raise NotRead(labelled(t(), f"“{file.filename[:60]}”", error_text(t(), error))) from None
    text = request.form.get("text", "")
    if not text.strip():
        raise NotRead(_("Choose a file, or paste a game record."))
    return text


def _records(text: str) -> list[object]:
    """One record in a whole file, or one a line."""
    try:
        return [read_json(text)]
    except GameError as error:
        first = error
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    records: list[object] = []
    for n, line in lines if len(lines) > 1 and lines[1][1].lstrip().startswith("{") else []:
        try:
            records.append(read_json(line))
        except GameError as error:
            raise NotRead(labelled(t(), _("line %(n)s", n=n), error_text(t(), error))) from None
    if len(records) > MOST_RECORDS:
        raise NotRead(_("%(count)s games are too many at once: at most %(most)s.", count=len(records), most=MOST_RECORDS))
    if records:
        return records
    raise NotRead(error_text(t(), first))


def _faults(records: list[object], keep: bool) -> tuple[list[str], bool]:
    """What is wrong with the records, in words, and whether it is only that some hands cannot be scored."""
    said, keepable = [], True
    for n, one in enumerate(records, 1):
        try:
            games.check(one, keep_unscored=keep)
        except GameError as error:
            where = [_("game %(n)s", n=n)] if len(records) > 1 else []
            if error.event:
                where.append(_("event %(n)s", n=error.event))
            elif error.event == 0:
                where.append(_("the record’s head"))
            text = error_text(t(), error)
            said.append(labelled(t(), ", ".join(where), text) if where else text)
            keepable = keepable and error.kind != "malformed" and bool(error.event)
    return said, keepable and bool(said)
