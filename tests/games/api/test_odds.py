from __future__ import annotations

import pytest

from tests.games.api.caller import Caller
from tests.games.kitchen_table import hand


@pytest.fixture
def caller(client):
    return Caller(client, "standard")


def test_a_program_is_told_what_each_side_needs_and_how_likely_it_is(caller):
    caller.play(hand(0, 60, (75, 25)), hand(1, 70, (60, 40), bids={"0": 65}), hand(3, 60, (40, 60), bids={"2": 55}))
    caller.role = "watch"
    told = caller("GET", "/odds").json
    assert told["revision"] == 4
    assert told["ways"][0][0] == {"kind": "own", "points": 50, "bid": 0, "must_bid": False, "text": "any made bid"}
    assert told["ways"][1] == []
    assert sum(told["chances"]) == 1000
    assert 850 < told["chances"][0] < 950
    made = sum(one["chance"] * one["then"][0] for one in told["hands"]) / 1000
    assert made == pytest.approx(told["chances"][0], abs=3)
    assert (told["counted"], told["supposed"], told["played_on"], told["turned"]) == (0, 40, 0, None)
    assert [one["bid"] for one in told["bids"]] == list(range(50, 101, 5))
    assert told["went"][0] == [500, 500]
    assert len(told["went"]) == 4


def test_of_a_finished_game_the_entry_is_told_that_turned_it(caller):
    caller.play(hand(0, 60, (75, 25)), hand(1, 70, (60, 40)), hand(2, 65, (80, 20), bids={"3": 60}))
    told = caller("GET", "/odds").json
    assert told["went"][-1] == [1000, 0]
    assert told["hands"] == []
    assert told["turned"]["entry"] == 3
    assert told["turned"]["after"] > told["turned"]["before"]


def test_where_everybody_plays_alone_the_chances_are_counted_from_games_played_on(client):
    caller = Caller(client, "cutthroat", names=["Ann", "Bob", "Cy", "Di"])
    caller.play(hand(0, 60, (80, 10, 5, 5)))
    told = caller("GET", "/odds").json
    assert told["played_on"] == 1000
    assert len(told["chances"]) == 4
    assert abs(sum(told["chances"]) - 1000) <= 2
    assert told["chances"][0] == max(told["chances"])
    assert (len(told["went"]), told["went"][1]) == (2, told["chances"])
    assert sum(one["chance"] for one in told["hands"]) == pytest.approx(1000, abs=4)
    assert told["bids"][0]["bid"] == 30
    assert told["ways"] == [[], [], [], []]
