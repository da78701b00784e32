"""A whole evening, a league and an archive on PostgreSQL, through the pages."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from tests.tournaments.club_night import key
from tests.tournaments.desk.director import Director
from tests.tournaments.evening import enter, next_round, tables
from tests.visitor import text_of, value_of


@pytest.mark.slow
def test_an_evening_a_league_and_an_archive_on_postgresql(make_app, postgres):
    app = make_app(SQLALCHEMY_DATABASE_URI=postgres, WTF_CSRF_ENABLED=False)
    desk = Director(app, 7, options={"rounds": 2, "six_table": False})
    with app.app_context():
        next_round(desk.access)
        link = tables(desk.access)[2]
    assert "Table 2" in text_of(app.test_client().get(f"/t/{link}"))
    desk.result(1, 300, 210)
    desk.result(2, 120, 305)
    desk.result(3, 250, 250)
    desk.round()
    desk.play()
    desk.send("/finish")
    assert "finished" in desk.text()

    season = f"/clubs/{desk.access.club_slug}/season"
    facts = {"name": "Ligue", "who": "teams", "points": "5 3 1", "others": "1", "share": "1", "tournaments": "1", "uuid": key()}
    league = desk.client.post(f"{season}/leagues/new", data=facts).location
    before = text_of(desk.client.get(league))
    desk.send("/finish", at="/finish", do="reopen")
    with app.app_context():
        enter(desk.access, 1, [0, 400], number=1)
    desk.send("/finish")
    after = text_of(desk.client.get(league))
    assert before != after

    edit = {**facts, "points": "9 4", "others": "0", "revision": "1", "uuid": key()}
    assert desk.client.post(f"{league}/edit", data=edit).status_code == 303
    undo = {"uuid": value_of(desk.client.get(league), "uuid"), "back": league}
    assert "Undone." in text_of(desk.client.post(f"{season}/history/2/undo", data=undo, follow_redirects=True))
    assert text_of(desk.client.get(league)) == after
    for page in ("ratings", "ratings?of=pairs", "records", "history", "same", "players/1"):
        assert desk.client.get(f"{season}/{page}").status_code == 200

    files = f"/clubs/{desk.access.club_slug}/files"
    archive = desk.client.get(f"{files}/archive.zip").data
    sent = {"do": "archive", "file": (io.BytesIO(archive), "club.zip")}
    asked = desk.client.get(desk.client.post(files, data=sent).location)
    assert "Identical to the archive." in text_of(asked)
    beside = {"do": "beside", "held": value_of(asked, "held"), "name": "Another"}
    other = desk.client.post(f"{files}/alike", data=beside).location
    copy = desk.client.get(other.replace("/files", "/files/archive.zip")).data
    assert contents(copy) == {**contents(archive), "club.json": {**contents(archive)["club.json"], "name": "Another"}}


def contents(data):
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: json.loads(packed.read(name)) for name in packed.namelist()}
