from __future__ import annotations

import re
from datetime import timedelta

import pytest

from scorekeeper.base.db import now
from scorekeeper.base.i18n import t_for
from scorekeeper.tournaments.actions import entrance as tournament_entrance
from scorekeeper.tournaments.actions import tables
from scorekeeper.tournaments.actions.spreadsheets import results
from scorekeeper.tournaments.actions.writing import write
from tests.tournaments import evening
from tests.tournaments.desk.director import Director
from tests.tournaments.papers.printed_events import paper, texts
from tests.visitor import text_of, value_of

FRAGMENT = {"X-Fragment": "1"}


@pytest.fixture
def director(app):
    return Director(app, 8, options={"rounds": 5})


def at_table(director, table):
    """A player's way in, by the table's link."""
    return tournament_entrance.table(evening.tables(director.access)[table])


def test_a_draft_says_why_each_table_and_nobody_else_sees_it(director):
    director.round(publish=False)
    text = director.text("/draft")
    assert text.count("First round: number") == 4
    assert director.board().rounds == ()
    assert "Look at round 1" in director.text()


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
    assert "Tick the two who change places." in director.text("/draft")


def test_a_draft_that_is_behind_says_so_before_it_is_published(director):
    director.round(publish=False)
    director.send("/entrants/e8", at="/entrants/e8", do="withdraw")
    assert "Something changed since this round was paired" in director.text("/draft")
    director.send("/draft", at="/draft")
    assert "Something changed" not in director.text("/draft")
    assert director.board().draft.byes


def test_a_result_is_typed_and_typed_over_without_leaving_the_page(director):
    director.round()
    answer = director.result(2, 345, 290, status=200, headers=FRAGMENT)
    heard = text_of(answer)
    assert "Table 2:" in heard
    assert "345 – 290" in heard
    assert value_of(answer, "table") == "3"
    answer = director.result(2, 290, 345, status=200, headers=FRAGMENT)
    assert "corrected" in text_of(answer)
    assert director.board().table(1, 2).result.scores == (290, 345)


def test_without_a_script_the_number_of_a_table_shows_who_sits_there(director):
    board = director.round()
    answer = director.result(3)
    assert answer.location.endswith("?table=3")
    names = [board.name_of(i) for side in board.table(1, 3).sides for i in side]
    page = director.text("?table=3")
    assert all(page.count(name) >= 2 for name in names)


@pytest.mark.parametrize(
    ("table", "scores", "says"),
    [
        (9, (300, 200), "There is no table 9"),
        (1, (300, ""), "A score is missing"),
        (1, ("3oo", 200), "“3oo” is not a score"),
        (1, (303, 200), "not a multiple of five"),
        (1, (9000, 200), "more than 8 hands can give"),
    ],
)
def test_what_is_mistyped_is_said_and_stays_in_the_fields(director, table, scores, says):
    director.round()
    answer = director.result(table, *scores, status=422, headers=FRAGMENT)
    assert says in text_of(answer)
    assert value_of(answer, "score-0-0") == str(scores[0]) or table == 9
    assert not director.board().table(1, 1).result.known


def test_a_doubtful_score_is_taken_when_it_is_sent_again_the_same(director):
    director.round()
    answer = director.result(1, 303, 200, status=422)
    sure = value_of(answer, "sure")
    director.result(1, 303, 202, status=422, sure=sure)
    director.result(1, 303, 200, sure=sure)
    assert director.board().table(1, 1).result.scores == (303, 200)


def test_an_f_is_a_side_that_did_not_play_and_a_minus_a_score_below_zero(director):
    director.round()
    director.result(1, "f", "")
    director.result(2, "−40", 300)
    board = director.board()
    assert board.table(1, 1).result.forfeit == (0,)
    assert board.table(1, 2).result.scores == (-40, 300)


