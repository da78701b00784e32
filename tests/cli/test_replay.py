from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from scorekeeper.cli.command_line import main
from scorekeeper.cli.streams.stream import parse_lines
from scorekeeper.engine.errors import GameError

GAME = {
    "format": "scorekeeper-game/1",
    "rules": "standard",
    "players": ["Aline", "Benoît", "Claire", "Denis"],
    "first_dealer": 0,
    "events": [{"kind": "played", "contractor": 0, "bid": 75, "bids": {}, "trump": "H", "points": [85, 15]}],
}
LINE = json.dumps(GAME) + "\n"


def run(*args: str, stdin: str | bytes = ""):
    result = CliRunner().invoke(main, args, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def test_a_record_comes_out_scored_with_its_reasons():
    status, (answer,) = run("replay", stdin=LINE)
    assert status == 0
    why = answer["hands"][0].pop("why")
    assert answer == {
        "format": "scorekeeper-replay/1",
        "hands": [
            {
                "n": 1,
                "kind": "played",
                "dealer": 0,
                "contractor": 0,
                "side": 0,
                "bid": 75,
                "made": True,
                "deltas": [85, 15],
                "scores": [85, 15],
                "boxed": [False, False],
                "dropped": [],
            }
        ],
        "scores": [85, 15],
        "dropped": [],
        "next_dealer": 1,
        "outcome": {"status": "playing", "winners": [], "rule": None, "games": 0},
    }
    assert [(line["rule"], line["side"], line["points"]) for line in why] == [("score.made", 0, 85), ("score.opponents", 1, 15)]
    assert "Aline & Claire" in why[0]["text"]


def test_the_reasons_can_be_had_in_french():
    _, (answer,) = run("replay", "--lang", "fr", stdin=LINE)
    english = run("replay", stdin=LINE)[1][0]
    assert answer["hands"][0]["why"][0]["text"] != english["hands"][0]["why"][0]["text"]


def test_a_bad_record_is_answered_in_its_place_and_nothing_else_is_lost():
    bad = json.dumps({**GAME, "events": [{"contractor": 0, "bid": 75, "points": [85, 20]}]}) + "\n"
    status, answers = run("replay", stdin=LINE + "\n" + bad + "not json\n" + LINE)
    assert status == 1
    assert [answer.get("error", {}).get("code") for answer in answers] == [None, "points.sum", "json", None]
    assert answers[1]["error"]["event"] == 1
    assert "105" in answers[1]["error"]["message"]


def test_a_pretty_printed_object_in_a_file_is_one_record(tmp_path):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(GAME, indent=2, ensure_ascii=False), encoding="utf-8")
    status, answers = run("replay", str(file), str(file))
    assert (status, len(answers)) == (0, 2)


def test_a_missing_file_is_an_error_in_its_place(tmp_path):
    status, answers = run("replay", str(tmp_path / "none.json"), "-", stdin=LINE)
    assert status == 1
    assert [("error" in answer) for answer in answers] == [True, False]


def test_json_nested_too_deep_is_not_json():
    for depth in (900, 5000, 200_000):
        status, answers = run("replay", stdin='{"rules":' + "[" * depth + "]" * depth + "}\n" + LINE)
        assert (status, len(answers)) == (1, 2)
        assert answers[0]["error"]["code"] in {"json", "format"}


def test_other_rules_are_asked_for_by_name_or_file(tmp_path):
    assert run("replay", "--rules", "north_300", stdin=LINE)[1][0]["scores"] == [85, 15]
    file = tmp_path / "house.json"
    file.write_text('{"base": "kitty", "target": 85}', encoding="utf-8")
    assert run("replay", "--rules", str(file), stdin=LINE)[1][0]["outcome"]["winners"] == [0]


def test_under_other_rules_what_the_record_cannot_tell_is_never_guessed():
    unknown = json.dumps({**GAME, "events": [{"contractor": 0, "bid": 75, "points": [85, 15]}]}) + "\n"
    assert run("replay", stdin=unknown)[0] == 0
    status, (answer,) = run("replay", "--rules", "bloutte", stdin=unknown)
    assert (status, answer["error"]["code"], answer["error"]["event"]) == (1, "needs.bids", 1)
    assert run("replay", "--rules", "five_called", stdin=LINE)[1][0]["error"]["code"] == "players"


def test_the_discard_moves_with_the_rule_only_where_its_points_are_known(tmp_path):
    hand = {"contractor": 0, "bid": 75, "bids": {}, "points": [70, 30]}
    house = tmp_path / "house.json"
    house.write_text('{"base": "kitty", "discard_to": "contractor"}', encoding="utf-8")
    known = {**GAME, "rules": "kitty", "events": [{**hand, "discard_points": 10}]}
    assert run("replay", "--rules", str(house), stdin=json.dumps(known))[1][0]["scores"] == [80, 20]
    unknown = {**known, "events": [hand]}
    assert run("replay", "--rules", str(house), stdin=json.dumps(unknown))[1][0]["error"]["code"] == "needs.discard_points"


