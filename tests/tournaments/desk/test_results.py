"""Results typed at the desk: mistakes, doubts, ties, games, three sides, repeats and conflicts."""

from __future__ import annotations

import re

import pytest

from scorekeeper.clubs.commands.accounts import accounts
from tests.tournaments.desk.director import FRAGMENT, Director
from tests.visitor import text_of, value_of


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "scores", "says"),
    [
        (9, (300, 200), "There is no table 9 in this round."),
        (1, (300, ""), "A score is missing"),
        (1, ("3oo", 200), "“3oo” is not a valid score"),
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


@pytest.mark.slow
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
    assert "Someone else changed table 1: 300 – 200" in text_of(answer)
    assert director.board().table(1, 1).result.scores == (300, 200)


def test_a_result_that_cannot_be_stays_in_the_fields_and_its_fault_is_named(director):
    director.round()
    page = "/rounds/1/tables/1"
    answer = director.send(page, 422, at=page, winner="1", **{"score-0-0": "300", "score-0-1": "", "forfeit-1": "1"})
    assert "Winner: side 1 cannot both win and forfeit." in text_of(answer)
    assert value_of(answer, "score-0-0") == "300"
    answer = director.send(page, 422, at=page, **{"score-0-0": "300", "score-0-1": "200", "box-0": "x"})
    assert "“x” is not a valid number of failed contracts" in text_of(answer)
    answer = director.client.post(director.root + "/clock", data={"do": "start", "minutes": "half"}, follow_redirects=True)
    assert "Clock, minutes: “half” is not valid" in text_of(answer)


def test_a_tie_in_a_knock_out_asks_who_won(app):
    director = Director(app, 4, "single_elimination")
    director.round()
    answer = director.result(1, 300, 300, status=422)
    assert "Choose who won." in text_of(answer)
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


def test_a_tie_in_a_knock_out_asks_who_won_and_proposes_nobody(app):
    director = Director(app, 4, "single_elimination", options={})
    director.round()
    answer = director.result(1, 150, 150, status=422)
    page = answer.get_data(as_text=True)
    assert '<option value="">Who won?</option>' in page
    assert "selected" not in page.partition('name="winner"')[2].partition("</select>")[0]


def test_a_page_of_another_site_cannot_send_a_result(director):
    seen = director.round().revision
    sent = {"act": {"table": "2", "score-0-0": "345", "score-0-1": "290"}, "seen": seen, "key": "another-site"}
    assert director.client.post(f"{director.root}/rounds/1/results/log", json=sent).status_code == 403
    assert not director.board().table(1, 2).result.known


def test_a_result_typed_on_the_page_of_an_earlier_round_is_asked_about_before_it_corrects(director):
    first = director.round()
    director.play()
    director.round()
    stood = first.current.number, director.board().table(1, 1).result.scores
    answer = director.result(1, 345, 290, number=1, status=422, headers=FRAGMENT)
    assert "Round 2 is running. Correct table 1 of round 1?" in text_of(answer)
    assert (1, director.board().table(1, 1).result.scores) == stood
    earlier = value_of(answer, "earlier")
    director.result(2, 320, 240, number=1, status=422, earlier=earlier)  # the question was about another table
    director.result(1, 345, 295, number=1, status=422, earlier=earlier)
    director.result(1, 345, 290, number=1, earlier=earlier)
    assert director.board().table(1, 1).result.scores == (345, 290)
    assert director.board().table(2, 1).result.scores is None


def test_the_log_of_a_desk_that_still_shows_an_earlier_round_is_asked_too(director):
    director.round()
    director.play()
    seen = director.board().revision
    director.round()
    sent = {"key": "0123456789ab", "seen": seen, "act": {"table": "1", "score-0-0": "345", "score-0-1": "290"}}
    answer = director.client.post(f"{director.root}/rounds/1/results/log", json=sent, headers={"X-Scorekeeper": "1"}).json
    assert answer["state"] == "refused"
    assert "Correct table 1 of round 1?" in answer["detail"]
    assert director.board().table(1, 1).result.scores != (345, 290)


def of_the_log(director, number=1, **act):
    """Return the answer to the log of the desk's device."""
    sent = {"key": "0123456789ab", "seen": director.board().revision, "act": act}
    url = f"{director.root}/rounds/{number}/results/log"
    answer = director.client.post(url, json=sent, headers={"X-Scorekeeper": "1"})
    return answer.status_code, {**(answer.json or {}), "html": None}


def test_the_log_of_a_device_that_is_signed_out_hears_so_in_its_own_form(director):
    director.round()
    director.client.delete_cookie(accounts.COOKIE)
    status, answer = of_the_log(director, table="1", **{"score-0-0": "300", "score-0-1": "200"})
    assert status == 401
    facts = ("log", "key", "state", "go")
    assert [answer[name] for name in facts] == [1, "0123456789ab", "signed_out", "/club/sign-in"]
    assert "signed out" in answer["detail"]
    assert not director.board().table(1, 1).result.known


def test_the_log_of_a_desk_whose_round_is_gone_or_that_is_another_s_by_now_hears_that_it_is_closed(director):
    director.round()
    status, answer = of_the_log(director, 4, table="1")
    assert (status, answer["state"]) == (404, "closed")
    assert "Round 4" in answer["detail"]
    director.root = "/desk/99"
    status, answer = of_the_log(director, table="1")
    assert (status, answer["state"]) == (404, "closed")
    assert answer["detail"]


def test_the_page_to_finish_says_which_table_is_missing_and_follows_its_result(app):
    director = Director(app, 4, options={"rounds": 1})
    director.round()
    director.result(1, 300, 200)
    page = director.open("/finish").get_data(as_text=True)
    assert "Table 2 has no result yet." in text_of(director.open("/finish"))
    assert "data-follow=" in page
    assert re.search(r'src="[^"]*poll[^"]*\.js"', page)
    tag = director.open("/finish", headers=FRAGMENT).headers["ETag"]
    assert director.open("/finish", 304, headers={**FRAGMENT, "If-None-Match": tag}).data == b""
    director.result(2, 300, 200)
    part = director.open("/finish", headers={**FRAGMENT, "If-None-Match": tag}).get_data(as_text=True)
    assert "no result yet" not in part
    assert ">Finish tournament</button>" in part
    director.send("/finish", at="/finish")
    assert director.board().status == "finished"
