"""Every conformance case of the referee: questions with the answers that the rulebook requires."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.formats.adjudicate import adjudicate
from scorekeeper.messages.errors.error_messages import objection_text

FOLDER = Path(__file__).parent


def cases(kind):
    lines = (FOLDER / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
    return pytest.mark.parametrize("case", [json.loads(line) for line in lines], ids=lambda case: case["name"])


def answer_as_json(kind, question):
    text = t_for("en")
    return json.loads(json.dumps(adjudicate(kind, question, lambda objection: objection_text(text, objection))))


def expected_keys(answer, expected):
    """Return the keys of each list entry that the case expects."""
    if not expected:
        return answer
    return [{name: entry[name] for name in expected[0]} for entry in answer]


@cases("auction")
def test_an_auction_is_ruled_on_as_the_rulebook_says(case):
    answer, expected = answer_as_json("auction", case["request"]), case["expect"]
    if "index" in expected:
        assert answer["illegal"]["text"]
        answer["index"] = answer["illegal"]["index"]
    assert {name: answer[name] for name in expected} == expected


@cases("play")
def test_the_tricks_of_a_hand_are_ruled_on_as_the_rulebook_says(case):
    answer, expected = answer_as_json("play", case["request"]), case["expect"]
    answer["revokes"] = expected_keys(answer["revokes"], expected["revokes"])
    answer["illegal"] = expected_keys(answer["illegal"], expected["illegal"])
    assert answer == expected
