"""Rounds at the desk: drafts, drop-outs and returns, corrections, cuts, every method to its end."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from tests.tournaments import evening
from tests.tournaments.desk.director import Director
from tests.visitor import text_of


def test_a_draft_says_why_each_table_and_nobody_else_sees_it(director):
    director.round(publish=False)
    text = director.text("/draft")
    assert text.count("First round: number") == 4
    assert director.board().rounds == ()
    assert "Check round 1" in director.text()


def test_two_change_places_by_hand_and_that_is_taken_back(director):
    before = director.round(publish=False).draft
    director.send("/draft/swap", at="/draft", swap=["e1", "e2"])
    assert "Arranged by the director." in director.text("/draft")
    change = director.board().revision
    director.send(f"/history/{change}/undo", at="/draft", back=director.root + "/draft")
    assert director.board().draft.tables == before.tables


def test_one_tick_alone_swaps_nobody_and_says_so(director):
    director.round(publish=False)
    director.send("/draft/swap", at="/draft", swap=["e1"])
    assert "Select two places to swap." in director.text("/draft")


def test_a_draft_that_is_behind_says_so_before_it_is_published(director):
    director.round(publish=False)
    director.send("/entrants/e8", at="/entrants/e8", do="withdraw")
    assert "Something changed since this round was paired" in director.text("/draft")
    director.send("/draft", at="/draft")
    assert "Something changed" not in director.text("/draft")
    assert director.board().draft.byes


@pytest.mark.parametrize(("minutes", "first"), [(1, "repair"), (10, "keep")])
def test_a_correction_keeps_the_tables_first_once_their_round_has_been_out_for_minutes(director, monkeypatch, minutes, first):
    for _ in range(2):
        director.round()
        director.play()
    board = director.round()
    director.result(1, 300, 200)
    since = board.current.published_at
    monkeypatch.setattr("scorekeeper.tournaments.desk.effects.now", lambda: since + timedelta(minutes=minutes))
    answer = director.open(director.result(1, 100, 345, number=1).location)
    offered = re.findall(r'class="btn( btn--primary)?" name="do" value="(\w+)"', answer.get_data(as_text=True))
    assert [do for go, do in offered if go] == [first] == [offered[0][1]]
    assert {do for _go, do in offered} == {"keep", "repair"}
    assert ("Seated since" in text_of(answer)) is (first == "keep")


@pytest.mark.slow
def test_a_correction_two_rounds_later_shows_what_it_changes_and_keeps_what_was_played(director):
    for _ in range(2):
        director.round()
        director.play()
    board = director.round()
    director.result(1, 300, 200)
    seats = board.table(3, 1).sides
    answer = director.result(1, 100, 345, number=1)
    page = text_of(director.open(answer.location))
    assert "310 – 245 → 100 – 345" in page
    assert "Round 3, table" in page
    assert "not played yet" in page
    form = {"score-0-0": "100", "score-0-1": "345", "do": "repair"}
    director.send("/rounds/1/tables/1/correct", at=answer.location, **form)
    board = director.board()
    assert board.table(1, 1).result.scores == (100, 345)
    assert board.table(3, 1).sides == seats
    assert board.table(3, 1).result.scores == (300, 200)
    assert board.current.by_hand
    text = director.text(f"/history/{board.revision}/undo")
    assert "unplayed tables of round 3 paired again" in text
    assert "Round 3, table 2:" in text


def test_a_pair_leaves_comes_back_and_is_replaced(director):
    director.round()
    director.play()
    director.send("/entrants/e3", at="/entrants/e3", do="withdraw", to="one")
    assert "left before round 2" in director.text("/entrants/e3")
    director.send("/entrants/e3", at="/entrants/e3", do="rejoin", to="one")
    director.send("/entrants/e3", at="/entrants/e3", do="substitute", name="Bertha & Ulysse", round="2")
    for page in ("/entrants", "/entrants/e3", "/report"):
        assert "from round 2: Bertha & Ulysse" in director.text(page)
    director.send("/entrants/e4", at="/entrants/e4", do="bye", round="2")
    board = director.round()
    assert "e4" in board.current.byes
    assert board.name_of("e3", 2) == "Bertha & Ulysse"


def test_a_round_goes_back_to_a_draft_while_nothing_was_played(director):
    director.round()
    director.send("/draft/unpublish")
    assert director.board().draft is not None
    director.send("/draft/discard", at="/draft")
    assert director.board().draft is None


def test_swiss_rounds_are_cut_to_a_final(app):
    stages = [
        {"method": "swiss", "options": {"rounds": 1}},
        {"method": "single_elimination", "options": {"match": {"kind": "race", "best_of": 3}}, "cut": 4},
    ]
    director = Director(app, 8, "stages", options={"stages": stages})
    director.round()
    director.play()
    assert "Cut to the top 4 and pair round 2" in director.text()
    assert "Stage 1" not in director.text("/standings")
    director.send("/draft")
    assert "No seat:" not in director.text("/draft"), "four were cut"
    director.send("/draft/publish", at="/draft")
    assert len(director.board().current.tables) == 2
    text = director.text("/standings")
    assert text.index("Knock-out") < text.index("Stage 1")
    director.result(1, 310, 200, **{"score-1-0": "200", "score-1-1": "305", "score-2-0": "250", "score-2-1": "320"})
    assert director.board().table(2, 1).result.games == ((310, 200), (200, 305), (250, 320)), "its final is the best of three"
    director.result(2, 1650, 200, **{"score-1-0": "305", "score-1-1": "200"})  # no doubt as of eight hands: it is a race


@pytest.mark.slow
@pytest.mark.parametrize("method", ["round_robin", "double_elimination", "mitchell", "winners_up"])
def test_every_method_is_paired_played_and_reported(app, method):
    director = Director(app, 8, method, options={"rounds": 3} if method in ("mitchell", "winners_up") else {})
    for _ in range(2):
        director.round()
        director.play()
    for path in ("/standings", "/report", "/history", "/rounds/1", "/rounds/1/tables/1", "/setup"):
        director.open(path)


@pytest.mark.slow
def test_single_players_change_partners(app):
    director = Director(app)
    with app.app_context():
        director.access = evening.tournament([[n] for n in evening.people(9)], "rotating_partners", options={"rounds": 4})
    director.root = f"/desk/{director.access.tournament_id}"
    director.round()
    director.play()
    board = director.round()
    assert all(len(side) == 2 for t in board.current.tables for side in t.sides)
    assert len(board.current.byes) == 1
    director.open("/standings")


@pytest.mark.slow
def test_the_correction_page_of_a_knock_out_offers_to_seat_the_right_side_and_the_desk_leads_there(app):
    director = Director(app, 8, "single_elimination", options={})
    for _ in range(2):
        director.round()
        director.play()
    director.round()
    answer = director.result(1, 100, 345, number=1)
    page = text_of(director.open(answer.location))
    assert "Remove outdated matches" in page
    assert "Round 2, table 1: " in page
    form = {"score-0-0": "100", "score-0-1": "345"}
    director.send("/rounds/1/tables/1/correct", at=answer.location, do="keep", **form)
    assert "Remove outdated matches" in director.text()
    assert "Removes W2.1, W3.1 with all results" in director.text("/draft/repair")
    director.send("/draft/repair", at="/draft/repair", take_away="1")
    board = director.board()
    assert [t.match for t in board.current.tables] == ["W2.1"]
    assert board.table(1, 1).sides[1][0] in board.current.tables[0].ids


def test_the_standings_lead_to_the_next_round(app):
    director = Director(app, 7, "round_robin", options={})
    director.round()
    assert "of 7" in director.text()
    director.play()
    assert "Pair round 2" in director.text("/standings")