def test_the_same_submission_counts_once(director):
    director.round()
    asked = {"revision": str(director.board().revision), "uuid": "0123456789ab"}
    director.result(1, 300, 200, **asked)
    seen = director.board().revision
    director.result(1, 300, 200, **asked)
    assert director.board().revision == seen


def test_a_result_that_came_in_meanwhile_is_not_overwritten_unseen(director):
    director.round()
    old = str(director.board().revision)
    director.result(1, 300, 200)
    answer = director.result(1, 200, 300, status=409, headers=FRAGMENT, revision=old)
    assert "Meanwhile at table 1: 300 – 200" in text_of(answer)
    assert director.board().table(1, 1).result.scores == (300, 200)


def test_the_parts_that_others_change_are_sent_only_when_they_changed(director):
    director.round()
    first = director.open("/rounds/1/live")
    tag = {"If-None-Match": first.headers["ETag"]}
    director.open("/rounds/1/live", 304, headers=tag)
    director.result(1, 300, 200)
    assert "confirmed" in text_of(director.open("/rounds/1/live", headers=tag))


def test_a_result_that_is_not_what_the_table_told_is_entered_only_when_it_is_sent_again(director):
    director.round()
    with director.app.app_context():
        access = at_table(director, 1)
        write(access, tables.report(0, {"scores": [210, 165]}), revision=access.revision, uuid=evening.key())
    said = director.result(1, 150, 220, status=422, headers=FRAGMENT)
    names = [e.name for i in director.board().table(1, 1).ids for e in director.board().entrants if e.id == i]
    assert f"Table 1 has told otherwise: {names[0]}: 210 – 165. Typed: 150 – 220." in text_of(said)
    assert "is it the right table?" in text_of(said)
    assert not director.board().table(1, 1).result.known
    again = {name: value_of(said, name) for name in ("sure", "against")}
    # Other figures are another question.
    director.result(1, 155, 220, status=422, headers=FRAGMENT, **again)
    director.result(1, 150, 220, status=200, headers=FRAGMENT, **again)
    assert director.board().table(1, 1).result.scores == (150, 220)


def test_a_report_that_comes_meanwhile_is_another_question(director):
    director.round()
    with director.app.app_context():
        access = at_table(director, 1)
        write(access, tables.report(0, {"scores": [210, 165]}), revision=access.revision, uuid=evening.key())
    page = "/rounds/1/tables/1"
    asked = director.send(page, 422, at=page, **{"score-0-0": "150", "score-0-1": "220"})
    assert "Yes, ours counts" in text_of(asked)
    again = {name: value_of(asked, name) for name in ("sure", "against")}
    with director.app.app_context():
        access = at_table(director, 1)
        write(access, tables.report(1, {"scores": [200, 165]}), revision=access.revision, uuid=evening.key())
    asked = director.send(page, 422, at=page, **{"score-0-0": "150", "score-0-1": "220"}, **again)
    again = {name: value_of(asked, name) for name in ("sure", "against")}
    director.send(page, at=page, **{"score-0-0": "150", "score-0-1": "220"}, **again)
    assert director.board().table(1, 1).result.scores == (150, 220)


def test_a_report_is_confirmed_from_the_desk_and_a_dispute_shows_both_versions(director):
    director.round()
    with director.app.app_context():
        for side, scores in ((0, [300, 200]), (1, [200, 300])):
            access = at_table(director, 1)
            write(access, tables.report(side, {"scores": scores}), revision=access.revision, uuid=evening.key())
        access = at_table(director, 2)
        write(access, tables.report(0, {"scores": [345, 290]}), revision=access.revision, uuid=evening.key())
    page = director.text()
    assert "in dispute" in page
    assert "reported" in page
    page = director.text("/rounds/1/tables/1")
    assert "Two versions" in page
    assert "300 – 200" in page
    assert "200 – 300" in page
    director.send("/rounds/1/tables/1/take", at="/rounds/1/tables/1", side="1")
    director.send("/rounds/1/tables/2/take", at="/rounds/1/tables/2", side="0")
    board = director.board()
    assert board.table(1, 1).result.scores == (200, 300)
    assert board.table(1, 2).result.scores == (345, 290)


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
    rows = re.findall(r'class="desk-t [^"]*is-(\w+)', director.open().get_data(as_text=True))
    assert rows == ["done", "late", "late", "late"]


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
    assert "unplayed tables of round 3 paired anew" in text
    assert "Round 3, table 2:" in text


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
    assert "taken back" in director.text("/history")


