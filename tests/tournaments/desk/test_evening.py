"""An evening at the desk: the clock, live parts, history and undo, the end, permissions."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from scorekeeper.core.db.database import now
from scorekeeper.core.i18n.translation import t_for
from scorekeeper.tournaments.commands.files.spreadsheets import results
from tests.tournaments import evening
from tests.tournaments.desk.director import FRAGMENT, Director
from tests.tournaments.printouts.printed_events import paper, texts
from tests.visitor import text_of


def test_the_parts_that_others_change_are_sent_only_when_they_changed(director):
    director.round()
    first = director.open("/rounds/1/live")
    tag = {"If-None-Match": first.headers["ETag"]}
    director.open("/rounds/1/live", 304, headers=tag)
    director.result(1, 300, 200)
    assert "confirmed" in text_of(director.open("/rounds/1/live", headers=tag))


def test_the_clock_starts_stops_runs_longer_and_calls_the_last_hand(director):
    director.round()
    director.send("/clock", do="start", minutes="30")
    assert director.board().clock.running
    director.send("/clock", do="pause")
    director.send("/clock", do="resume")
    director.send("/clock", 200, do="add-5", headers=FRAGMENT)
    assert director.board().clock.minutes == 35
    director.send("/clock", do="call")
    assert "Last hand" in director.text()
    director.send("/clock", do="stop")
    assert director.board().clock is None


def test_tables_that_take_longer_than_the_match_should_are_late(director, monkeypatch):
    director.round()
    director.result(1, 300, 200)
    assert "late" not in director.text()
    monkeypatch.setattr("scorekeeper.tournaments.desk.tables.now", lambda: now() + timedelta(hours=2))
    rows = re.findall(r'class="desk-table [^"]*is-(\w+)', director.open().get_data(as_text=True))
    assert rows == ["done", "late", "late", "late"]


def test_every_change_is_in_the_history_and_is_taken_back_from_there(director):
    director.round()
    director.result(1, 300, 200)
    director.result(1, 200, 300)
    page = director.open("/history").get_data(as_text=True)
    change = re.search(r"/history/(\d+)/undo", page)[1]
    text = director.text(f"/history/{change}/undo")
    assert "200 – 300" in text
    assert "300 – 200" in text
    director.send(f"/history/{change}/undo", at=f"/history/{change}/undo")
    assert director.board().table(1, 1).result.scores == (300, 200)
    assert "undone" in director.text("/history")


def test_what_cannot_be_taken_back_says_why(director):
    director.round()
    director.play()
    revisions = re.findall(r"/history/(\d+)/undo", director.open("/history").text)
    assert "This cannot be undone" in text_of(director.open(f"/history/{revisions[-1]}/undo", 422))


def test_standings_say_which_column_separated(director):
    director.round()
    director.play()
    page = director.open("/standings").get_data(as_text=True)
    assert "Match points" in page
    assert 'class="num digits decides"' in page


@pytest.mark.slow
def test_finishing_asks_first_writes_the_report_and_can_be_undone(director):
    director.round()
    director.play()
    assert "Standings become final" in director.text("/finish")
    director.send("/finish", at="/finish")
    director.send("/setup/prizes", at="/report", prizes="1st: a ham", to="report")
    report = director.text("/report")
    assert "Final report" in report
    assert "1st: a ham" in report
    assert "8 entrants · 4 matches" in report
    director.send("/finish", at="/finish", do="reopen")
    assert director.board().status == "running"


def test_a_scorer_enters_results_and_directs_nothing(app, director):
    from scorekeeper.clubs.commands.members import invitations

    director.round()
    with app.app_context():
        token = invitations.create(evening.club(), "scorer").token
        invitations.accept_new(token, "Theresa", "un deux trois soleil")
    director.client = app.test_client()
    director.client.post("/club/sign-in", data={"name": "Theresa", "password": "un deux trois soleil"})
    director.result(1, 300, 200)
    assert director.board().table(1, 1).result.known
    director.send("/draft/unpublish")
    assert "Only a director or an organizer can do this." in director.text()
    assert "Setup" not in director.text()
    refused = director.send("/entrants", status=422, text="Berthe & Ovila")
    assert "Only a director or an organizer can do this." in refused.text


@pytest.mark.slow
def test_the_sides_of_an_individual_event_are_called_alike_at_the_desk_in_public_on_paper_and_in_files(app):
    director = Director(app)
    with app.app_context():
        alone = [[name] for name in evening.FIRST[:8]]
        director.access = evening.tournament(alone, "rotating_partners", options={"rounds": 7})
    director.root = f"/desk/{director.access.tournament_id}"
    board = director.round()
    names = [" & ".join(map(board.name_of, side)) for table in board.current.tables for side in table.sides]
    director.play()
    public = app.test_client().get(f"/tournaments/{director.access.tournament_id}/tables")
    files = " ".join(str(cell) for row in results(director.board(), t_for("en")) for cell in row)
    printed = texts(paper(director.board().tournament, "report"))
    for said in (director.text("/rounds/1"), text_of(public), files, " ".join(printed)):
        assert [name for name in names if name not in said] == []


def test_what_is_refused_is_told_on_the_page_that_it_leads_to_and_kept_nowhere(director):
    director.round()
    none = "There is no draft round. Pair a round first."
    asked = {
        "/draft/discard": (none, ""),
        "/draft/publish": (none, "/draft"),
        "/entrants/e1": ("has not left the tournament.", "/entrants"),
    }
    for path, (says, back) in asked.items():
        answer = director.send(path, do="rejoin")
        assert answer.location == director.root + back
        assert answer.headers["Cache-Control"] == "no-store"
        assert says in director.text("/entrants"), path
