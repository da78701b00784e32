from __future__ import annotations

import json

import pytest

from tests.cli.test_replay import run

QUESTIONS = {
    "auction": ({"rules": "standard", "dealer": 0, "calls": [100]}, {"status": "closed", "contractor": 1, "bid": 100}),
    "discard": (
        {"rules": "standard", "held": ["AS", "KS", "QS", "JS", "10S", "9S", "8S", "7S", "5S"], "discard": [], "trump": "H"},
        {"legal": True, "points": 0},
    ),
    "play": (
        {"rules": "standard", "contractor": 2, "trump": "S", "tricks": [["AH", "5S", "KH", "9H"]]},
        {"winners": [3], "points": [0, 15]},
    ),
    "misdeal": (
        {"rules": {"misdeal": True}, "hand": ["10S", "9S", "8S", "7S", "5S", "10H", "9H", "8H", "AH"]},
        {"may_call": False},
    ),
}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_each_kind_of_question_is_answered_a_line_each(kind):
    question, expected = QUESTIONS[kind]
    status, answers = run("adjudicate", kind, stdin=json.dumps(question) + "\n\n" + json.dumps(question) + "\n")
    assert status == 0
    assert len(answers) == 2
    assert {name: answers[1][name] for name in expected} == expected


def test_a_question_that_cannot_be_answered_stands_in_its_place_and_the_exit_status_is_1():
    good = {"rules": "standard", "dealer": 0, "calls": []}
    lines = [json.dumps(good), json.dumps({**good, "dealer": 7}), "{nonsense", json.dumps(good)]
    status, answers = run("adjudicate", "auction", "-", stdin="\n".join(lines))
    assert status == 1
    assert [answer.get("status", answer.get("error", {}).get("code")) for answer in answers] == ["open", "event", "json", "open"]
    assert answers[1]["error"]["event"] == 0
    assert "dealer" in answers[1]["error"]["message"]


def test_an_illegal_call_is_an_answer_not_an_error():
    question = {"rules": "standard", "dealer": 0, "calls": [57]}
    status, (answer,) = run("adjudicate", "auction", stdin=json.dumps(question))
    assert status == 0
    assert answer["illegal"] == {"index": 0, "rule": "auction.step", "text": "Bids go up in steps of 5."}


def test_the_reasons_can_be_had_in_french():
    question = {"rules": "standard", "dealer": 0, "calls": [57]}
    _, (english,) = run("adjudicate", "auction", stdin=json.dumps(question))
    _, (french,) = run("adjudicate", "auction", "--lang", "fr", stdin=json.dumps(question))
    assert french["illegal"]["text"] != english["illegal"]["text"]


def test_questions_are_read_from_files_in_turn(tmp_path):
    file = tmp_path / "questions.jsonl"
    file.write_text(json.dumps(QUESTIONS["play"][0]), encoding="utf-8")
    status, answers = run("adjudicate", "play", str(file), str(file))
    assert (status, len(answers)) == (0, 2)


def test_an_unknown_kind_of_question_is_a_usage_error():
    from click.testing import CliRunner

    from scorekeeper.cli.command_line import main

    result = CliRunner().invoke(main, ["adjudicate", "weather"])
    assert result.exit_code == 2
    assert "auction" in result.output
