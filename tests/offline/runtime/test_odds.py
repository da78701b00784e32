"""The odds on the phone: the server's numbers and words, loaded on request."""

from __future__ import annotations

from scorekeeper.engine.ruleset import named_rules
from scorekeeper.odds.bidding_model import Habits, habits_json, parse_habits
from scorekeeper.offline.runtime import odds
from scorekeeper.offline.runtime.bridge import ScoredGame
from tests.offline.runtime.test_bridge import hand, record

NEAR = (hand(0, 60, 75, 25), hand(1, 70, 60, 40), hand(3, 60, 40, 60, bids={"2": 55}))


def ask_odds(*events, **more):
    return ScoredGame({}).answer("odds", {"record": record(*events), **more})


def test_the_phone_says_what_the_server_says():
    told = ask_odds(*NEAR)
    assert [(side["name"], side["chance"]) for side in told["sides"]] == [
        ("Aline & Claire", "about 9 in 10"),
        ("Benoît & Denis", "about 1 in 10"),
    ]
    assert told["sides"][0]["ways"] == ["any made bid", "25 or more on the others’ bid, after bidding too"]
    assert (told["title"], told["turned"]) == ("What do we need?", None)


def test_a_game_that_is_over_has_the_hand_that_turned_it():
    told = ask_odds(*NEAR, hand(0, 50, 90, 10))
    assert (told["title"], told["sides"]) == ("Chances during the game", [])
    assert told["turned"]["what"] == "Benoît & Denis 70, failed"
    assert told["turned"]["text"].startswith("Aline & Claire: about 6 in 10 before it")


def test_what_is_known_of_the_table_changes_what_is_said_and_is_worked_out_once():
    bold = habits_json(Habits(hands=200, bids={50: 50, 90: 150}, points={-20: 200}, spoke=10, heard=20))
    assert parse_habits(bold) == Habits(hands=200, bids={50: 50, 90: 150}, points={-20: 200}, spoke=10, heard=20)
    plain, told = ask_odds(hand(0, 60, 75, 25))["sides"][0], ask_odds(hand(0, 60, 75, 25), habits=bold)["sides"][0]
    assert told["level"] != plain["level"]
    first = odds._model_cache[0][2]
    assert ask_odds(hand(0, 60, 60, 40), habits=bold)["sides"]
    assert odds._model_cache[0][2] is first


def test_where_everybody_plays_alone_each_has_a_chance():
    sides = {"rules": "cutthroat", "players": ["A", "B", "C", "D"]}
    told = ScoredGame({}).answer("odds", {"record": {**record({**hand(1, 60, 0, 0), "points": [10, 80, 5, 5]}), **sides}})
    assert [side["name"] for side in told["sides"]] == ["A", "B", "C", "D"]
    assert len(told["sides"]) == len(named_rules("cutthroat").table.sides)
    assert abs(sum(side["level"] for side in told["sides"]) - 100) <= 2
    assert max(told["sides"], key=lambda side: side["level"])["name"] == "B"