def test_what_cannot_be_taken_back_says_why(director):
    director.round()
    director.play()
    revisions = re.findall(r"/history/(\d+)/undo", director.open("/history").text)
    assert "This cannot be undone" in text_of(director.open(f"/history/{revisions[-1]}/undo", 422))


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


def test_a_result_that_cannot_be_stays_in_the_fields_and_its_fault_is_named(director):
    director.round()
    page = "/rounds/1/tables/1"
    answer = director.send(page, 422, at=page, winner="1", **{"score-0-0": "300", "score-0-1": "", "forfeit-1": "1"})
    assert "Winner: side 1 cannot have won and forfeited." in text_of(answer)
    assert value_of(answer, "score-0-0") == "300"
    answer = director.send(page, 422, at=page, **{"score-0-0": "300", "score-0-1": "200", "box-0": "x"})
    assert "“x” is not a number of failed contracts" in text_of(answer)
    answer = director.client.post(director.root + "/clock", data={"do": "start", "minutes": "half"}, follow_redirects=True)
    assert "Clock, minutes: “half” was read" in text_of(answer)


def test_a_tie_in_a_knock_out_asks_who_won(app):
    director = Director(app, 4, "single_elimination")
    director.round()
    answer = director.result(1, 300, 300, status=422)
    assert "say who won" in text_of(answer)
    director.result(1, 300, 300, winner="1")
    assert director.board().table(1, 1).result.winner == 1


def test_a_match_of_several_games_is_typed_game_by_game(app):
    director = Director(app, 4, "single_elimination", options={"match": {"kind": "race", "best_of": 3}})
    director.round()
    games = {"score-1-0": "90", "score-1-1": "210", "score-2-0": "220", "score-2-1": "60"}
    director.result(1, 205, 140, **games)
    assert director.board().table(1, 1).result.games == ((205, 140), (90, 210), (220, 60))


def test_three_pairs_at_a_table_have_three_scores(app):
    director = Director(app, 5, options={"rounds": 3, "six_table": True})
    board = director.round()
    three = next(t.number for t in board.current.tables if len(t.sides) == 3)
    director.result(three, 200, 150, 100)
    assert director.board().table(1, three).result.scores == (200, 150, 100)


def test_swiss_rounds_are_cut_to_a_final(app):
    stages = [
        {"method": "swiss", "options": {"rounds": 1}},
        {"method": "single_elimination", "options": {"match": {"kind": "race", "best_of": 3}}, "cut": 4},
    ]
    director = Director(app, 8, "stages", options={"stages": stages})
    director.round()
    director.play()
    assert "Cut to the best 4 and pair round 2" in director.text()
    director.send("/draft")
    assert "Without a seat" not in director.text("/draft"), "four were cut"
    director.send("/draft/publish", at="/draft")
    assert len(director.board().current.tables) == 2
    text = director.text("/standings")
    assert text.index("Knock-out") < text.index("Stage 1")
    director.result(1, 310, 200, **{"score-1-0": "200", "score-1-1": "305", "score-2-0": "250", "score-2-1": "320"})
    assert director.board().table(2, 1).result.games == ((310, 200), (200, 305), (250, 320)), "its final is the best of three"
    director.result(2, 1650, 200, **{"score-1-0": "305", "score-1-1": "200"})  # no doubt as of eight hands: it is a race


