"""Tournaments over the API."""

from __future__ import annotations

import pytest

from scorekeeper.clubs.commands.members import api_tokens
from scorekeeper.tournaments.commands import history, player_links
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments.api.program import BASE, Program
from tests.tournaments.club_night import PASSWORD, Desk, key, pairs

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(inside):
    return Desk(6, options={"rounds": 3})


@pytest.fixture
def program(app, desk):
    return Program(app, desk)


def test_a_program_runs_a_whole_evening(app, inside):
    first = Desk(0)
    program = Program(app, first)
    found = program.at("POST", "/formats", {"entrants": 6, "minutes": 200}).json["formats"][0]
    made = program.at(
        "POST",
        f"/clubs/{first.club.club_id}/tournaments",
        {"name": "Mardi", "day": "2026-12-01", "method": "swiss", "options": {"rounds": 3}, "rules": "kitty"},
    )
    assert made.status_code == 201
    assert found["fits"]
    program.id, program.revision = made.json["id"], made.json["revision"]
    entered = program("POST", "/entrants", {"entrants": pairs(6)})
    assert [e["name"] for e in entered.json["entrants"]][:1] == ["Aline & Benoît"]
    for number in (1, 2, 3):
        drafted = program("POST", "/draft").json["rounds"][0]
        assert not drafted["published"]
        assert all(t["why"] for t in drafted["tables"])
        published = program("POST", "/draft/publish").json["rounds"][0]
        for table in published["tables"]:
            answer = program(
                "PUT", f"/rounds/{number}/tables/{table['table']}/result", {"scores": [300, 200 + table["table"] * 5]}
            )
            assert answer.json["tables"][0]["status"] == "done"
    assert program("GET").json["next"]["code"] == "finished"
    assert program("PUT", "/status", {"status": "finished"}).json["status"] == "finished"
    rows = program("GET", "/standings").json["standings"]
    assert rows[0]["rank"] == 1
    assert program("GET", "/check").json == {"ok": True, "problems": []}
    record = program("GET", "/record").json
    assert record["format"] == "scorekeeper-tournament/1"
    assert len(record["rounds"]) == 3


def test_the_same_key_counts_once_and_gives_the_first_answer_again_with_the_present_revision(program):
    sent = {"Idempotency_Key": key()}
    first = program("POST", "/entrants", {"entrants": [{"players": ["Yolande", "Zéphir"]}]}, **sent)
    program("POST", "/entrants", {"entrants": [{"players": ["Ursule", "Wilfrid B"]}]})
    again = program("POST", "/entrants", {"entrants": [{"players": ["Yolande", "Zéphir"]}]}, **sent)
    assert again.json == {**first.json, "revision": first.json["revision"] + 1}
    assert again.headers["Idempotency-Replayed"] == "true"
    assert len(program("GET").json["entrants"]) == 8


def test_results_of_other_tables_are_no_conflict_and_of_the_same_table_are(app, desk, program):
    desk.next_round()
    program.revision = desk.access.revision
    other = Program(app, desk)
    assert program("PUT", "/rounds/1/tables/1/result", {"scores": [300, 250]}).status_code == 200
    assert other("PUT", "/rounds/1/tables/2/result", {"scores": [300, 250]}).status_code == 200
    late = Program(app, desk)
    late.revision = desk.access.revision - 2
    answer = late("PUT", "/rounds/1/tables/1/result", {"scores": [250, 300]})
    assert (answer.status_code, answer.json["code"]) == (409, "board.changed")
    assert answer.json["since"][0]["after"] == {"result/1/1": {"scores": [300, 250]}}
    assert answer.json["yours"]["result/1/1"] == {"scores": [250, 300]}


def test_what_a_token_may_do_is_its_scope_within_the_role(app, desk):
    desk.next_round()
    reading, scoring = Program(app, desk, "read"), Program(app, desk, "score")
    assert reading("GET").json["role"] == "organiser"
    assert reading("PUT", "/rounds/1/tables/1/result", {"scores": [1, 2]}).json["code"] == "role.score"
    assert scoring("PUT", "/rounds/1/tables/1/result", {"scores": [300, 200]}).status_code == 200
    for method, path in (("POST", "/draft"), ("DELETE", "/rounds/1"), ("POST", "/entrants/1/withdraw")):
        answer = scoring(method, path)
        assert (answer.status_code, answer.json["code"]) == (403, "role.direct")


def test_outsiders_see_nothing_of_a_draft_and_cannot_tell_it_from_nothing(app, inside):
    desk = Desk(4)
    nobody = Program(app, desk, secret="")
    assert (nobody("GET").status_code, nobody("POST", "/draft").status_code) == (404, 401)
    desk.next_round()
    assert nobody("GET").json["role"] == "public"
    assert nobody("GET", "/rounds/1").json["tables"][0]["reports"] == []
    assert nobody("GET", "/changes").status_code == 401
    assert Program(app, desk)("GET", "/rounds/7").status_code == 404
    unknown = Program(app, desk)
    unknown.id = 2**40
    assert unknown("GET").status_code == 404


def test_a_token_that_was_ended_opens_nothing_any_more(app, desk, program):
    assert program("GET").status_code == 200
    api_tokens.revoke(desk.account, api_tokens.tokens_of_account(desk.account)[0].id)
    assert (program("GET").status_code, program("GET").json["code"]) == (401, "auth")


