from __future__ import annotations

import pytest

from tests.app.api.test_openapi import shape
from tests.games.api.caller import BASE, Caller
from tests.games.kitchen_table import hand, header

UUID = "8c2f7d4e-0b1a-4c3d-9e5f-6a7b8c9d0e1f"


@pytest.fixture
def caller(client):
    return Caller(client)


def test_the_new_kinds_are_recorded_previewed_and_come_out_in_the_record(caller):
    caller.play(hand(), {"kind": "deal", "dealer": 3}, {"kind": "seats", "players": ["Aline", "Benoît", "Luc", "Denis"]}, hand())
    game = caller("GET").json
    shape("Game").validate(game)
    assert [h["dealer"] for h in game["replay"]["hands"]] == [0, 3, 3, 3]
    assert "Aline & Luc" in game["replay"]["hands"][3]["why"][0]["text"]
    assert [(e["n"], e["number"]) for e in game["entries"]] == [(1, 1), (2, None), (3, None), (4, 2)]
    out = caller("GET", "/record").json
    shape("Record").validate(out)
    assert all(event["id"] and event["at"] for event in out["events"])
    assert caller("GET", "/record?edition=1").status_code == 422


def test_the_first_dealer_and_the_evening_are_put_right(caller):
    caller.play(hand(), {"kind": "passed_out"})
    answer = caller("PUT", "/first-dealer", {"first_dealer": 2})
    shape("Written").validate(answer.json)
    assert answer.json["next_dealer"] == 0
    assert [x["after"]["hand"]["dealer"] for x in answer.json["later"]] == [2, 3]
    assert caller("PUT", "/about", {"place": "Moncton"}).status_code == 200
    assert caller("GET").json["about"] == {"place": "Moncton", "occasion": None}
    shape("History").validate(caller("GET", "/changes").json)


def test_a_hand_is_struck_out_and_the_later_deals_stand_when_asked(caller):
    caller.play(hand(), {"kind": "passed_out"}, hand())
    asked = caller("POST", "/preview", {"strike": 3, "keep_deals": True}, If_Match=None)
    assert asked.json["next_dealer"] == 3
    done = caller("DELETE", "/events/3?keep_deals=true")
    shape("Written").validate(done.json)
    assert done.json["next_dealer"] == 3
    assert [event["kind"] for event in caller("GET").json["record"]["events"]] == ["played", "deal", "played"]
    assert caller("POST", "/undo", {}).json["next_dealer"] == 3
    assert [event["kind"] for event in caller("GET").json["record"]["events"]] == ["played", "passed_out", "played"]


def test_a_record_that_the_device_has_already_is_answered_with_its_game(client):
    client.post("/games/new", data={"rules": "kitty", "basis": "kitty", "first_dealer": "1", "uuid": UUID, "do": "start"})
    whole = {**header(), "format": "scorekeeper-game/2", "id": UUID, "events": [hand()]}
    headers = {"X-Scorekeeper": "1"}
    first = client.post(f"{BASE}/games", json=whole, headers=headers)
    again = client.post(f"{BASE}/games", json=whole, headers=headers)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json["id"] == first.json["id"]


def test_start_scores_and_doubts_stand_in_a_replay(client):
    whole = {**header(), "format": "scorekeeper-game/2", "start_scores": [100, -25], "events": [hand(bids={"1": 95})]}
    answer = client.post(f"{BASE}/replay", json=whole)
    shape("Replay").validate(answer.json)
    assert answer.json["start"]["scores"] == [100, -25]
    assert answer.json["doubts"][0]["rule"] == "auction.highest"
    under = client.post(f"{BASE}/replay?rules=kitty", json=whole).json
    assert under["start"] == answer.json["start"]


def test_a_replay_under_other_rules_of_a_seat_that_is_not_there_is_a_problem(client):
    whole = {**header("kitty"), "format": "scorekeeper-game/2", "events": [hand(9, discard_points=10)]}
    answer = client.post(f"{BASE}/replay?rules=kitty", json={**whole, "rules": {"base": "kitty", "discard_to": "contractor"}})
    assert (answer.status_code, answer.json["code"]) == (422, "event")


def test_a_replay_that_stops_says_so_in_the_names_of_the_record(client):
    seats = {"kind": "seats", "players": ["Aline", "Luc", "Claire", "Denis"]}
    whole = {**header(), "format": "scorekeeper-game/2", "events": [seats, hand(1, bid=57)]}
    assert client.post(f"{BASE}/replay", json=whole).json["detail"].startswith("bid: 57 by Luc ")
