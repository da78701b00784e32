from __future__ import annotations

import re

import pytest

from scorekeeper.core import refusals
from scorekeeper.core.api.problems import TITLES
from scorekeeper.games.commands import refusals as of_games
from scorekeeper.tournaments.api.titles import TITLES as CLUB_TITLES
from tests.app.operations import OPERATIONS
from tests.games.api.caller import BASE, Caller
from tests.games.kitchen_table import hand, header

THINGS = {"name": "standard", "other": "informal", "sheet": "results", "person": "1", "kind": "slips"}


def problem(answer):
    assert answer.mimetype == "application/problem+json"
    assert answer.json["status"] == answer.status_code
    assert answer.json["type"] == f"/api#{answer.json['code']}"
    assert answer.json["title"]
    return answer.json


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing", 404, "http.not_found"),
        ("GET", "/games/x", 404, "http.not_found"),
        ("GET", "/games/x?limit=%00", 404, "http.not_found"),
        ("PATCH", "/games", 405, "http.method"),
    ],
)
def test_an_address_that_leads_nowhere_is_a_problem_too(client, method, path, status, code):
    found = problem(client.open(BASE + path, method=method))
    assert (found["status"], found["code"]) == (status, code)


def test_a_method_that_is_not_taken_names_those_that_are(client):
    answer = client.delete(f"{BASE}/rules")
    assert "GET" in answer.headers["Allow"]
    assert "GET" in answer.json["detail"]


@pytest.mark.parametrize("body", [b"", b"{", b"[1, 2", b'{"a": NaN}', b'"\\ud800"', b"\xff", b"[" * 5000])
def test_what_is_not_json_is_a_problem_and_says_where(client, body):
    found = problem(client.post(f"{BASE}/games", data=body, content_type="application/json"))
    assert (found["status"], found["code"]) == (400, "json")


def test_a_key_that_stands_twice_is_a_problem_that_names_it(client):
    found = problem(
        client.post(f"{BASE}/games", data=b'{"rules": "kitty", "rules": "standard"}', content_type="application/json")
    )
    assert (found["status"], found["code"], found["field"]) == (400, "format", "rules")


@pytest.mark.parametrize("body", ["null", "[]", "3", '"x"', "true", '{"format": 1}'])
def test_what_is_no_game_record_is_a_problem(client, body):
    found = problem(client.post(f"{BASE}/games", data=body, content_type="application/json"))
    assert (found["status"], found["code"], found["event"]) == (400, "format", 0)


def test_what_is_not_sent_as_json_is_a_problem(client):
    found = problem(client.post(f"{BASE}/games", data="a=b"))
    assert (found["status"], found["code"]) == (415, "http.media_type")


def test_a_body_beyond_any_game_is_not_read(client):
    answer = client.post(f"{BASE}/games", data=b"[" + b" " * 1024 * 1024 + b"]", content_type="application/json")
    assert (problem(answer)["status"], answer.json["code"]) == (413, "http.too_large")


def test_every_operation_refuses_a_parameter_that_it_does_not_have_and_names_it(client):
    for operation in OPERATIONS:
        path = re.sub(r"\{(\w+)\}", lambda m: THINGS.get(m[1], "1"), operation.path)
        answer = client.open(f"{BASE}{path}?lang=en&limmit=5", method=operation.method)
        assert (operation.name, answer.status_code, problem(answer)["code"]) == (operation.name, 400, "parameter")
        assert answer.json["field"] == "limmit"
    assert client.get(f"{BASE}/rules?lang=fr").status_code == 200


def test_a_misspelt_parameter_is_answered_with_those_that_there_are(client):
    answer = client.get(f"{BASE}/tournaments/1/standings?life=true")
    assert answer.json["detail"] == "“life” is not a parameter of this request. Its parameters are: live, lang."


def test_every_reason_why_rules_cannot_be_played_comes_at_once(client):
    found = problem(client.post(f"{BASE}/rules/check", json={"pack": 40, "discard_to": "contractor", "ante": 25}))
    assert found["code"] == "rules"
    assert len(found["problems"]) == 3


def test_problems_are_told_in_the_language_of_whoever_asks(client):
    english, french = (
        problem(client.post(f"{BASE}/replay", json={**header(), "events": [hand(points=(65, 30))]}, headers=accept))
        for accept in ({}, {"Accept-Language": "fr-CA, fr;q=0.9"})
    )
    assert (english["code"], english["event"]) == (french["code"], french["event"]) == ("points.sum", 1)
    assert english["detail"] != french["detail"]
    assert english["title"] != french["title"]


def test_reasons_are_told_in_the_language_of_whoever_asks(client):
    caller = Caller(client)
    english = caller.play(hand())
    french = caller("GET", Accept_Language="fr")
    assert french.headers["Content-Language"] == "fr"
    texts = [answer["why"][0]["text"] for answer in (english.json["entry"]["hand"], french.json["replay"]["hands"][0])]
    assert texts[0] != texts[1]


def test_a_problem_of_a_game_calls_the_players_by_their_names(client):
    answer = Caller(client).play(hand(contractor=1, bid=57))
    assert "Benoît" in problem(answer)["detail"]


def test_every_refusal_of_the_workflows_has_a_title_and_words(app):  # which has every subject's
    pages_only = ("device.", "house_rules", "dispute.", "copy.", "db.", "pseudonym.", "openid.")  # some of the command line too
    pages_only += ("code", "phone", "merge.", "joined.", "household.")
    codes = {code for code in refusals._TEXTS if not code.startswith(pages_only)}
    base = {"uuid", "uuid.reused", "same", "pdf.pango", "pdf.full", "pdf.failed"}
    assert codes & {*of_games.TEXTS, *base} <= set(TITLES)
    assert {code.partition(".")[0] for code in codes - set(TITLES)} <= {code.partition(".")[0] for code in TITLES}


def test_the_titles_of_clubs_and_tournaments_go_before_those_of_games(app):
    assert TITLES["format"] != CLUB_TITLES["format"]
    assert {code: TITLES[code] for code in CLUB_TITLES if code != "format"}.items() <= CLUB_TITLES.items()


def test_a_failure_of_the_program_is_a_problem_without_its_insides(make_app, monkeypatch):
    app = make_app(TESTING=False, PROPAGATE_EXCEPTIONS=False)

    def fail(*_):
        raise RuntimeError("secret insides")

    monkeypatch.setattr("scorekeeper.rules.api.dump_rules", fail)
    found = problem(app.test_client().get(f"{BASE}/rules/standard"))
    assert found["status"] == 500
    assert "insides" not in str(found)