def test_an_answer_is_not_sent_again_while_it_is_the_same(desk, program):
    desk.next_round()
    for path in ("", "/standings", "/standings?live=1", "/rounds/1"):
        first = program("GET", path)
        again = program("GET", path, If_None_Match=first.headers["ETag"])
        assert (first.status_code, again.status_code) == (200, 304)
    desk.result(1, 1, 300, 200)
    assert program("GET", "/standings", If_None_Match=first.headers["ETag"]).status_code == 200


def test_players_report_and_confirm_with_the_link_of_their_table(app, desk):
    desk.next_round()
    token = player_links.table_links(desk.access, 1)[2]
    one, other = Program(app, desk, secret=token), Program(app, desk, secret=token)
    mine = one.at("GET", "/table").json
    assert (mine["table"]["table"], mine["table"]["status"]) == (2, "open")
    assert one.at("PUT", "/table/report", {"side": 0, "result": {"scores": [310, 240]}}).json["tables"][0]["status"] == "reported"
    done = other.at("POST", "/table/confirm", {"side": 1, "seen": {"scores": [310, 240]}})
    assert done.json["code"] == "board.changed"  # it had not seen the report yet
    other.revision = done.json["current"]["revision"]
    done = other.at("POST", "/table/confirm", {"side": 1, "seen": {"scores": [310, 240]}})
    assert done.json["tables"][0]["result"] == {"scores": [310, 240]}
    assert desk.board.table(1, 2).status == "done"


def test_a_browser_that_is_signed_in_needs_the_own_header_to_write(app, desk):
    client = app.test_client()
    client.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    app.config["WTF_CSRF_ENABLED"] = True
    how = {"If-Match": f'"{desk.access.revision}"'}
    path = f"{BASE}/tournaments/{desk.id}/draft"
    assert client.get(f"{BASE}/tournaments/{desk.id}").json["role"] == "organiser"
    assert client.post(path, headers=how).json["code"] == "csrf"
    assert client.post(path, headers={**how, "X-Scorekeeper": "1"}).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("PUT", "/rounds/1/tables/1/result", {"scores": [300]}, "round"),
        ("PUT", "/rounds/1/tables/1/result", {}, "result.empty"),
        ("PUT", "/rounds/1/tables/9/result", {"scores": [300, 1]}, "table"),
        ("POST", "/entrants", {"entrants": [{"players": ["Aline", "Zoé Z"]}]}, "entrant.taken"),
        ("POST", "/entrants", {"entrants": [{"players": ["Solo"]}]}, "entrant.players"),
        ("PATCH", "", {"method": "mitchell"}, "options.running"),
        ("PATCH", "", {"options": {"rounds": 0}}, "options"),
        ("PATCH", "", {"day": "tomorrow"}, "tournament.day"),
        ("PATCH", "", {"public_names": "nicknames"}, "names.choice"),
        ("POST", "/draft", None, "needs.results"),
        ("POST", "/draft/publish", None, "round.no_draft"),
        ("PUT", "/status", {"status": "finished"}, "tournament.unfinished"),
        ("PUT", "/clock", {"action": "pause"}, "clock.none"),
        ("POST", "/undo", {"change": 999}, "undo.nothing"),
    ],
)
def test_what_cannot_be_is_refused_in_words_of_both_languages(desk, program, method, path, body, code):
    desk.next_round()
    program.revision = desk.access.revision
    before = desk.board.revision
    english, french = (program(method, path, body, Accept_Language=lang) for lang in ("en", "fr"))
    assert english.json["code"] == french.json["code"] == code
    assert 400 <= english.status_code < 500
    assert english.headers["Content-Type"] == "application/problem+json"
    assert english.json["detail"]
    assert english.json["title"] != french.json["title"]
    assert desk.board.revision == before


@pytest.mark.parametrize("action", [{}, [1], None, 7, "dance"])
def test_what_is_no_action_of_a_clock_is_refused_by_name(desk, program, action):
    answer = program("PUT", "/clock", {"action": action})
    assert (answer.status_code, answer.json["code"]) == (422, "clock.action")


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"starts": 0}, "tournament.starts"),
        ({"starts": {}}, "tournament.starts"),
        ({"starts": []}, "tournament.starts"),
        ({"venue": {"a": 1}}, "text.none"),
        ({"note": ["a"]}, "text.none"),
    ],
)
def test_what_describes_a_tournament_is_text_and_nothing_else(program, facts, code):
    answer = program("PATCH", "", facts)
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert program("PUT", "/prizes", {"prizes": {"a": 1}}).json["code"] == "text.none"


def test_a_revision_sent_with_a_question_does_not_keep_the_answer_back(program):
    for path in ("", "/standings", "/changes", "/entrants"):
        assert program("GET", path, If_Match='"1"').status_code == 200


def test_a_long_history_says_where_to_read_on(desk, program, monkeypatch):
    whole = program("GET", "/changes").json
    assert (whole["changes"][-1]["revision"], whole["more"]) == (1, None)
    desk.do(lifecycle.set_prizes, "Un jambon")
    monkeypatch.setattr(history, "MOST_SHOWN", 2)
    first = program("GET", "/changes").json
    assert len(first["changes"]) == 2
    rest = program("GET", f"/changes?before={first['more']}").json
    assert rest["changes"][0]["revision"] == first["more"] - 1


def test_a_table_of_a_tournament_says_its_signs_once(program):
    assert program("GET", "/csv/entrants").headers["Content-Type"] == "text/csv; charset=utf-8"
