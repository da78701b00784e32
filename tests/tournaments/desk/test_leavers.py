"""A pair leaves a round robin: who decides what counts, and where it is shown."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.printouts.event import EventDetails, PrintedEvent
from scorekeeper.tournaments.printouts.standings import standings
from scorekeeper.tournaments.store.log import TournamentEvent, TournamentLog, fold
from tests.tournaments.desk.director import Director
from tests.visitor import text_of

SAYS = "left before half of their matches. These matches count as byes for the others."
FIELDS = {"kind": "hands", "hands": "8", "best_of": "1", "name": "Club night"}


@pytest.fixture
def director(app):
    """Six pairs. The last leaves after the first of five rounds, and the second is played without them."""
    director = Director(app, 6, "round_robin")
    director.round()
    director.play()
    director.send("/entrants/e6", at="/entrants/e6", do="withdraw")
    director.round()
    director.play()
    return director


def test_every_page_with_standings_says_whose_results_do_not_count(director):
    name = director.board().name_of("e6")
    public = f"/tournaments/{director.access.tournament_id}/standings"
    for path in ("/standings", "/report"):
        assert f"{name} {SAYS}" in director.text(path)
        assert "left, results do not count" in director.text(path)
    page = text_of(director.client.get(public))
    assert f"{name} {SAYS}" in page
    assert f"{name} left, results do not count" in page
    rows = director.client.get(f"/api/v1{public}").json["standings"]
    assert [(row["rank"], row["id"], row["match_points"]) for row in rows if not row.get("counts", True)] == [(6, "e6", None)]


def test_the_cross_table_shows_the_match_and_counts_the_bye(director):
    board = director.board()
    other = next(i for t in board.rounds[0].tables if "e6" in t.ids for i in t.ids if i != "e6")
    rows = director.client.get(f"/api/v1/tournaments/{director.access.tournament_id}/cross-table").json["lines"]
    line = next(one for one in rows if one["id"] == other)
    cell = next(c for c in line["cells"] if c and c["opponents"] == ["e6"])
    assert (cell["round"], cell["points"]) == (1, 1)
    assert len(cell["scores"]) == 2
    points = {row.id: row.columns["match_points"] for row in board.standings}
    assert line["points"] == points[other]


def test_the_sheet_of_standings_says_whose_results_do_not_count(director):
    event = PrintedEvent(TournamentState(director.board().tournament), EventDetails(), "en")
    document = standings(event, "letter")
    assert any(SAYS in note for note in document.values["leavers"])
    lines = [line for page in document.pages for part in page for line in part.lines]
    assert "".join(lines[-1].beside.lines) == "left, results do not count"
    assert all(line.beside is None for line in lines[:-1])


def test_the_director_can_say_in_the_middle_of_the_event_what_counts(director):
    page = director.open("/setup").get_data(as_text=True)
    assert re.search(r'<option value="count_from_half" selected>', page)
    director.send("/setup", at="/setup", **FIELDS, method="round_robin", leaver_results="count")
    assert director.board().options.leaver_results == "count"
    assert "left early. Their results count. A missed match is worth ½." in director.text("/standings")
    director.send("/setup", at="/setup", **FIELDS, method="round_robin", leaver_results="do_not_count")
    assert "left early. Their matches count as byes for the others." in director.text("/standings")


def test_a_new_tournament_asks_what_the_results_of_those_who_leave_count(app):
    director = Director(app, 6)
    page = director.text(f"{director.club}/new")
    assert "Results of pairs that leave early count from half of their matches on always count do not count" in page
    own = {**FIELDS, "method": "round_robin", "leaver_results": "do_not_count"}
    director.send("/setup", at="/setup", **own)
    board = director.board()
    assert (board.options.leaver_results, board.options.points.missed) == ("do_not_count", board.options.points.tie)
    director.send("/setup", at="/setup", **own, **{"points-tie": "1", "points-win": "3", "points-missed": ""})
    assert director.board().options.points.missed == 1
    director.send("/setup", at="/setup", **own, **{"points-missed": "0,25"})
    assert float(director.board().options.points.missed) == 0.25


def test_pools_are_asked_the_same_before_they_begin(app):
    director = Director(app, 8)
    stages = {"first": "round_robin", "pools": "2", "advance": "2", "final": "single_elimination", "final-best_of": "1"}
    director.send("/setup", at="/setup", **FIELDS, **stages, method="stages", leaver_results="do_not_count")
    first, last = director.board().options.stages
    assert (first.options.leaver_results, last.options.leaver_results) == ("do_not_count", "count_from_half")
    page = director.open("/setup").get_data(as_text=True)
    assert re.search(r'<option value="do_not_count" selected>', page)
    director.round()
    hidden = re.search(r'<fieldset[^>]*data-field="leaver_results"[^>]*>', director.open("/setup").get_data(as_text=True))
    assert hidden is not None
    assert " hidden" in hidden[0]


def test_tournaments_from_before_there_was_the_question_are_counted_as_they_were(director):
    log: TournamentLog = director.board().log
    setup = log.parts["setup"]
    options = {k: v for k, v in setup["options"].items() if k != "leaver_results"}
    options["points"] = {k: v for k, v in options["points"].items() if k != "missed"}
    old = fold([])
    old.parts = {part: value for part, value in log.parts.items() if part != "setup"}
    row = TournamentEvent(
        1,
        1,
        "u",
        datetime(2026, 2, 3, tzinfo=UTC),
        None,
        None,
        None,
        "",
        "create",
        "",
        {},
        {"setup": {**setup, "options": options}},
        None,
    )
    old.add(row)
    assert old.parts["setup"]["options"]["leaver_results"] == "count"
    assert old.parts["setup"]["options"]["points"]["missed"] == options["points"]["bye"]
    t = replace(director.board().tournament, options=old.tournament().options)
    points = {row.id: row.columns["match_points"] for row in TournamentState(t).standings}
    met = {i for table in t.rounds[0].tables if "e6" in table.ids for i in table.ids} - {"e6"}
    missed = {*t.rounds[1].byes} - {"e6"}
    assert met
    assert missed
    book = TournamentState(t).ledger
    assert points == {who: sum(o.points for o in rounds) for who, rounds in book.items()}
