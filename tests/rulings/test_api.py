"""The referee over the API: the command line's answers, and errors for questions without one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine.errors import GameError
from scorekeeper.formats.adjudicate import RULING_KINDS, adjudicate
from scorekeeper.messages.errors.error_messages import objection_text
from tests.app.api.test_openapi import shape
from tests.games.api.caller import BASE

CONFORMANCE = Path(__file__).parent.parent / "conformance"
HAND = ["AS", "KS", "QS", "10H", "9H", "8H", "5D", "7D", "9C", "8C", "7C", "6C", "5C"]


def questions(name):
    """Return the questions of a conformance file."""
    cases = [json.loads(line) for line in (CONFORMANCE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    return [case["request"] for case in cases]


def by_command_line(kind, question):
    """Return the command line's answer or error code, with the API's status."""
    try:
        return 200, adjudicate(kind, question, lambda objection: objection_text(t_for("en"), objection))
    except GameError as error:
        return 422, error.code


def ask(client, kind, question, lang="en"):
    return client.post(f"{BASE}/adjudicate/{kind}", json=question, headers={"Accept-Language": lang})


@pytest.mark.parametrize("kind", ["auction", "play"])
def test_the_referee_answers_every_conformance_question_as_the_command_line_does(client, kind):
    asked = questions(kind)
    assert asked
    for question in asked:
        answer = ask(client, kind, question)
        status, expected = by_command_line(kind, question)
        assert answer.status_code == status, question
        if status == 200:
            assert answer.json == json.loads(json.dumps(expected))
        else:
            assert answer.json["code"] == expected
        shape(f"{kind.title()}Ruling" if status == 200 else "Problem").validate(answer.json)


def test_an_illegal_call_is_an_answer_with_its_rule_in_the_language_of_whoever_asks(client):
    question = {"rules": "standard", "dealer": 0, "calls": [60, 60]}
    english, french = (ask(client, "auction", question, lang).json for lang in ("en", "fr"))
    assert (english["status"], english["next"]) == ("illegal", 2)
    assert english["illegal"] == {"index": 1, "rule": "auction.step", "text": "A bid must be above the last, which was 60."}
    assert french["illegal"]["rule"] == "auction.step"
    assert french["illegal"]["text"] != english["illegal"]["text"]


def test_a_forced_contract_and_a_keep_by_the_dealer_are_told(client):
    forced = ask(client, "auction", {"rules": {"all_pass": "dealer_minimum"}, "dealer": 3, "calls": ["pass"] * 3}).json
    assert (forced["status"], forced["contractor"], forced["bid"], forced["forced"]) == ("closed", 3, 50, True)
    calls = ["pass", 60, 75, "keep", "pass", "pass"]
    kept = ask(client, "auction", {"rules": {"keep": "dealer"}, "dealer": 0, "calls": calls}).json
    assert (kept["contractor"], kept["bid"]) == (0, 75)
    assert kept["highest_bids"] == {"0": 75, "2": 60, "3": 75}


@pytest.mark.parametrize(
    ("kind", "question", "code", "field"),
    [
        ("auction", {"rules": "standard", "calls": []}, "event", "dealer"),
        ("auction", {"rules": "standard", "dealer": 9, "calls": []}, "event", "dealer"),
        ("auction", {"rules": "standard", "dealer": 0, "calls": ["sixty"]}, "event", "calls"),
        ("auction", {"rules": "nonsense", "dealer": 0, "calls": []}, "rules", None),
        ("discard", {"rules": "kitty", "held": HAND[:12], "discard": []}, "event", "held"),
        ("misdeal", {"rules": "standard", "hand": ["11S"]}, "event", "hand"),
        ("play", {"rules": "standard", "contractor": 0, "tricks": "AS"}, "event", "tricks"),
    ],
)
def test_a_question_that_cannot_be_answered_is_a_problem_that_names_its_field(client, kind, question, code, field):
    answer = ask(client, kind, question)
    assert answer.status_code == 422, answer.json
    assert answer.json["code"] == code
    assert answer.json.get("field") == field
    assert answer.json["detail"]


def test_the_document_has_every_kind_of_question(client):
    paths = client.get(f"{BASE}/openapi.json").json["paths"]
    assert {f"/adjudicate/{kind}" for kind in RULING_KINDS} <= set(paths)


def test_a_discard_and_a_misdeal_are_judged(client):
    held = ["AS", "KS", "QS", "JS", "9S", "8S", "7S", "KH", "QH", "JH", "9H", "8H", "7H"]
    asked = {"rules": "online_kitty", "held": held, "discard": ["AS", "7S", "8H", "7H"]}
    ruling = ask(client, "discard", asked).json
    assert (ruling["legal"], ruling["rule"], ruling["points"]) == (False, "kitty.discard_limit", 10)
    shape("DiscardRuling").validate(ruling)
    low = ["10S", "9S", "8S", "7S", "5S", "10H", "9H", "8H", "7H"]
    assert ask(client, "misdeal", {"rules": {"misdeal": True}, "hand": low}).json == {"may_call": True}
    assert ask(client, "misdeal", {"rules": "standard", "hand": low}).json == {"may_call": False}


def test_a_question_of_another_form_is_not_called_an_event_of_a_game(client):
    answer = client.post("/api/v1/adjudicate/misdeal", json={"rules": "standard", "hands": 4})
    assert (answer.status_code, answer.json["code"], answer.json["title"]) == (422, "event", "Invalid ruling request")
    assert answer.json["type"] == "/api#question"
