"""Version 2 of the game record: its additions, and version 1 as strict as before."""

from __future__ import annotations

import json

import pytest

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.replay.game import replay
from scorekeeper.formats.game_record import dump_record, parse_record
from scorekeeper.formats.replay import replay_json
from scorekeeper.messages.game.lines import Lines
from scorekeeper.messages.game.outcome import doubt_formatter

UUID = "8c2f7d4e-0b1a-4c3d-9e5f-6a7b8c9d0e1f"
HAND = {"kind": "played", "contractor": 0, "bid": 60, "bids": {}, "points": [65, 35]}
HEADER = {
    "format": "scorekeeper-game/2",
    "rules": "standard",
    "players": ["Aline", "Benoît", "Claire", "Denis"],
    "first_dealer": 0,
}
ABOUT = {
    "id": UUID,
    "started_at": "2026-01-31T19:30:00-05:00",
    "ended_at": "2026-01-31T22:05:10.5-05:00",
    "place": "Moncton",
    "occasion": "Fête",
    "rules_name": "Chez Thérèse",
    "match": {"id": UUID, "number": 2, "games_to_win": 3},
}


def record(*events, **more):
    return {**HEADER, **more, "events": list(events)}


def replay_record(obj):
    parsed = parse_record(obj)
    result = replay(parsed.rules, parsed.first_dealer, parsed.events, parsed.start_scores)
    if result.error is not None:
        raise result.error
    return parsed, result


def refusal(obj):
    with pytest.raises(GameError) as caught:
        replay_record(obj)
    return caught.value.event, caught.value.code


def replay_as_json(obj, lang="en"):
    (parsed, result), t = replay_record(obj), t_for(lang)
    seated = Lines(t).seated(parsed.rules)
    return json.loads(json.dumps(replay_json(result, seated(parsed.players), seated, doubt_formatter(t, parsed.players))))


def test_everything_of_a_record_is_printed_as_it_was_read():
    stamped = {**HAND, "id": UUID, "at": "2026-01-31T19:41:00Z", "by": "Luc"}
    seats = {"kind": "seats", "players": ["Aline", "Benoît", "Claire", "Luc"]}
    whole = record(stamped, {"kind": "deal", "dealer": 2}, seats, **ABOUT, start_scores=[100, -25])
    printed = dump_record(parse_record(whole))
    assert {**printed, "rules": "standard"} == whole
    assert parse_record(printed) == parse_record(whole)


@pytest.mark.parametrize("name", [*ABOUT, "start_scores"])
def test_the_first_edition_knows_none_of_the_new_keys(name):
    first = {**record(), "format": "scorekeeper-game/1", name: {**ABOUT, "start_scores": [0, 0]}[name]}
    assert refusal(first) == (0, "format")


@pytest.mark.parametrize("event", [{"kind": "deal", "dealer": 2}, {"kind": "seats", "players": ["A", "B", "C", "D"]}])
def test_the_first_edition_knows_none_of_the_new_kinds(event):
    assert refusal({**record(HAND, event), "format": "scorekeeper-game/1"}) == (2, "event")
    assert refusal({**record({**HAND, "id": UUID}), "format": "scorekeeper-game/1"}) == (1, "event")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("id", "8c2f7d4e"),
        ("id", 7),
        ("started_at", "2026-01-31"),
        ("started_at", "2026-01-31T19:30:00"),
        ("started_at", "2026-02-30T19:30:00Z"),
        ("ended_at", "2026-01-31 19:30:00Z"),
        ("ended_at", "2026-01-31T25:30:00Z"),
        ("ended_at", "2026-01-31T19:30:00.1234567Z"),
        ("place", ""),
        ("place", "x" * 81),
        ("occasion", "two\nlines"),
        ("match", {"id": UUID}),
        ("match", {"id": UUID, "number": 0}),
        ("match", {"id": UUID, "number": 1, "won": 2}),
        ("start_scores", [100]),
        ("start_scores", [100, 7]),
        ("start_scores", [100, "5"]),
        ("start_scores", [10_005, 0]),
        ("start_scores", [205, 100]),
        ("start_scores", [-200, 0]),
        ("colour", "red"),
    ],
)
def test_a_header_that_cannot_be_is_refused_at_event_0(name, value):
    assert refusal(record(**{name: value})) == (0, "format")


@pytest.mark.parametrize(
    "event",
    [
        {"kind": "deal"},
        {"kind": "deal", "dealer": 4},
        {"kind": "deal", "dealer": "2"},
        {"kind": "deal", "dealer": 2, "why": "late"},
        {"kind": "seats", "players": ["A", "B", "C"]},
        {"kind": "seats", "players": ["A", "B", "C", " "]},
        {"kind": "seats", "players": "ABCD"},
        {**HAND, "id": "hand-2"},
        {**HAND, "at": "yesterday"},
        {**HAND, "by": "x" * 41},
        {**HAND, "id": UUID},
    ],
)
def test_an_event_that_cannot_be_is_refused_where_it_stands(event):
    assert refusal(record({**HAND, "id": UUID}, event)) == (2, "event")


def test_the_deal_goes_on_from_where_it_was_put_and_scores_nothing():
    answer = replay_as_json(record(HAND, {"kind": "deal", "dealer": 3}, HAND, {"kind": "passed_out"}))
    assert [hand["dealer"] for hand in answer["hands"]] == [0, 3, 3, 0]
    assert answer["hands"][1]["deltas"] == [0, 0]
    assert (answer["hands"][1]["why"], answer["next_dealer"]) == ([], 1)