def test_under_other_rules_a_seat_that_is_not_there_costs_only_its_own_game(tmp_path):
    house = tmp_path / "house.json"
    house.write_text('{"base": "kitty", "discard_to": "contractor"}', encoding="utf-8")
    hand = {"contractor": 9, "bid": 75, "bids": {}, "points": [80, 20], "discard_points": 10}
    games = [{**GAME, "rules": "kitty", "events": [{**hand, "contractor": seat}]} for seat in (9, 0)]
    status, answers = run("replay", "--rules", str(house), stdin="\n".join(map(json.dumps, games)))
    assert (status, answers[0]["error"]["code"], answers[1]["scores"]) == (1, "event", [90, 10])


def test_what_cannot_be_scored_is_told_in_the_names_that_sit_there_by_then():
    events = [{"kind": "seats", "players": ["Aline", "Luc", "Claire", "Denis"]}, {"contractor": 1, "bid": 57, "points": [40, 60]}]
    answer = run("replay", stdin=json.dumps({**GAME, "format": "scorekeeper-game/2", "events": events}))[1][0]
    assert answer["error"]["message"].startswith("bid: 57 by Luc ")


def test_a_game_that_other_rules_end_with_its_first_scores_was_not_won_by_an_event_0():
    taken_over = {**GAME, "format": "scorekeeper-game/2", "rules": "north_500", "start_scores": [310, 0]}
    answer = run("replay", "--rules", "north_300", stdin=json.dumps(taken_over))[1][0]
    assert (answer["error"]["code"], answer["error"]["event"]) == ("game.over", 1)
    assert "with the starting scores" in answer["error"]["message"]


def test_unknown_rules_are_refused_before_anything_is_read():
    result = CliRunner().invoke(main, ["replay", "--rules", "whist"], input=LINE)
    assert result.exit_code == 2
    assert "whist" in result.stderr


@pytest.mark.parametrize("text", ["{\n", '{"a": 1\n{"a": 2}\n', "{\nnot json\n"])
def test_an_object_that_never_closes_costs_only_itself(text):
    answers = list(parse_lines(io.BytesIO(text.encode() + b'{"b": 3}\n')))
    assert isinstance(answers[0], GameError)
    assert answers[-1] == {"b": 3}


def test_a_byte_order_mark_before_the_first_line_is_passed_over():
    assert list(parse_lines(io.BytesIO(b'\xef\xbb\xbf{"a": 1}\n'))) == [{"a": 1}]


@pytest.mark.process
def test_each_answer_comes_before_the_next_record_is_asked_for():
    command = [sys.executable, "-m", "scorekeeper", "replay"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for _ in range(2):
            process.stdin.write(LINE.encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["scores"] == [85, 15]
        process.stdin.close()
        assert process.wait() == 0


def replay_error(event: object, **header: object) -> str:
    _, (answer,) = run("replay", stdin=json.dumps({**GAME, **header, "events": [event]}) + "\n")
    return answer["error"]["message"]


SHORT = {"contractor": 0, "bid": 75, "bids": {}, "points": [85, 15]}


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ({**SHORT, "bids": {"1": None}}, "bids: null is not valid. Use a number, “100-for-200” or “free”."),
        ({**SHORT, "bid": None}, "bid: null is not valid. Use a number, “100-for-200” or “free”."),
        ({"contractor": 0, "bіd": 75, "points": [85, 15]}, "b\\u0456d: this kind of event has no such key."),
        ({"contractor": 0, "bid": 75, "piles": [85, 15]}, "piles: this kind of event has no such key."),
        ({"contractor": 0, "points": [85, 15]}, "bid: this is missing."),
        (
            {"auction": ["pass"] * 4},
            'If everyone passed and no one played, record the hand as passed out: {"kind": "passed_out"}.',
        ),
        ({**SHORT, "points": [100]}, "points: this hand has 2 piles, not 1."),
        ({**SHORT, "contractor": [[1]]}, "contractor: [[1]] is not valid. Use a whole number."),
        ({**SHORT, "contractor": 7}, "contractor: there is no seat 7. Seats go from 0 to 3."),
    ],
)
def test_an_event_that_cannot_be_read_says_what_it_is(event, message):
    assert message in replay_error(event)


def test_a_header_with_nulls_or_without_a_format_says_so():
    assert replay_error(SHORT, rules=None).startswith("rules: null is neither")
    assert (
        run("replay", stdin='{"rules": "standard"}\n')[1][0]["error"]["message"] == "format: this is missing from the game file."
    )


def test_who_would_have_had_to_bid_is_told_by_name():
    unknown = [{"kind": "adjustment", "side": 1, "points": 150, "reason": "x"}, {"contractor": 0, "bid": 75, "points": [85, 15]}]
    _, (answer,) = run("replay", stdin=json.dumps({**GAME, "events": unknown}) + "\n")
    assert "Benoît & Denis had 150" in answer["error"]["message"]
