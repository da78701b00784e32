"""Every conformance case of replays: records with the required hands, scores and outcome, or the error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorekeeper.engine.errors import GameError
from scorekeeper.engine.replay.game import replay
from scorekeeper.formats.game_record import parse_record
from scorekeeper.formats.replay import replay_json

FOLDER = Path(__file__).parent
CASES = [
    json.loads(line)
    for name in ("replay", "replay-random", "replay-second")
    for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
]


def replay_as_json(record: object) -> dict[str, object]:
    parsed = parse_record(record)
    result = replay(parsed.rules, parsed.first_dealer, parsed.events, parsed.start_scores)
    if result.error is not None:
        raise result.error
    answer: dict[str, object] = json.loads(json.dumps(replay_json(result, lambda line: line.rule)))
    return answer


@pytest.mark.slow
@pytest.mark.parametrize("case", [c for c in CASES if "expect" in c], ids=lambda c: c["name"])
def test_a_recorded_game_is_scored_as_the_rulebook_says(case):
    answer = replay_as_json(case["record"])
    begun = answer.pop("start", {"scores": None, "why": []})
    answer["start"] = begun["scores"]
    hands = answer.pop("hands")
    for hand, expected in zip(hands, case["expect"]["hands"], strict=True):
        assert {name: hand[name] for name in expected} == expected
        for side, delta in enumerate(hand["deltas"]):
            assert sum(line["points"] for line in hand["why"] if line["side"] == side) == delta
    expected = {name: value for name, value in case["expect"].items() if name != "hands"}
    assert {name: answer[name] for name in expected} == expected


@pytest.mark.parametrize("case", [c for c in CASES if "error" in c], ids=lambda c: c["name"])
def test_a_record_that_cannot_be_scored_says_where_and_why(case):
    with pytest.raises(GameError) as caught:
        replay_as_json(case["record"])
    assert {"event": caught.value.event, "code": caught.value.code} == case["error"]