def test_a_pair_that_dropped_out_and_a_silent_player_cannot_deal():
    out = {"kind": "adjustment", "side": 0, "points": -200, "reason": "x"}
    six = {**record(out, {"kind": "deal", "dealer": 3}), "rules": "six_three_pairs", "players": list("ABCDEF")}
    assert refusal({**six, "first_dealer": 1}) == (2, "event")
    five = {**record({"kind": "deal", "dealer": 2}), "rules": {"base": "five_silent", "silent_seat": 2}, "players": list("ABCDE")}
    assert refusal(five) == (1, "event")


def test_reasons_name_those_who_sat_there_by_then():
    seats = {"kind": "seats", "players": ["Aline", "Benoît", "Luc", "Denis"]}
    hands = replay_as_json(record(HAND, seats, HAND))["hands"]
    assert "Aline & Claire" in hands[0]["why"][0]["text"]
    assert hands[1]["players"][2] == "Luc"
    assert "Aline & Luc" in hands[2]["why"][0]["text"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_scores_taken_over_are_a_line_of_their_own_and_the_reasons_add_up(lang):
    answer = replay_as_json(record(HAND, start_scores=[100, -25]), lang)
    assert [(line["rule"], line["side"], line["points"]) for line in answer["start"]["why"]] == [
        ("start.scores", 0, 100),
        ("start.scores", 1, -25),
    ]
    assert (answer["start"]["scores"], answer["start"]["boxed"]) == ([100, -25], [False, True])
    assert all("%" not in line["text"] for line in answer["start"]["why"])
    for side, score in enumerate(answer["scores"]):
        lines = [line for part in (answer["start"], *answer["hands"]) for line in part["why"]]
        assert sum(line["points"] for line in lines if line["side"] == side) == score
    assert "start" not in replay_as_json(record(HAND))


def test_scores_taken_over_count_for_the_line_the_skunk_and_who_is_out():
    lost = replay_as_json(record({**HAND, "contractor": 1, "points": [40, 60]}, start_scores=[100, 0]))
    assert lost["scores"] == [100, 60]
    assert lost["hands"][0]["why"][1]["rule"] == "score.must_bid"
    skunk = {"skunk": "loser_scoreless", "target": 100}
    made = {**HAND, "bid": 100, "points": [100, 0]}
    assert replay_as_json({**record(made), "rules": skunk})["outcome"]["games"] == 2
    assert replay_as_json({**record(made, start_scores=[0, 5]), "rules": skunk})["outcome"]["games"] == 1
    six = {**record(start_scores=[-200, 0, 20]), "rules": "six_three_pairs", "players": list("ABCDEF")}
    assert (replay_as_json(six)["dropped"], replay_as_json(six)["next_dealer"]) == ([0], 1)


@pytest.mark.parametrize(
    ("rules", "hand", "doubtful"),
    [
        ("standard", {"bids": {"1": 95}}, True),
        ("standard", {"bids": {"1": 60}}, True),
        ("standard", {"bids": {"1": 55}}, False),
        ({"keep": "anyone_once"}, {"bids": {"1": 60}}, False),
        ({"keep": "anyone_once"}, {"bids": {"1": 60, "2": 60}}, True),
        ({"keep": "dealer"}, {"bids": {"1": 60}}, False),
        ({"keep": "dealer"}, {"bids": {"1": 65}}, True),
        ({"keep": "dealer"}, {"contractor": 1, "bids": {"0": 60}}, True),
    ],
)
def test_bids_that_could_not_have_lost_are_scored_and_doubted(rules, hand, doubtful):
    answer = replay_as_json({**record({"kind": "passed_out"}, {"kind": "deal", "dealer": 0}, {**HAND, **hand}), "rules": rules})
    found = [(doubt["event"], doubt["rule"]) for doubt in answer.get("doubts", ())]
    assert found == ([(3, "auction.highest")] if doubtful else [])


@pytest.mark.parametrize(
    ("to", "points", "doubtful"),
    [
        ("opponents", [95, 5], True),
        ("opponents", [60, 40], False),
        ("contractor", [5, 95], True),
        ("last_trick", [80, 20], False),
    ],
)
def test_a_discard_worth_more_than_its_pile_is_doubted(to, points, doubtful):
    hand = {**HAND, "bid": 50, "points": points, "discard_points": 30}
    answer = replay_as_json({**record(hand), "rules": {"base": "kitty", "discard_to": to}})
    assert [doubt["rule"] for doubt in answer.get("doubts", ())] == (["kitty.discard_to"] if doubtful else [])


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_doubt_is_said_with_the_names_of_that_hand(lang):
    seats = {"kind": "seats", "players": ["Aline", "Luc", "Claire", "Denis"]}
    (doubt,) = replay_as_json(record(seats, {**HAND, "bids": {"1": 95}}), lang)["doubts"]
    assert "Luc 95" in doubt["text"]
    assert "Aline" in doubt["text"]


def test_the_first_edition_is_printed_on_demand_and_refuses_what_it_has_no_words_for():
    first = dump_record(parse_record(record(HAND, **ABOUT)), 1)
    assert parse_record(first).events == parse_record(record(HAND)).events
    for beyond, event in ((record({"kind": "deal", "dealer": 1}), 1), (record(start_scores=[5, 0]), 0)):
        with pytest.raises(GameError) as caught:
            dump_record(parse_record(beyond), 1)
        assert (caught.value.event, caught.value.code) == (event, "format")