def test_standings_say_which_column_separated(director):
    director.round()
    director.play()
    page = director.open("/standings").get_data(as_text=True)
    assert "Match points" in page
    assert 'class="num fig decides"' in page


def test_finishing_asks_first_writes_the_report_and_can_be_undone(director):
    director.round()
    director.play()
    assert "The standings become final" in director.text("/finish")
    director.send("/finish", at="/finish")
    director.send("/setup/prizes", at="/report", prizes="1st: a ham", to="report")
    report = director.text("/report")
    assert "Final report" in report
    assert "1st: a ham" in report
    assert "8 entrants · 4 matches" in report
    director.send("/finish", at="/finish", do="reopen")
    assert director.board().status == "running"


def test_a_scorer_enters_results_and_directs_nothing(app, director):
    from scorekeeper.clubs.actions import invitations

    director.round()
    with app.app_context():
        token = invitations.create(evening.club(), "scorer").token
        invitations.accept_new(token, "Theresa", "un deux trois soleil")
    director.client = app.test_client()
    director.client.post("/club/sign-in", data={"name": "Theresa", "password": "un deux trois soleil"})
    director.result(1, 300, 200)
    assert director.board().table(1, 1).result.known
    director.send("/draft/unpublish")
    assert "Only a director or an organiser may do this." in director.text()
    assert "Setup" not in director.text()
    refused = director.send("/entrants", status=422, text="Berthe & Ovila")
    assert "Only a director or an organiser may do this." in refused.text


@pytest.mark.parametrize("method", ["round_robin", "double_elimination", "mitchell", "winners_up"])
def test_every_method_is_paired_played_and_reported(app, method):
    director = Director(app, 8, method, options={"rounds": 3} if method in ("mitchell", "winners_up") else {})
    for _ in range(2):
        director.round()
        director.play()
    for path in ("/standings", "/report", "/history", "/rounds/1", "/rounds/1/tables/1", "/setup"):
        director.open(path)


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
    files = results(director.board(), t_for("en")).decode("utf-8-sig")
    printed = texts(paper(director.board().tournament, "report"))
    for said in (director.text("/rounds/1"), text_of(public), files, " ".join(printed)):
        assert [name for name in names if name not in said] == []


def test_the_correction_page_of_a_knock_out_offers_to_seat_the_right_side_and_the_desk_leads_there(app):
    director = Director(app, 8, "single_elimination", options={})
    for _ in range(2):
        director.round()
        director.play()
    director.round()
    answer = director.result(1, 100, 345, number=1)
    page = text_of(director.open(answer.location))
    assert "Take away what was seated by the old result" in page
    assert "Round 2, table 1: " in page
    form = {"score-0-0": "100", "score-0-1": "345"}
    director.send("/rounds/1/tables/1/correct", at=answer.location, do="keep", **form)
    assert "Take away what was seated by the old result" in director.text()
    assert "Matches seated by the old one: W2.1, W3.1." in director.text("/draft/repair")
    director.send("/draft/repair", at="/draft/repair", take_away="1")
    board = director.board()
    assert [t.match for t in board.current.tables] == ["W2.1"]
    assert board.table(1, 1).sides[1][0] in board.current.tables[0].ids


def test_a_tie_in_a_knock_out_asks_who_won_and_proposes_nobody(app):
    director = Director(app, 4, "single_elimination", options={})
    director.round()
    answer = director.result(1, 150, 150, status=422)
    page = answer.get_data(as_text=True)
    assert '<option value="">Who won?</option>' in page
    assert "selected" not in page.partition('name="winner"')[2].partition("</select>")[0]


def test_the_standings_lead_to_the_next_round(app):
    director = Director(app, 7, "round_robin", options={})
    director.round()
    assert "of 7" in director.text()
    director.play()
    assert "Pair round 2" in director.text("/standings")


def test_what_is_refused_is_told_on_the_page_that_it_leads_to_and_kept_nowhere(director):
    director.round()
    none = "No round has been paired that is not published yet."
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
