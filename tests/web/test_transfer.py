from __future__ import annotations

import io
import json

from scorekeeper.codec.game_record import parse_record
from tests.web.helpers import start, text_of

RECORD = {
    "format": "scorekeeper-game/1",
    "rules": {"base": "kitty", "target": 300},
    "players": ["Aline", "Donat", "Rosa", "Edgar"],
    "first_dealer": 2,
    "events": [
        {"contractor": 1, "bid": 75, "bids": {"2": 60}, "trump": "S", "points": [40, 60]},
        {"kind": "passed_out"},
        {"kind": "adjustment", "side": 1, "points": -20, "reason": "revoke"},
    ],
}


def send(client, text, **more):
    return client.post("/games/bring-in", data={"text": text, "uuid": "one-key-for-it", **more})


def test_what_goes_out_comes_in_again_the_same(client):
    first = send(client, json.dumps(RECORD)).location
    out = client.get(f"{first}/record.json")
    assert "attachment" in out.headers["Content-Disposition"]
    assert parse_record(out.get_json()) == parse_record(RECORD)
    second = send(client, out.get_data(as_text=True), uuid="another-key-for-it").location
    assert second != first
    assert client.get(f"{second}/record.json").get_json() == out.get_json()


def test_a_file_is_read_as_well_as_a_pasted_record(client):
    file = (io.BytesIO(json.dumps(RECORD, indent=2).encode()), "game.json")
    answer = client.post("/games/bring-in", data={"file": file, "uuid": "one-key-for-it"})
    assert client.get(answer.location).status_code == 200


def test_all_games_of_the_device_go_out_one_a_line_and_come_in_together(app, client):
    start(client)
    send(client, json.dumps(RECORD))
    lines = client.get("/games/all.jsonl").get_data(as_text=True)
    assert len(lines.splitlines()) == 2
    other = app.test_client()
    assert send(other, lines).location == "/"
    assert other.get("/games/all.jsonl").get_data(as_text=True) == lines


def test_the_same_form_sent_twice_brings_in_one_game(client):
    first, second = (send(client, json.dumps(RECORD)).location for _ in range(2))
    assert first == second


def test_an_error_names_the_event_and_the_field_and_nothing_is_brought_in(client):
    wrong = json.loads(json.dumps(RECORD))
    wrong["events"][0]["points"] = [40, 70]
    answer = send(client, json.dumps(wrong))
    assert answer.status_code == 422
    assert "event 1: " in text_of(answer)
    assert "110" in text_of(answer)
    assert "No game on this device yet" in text_of(client.get("/"))


def test_hands_that_cannot_be_scored_are_kept_on_request(client):
    wrong = json.loads(json.dumps(RECORD))
    wrong["events"][0]["bid"] = 45
    refused = send(client, json.dumps(wrong))
    assert refused.status_code == 422
    assert "Bring it in all the same" in text_of(refused)
    kept = send(client, json.dumps(wrong), keep="1")
    assert kept.status_code == 303
    assert client.get(f"{kept.location}/record.json").get_json()["events"][0]["bid"] == 45


def test_what_is_not_json_says_where_reading_stopped(client):
    answer = send(client, '{"format": "scorekeeper-game/1",\n oops}')
    assert answer.status_code == 422
    assert "line 2" in text_of(answer)
    assert "oops" in answer.get_data(as_text=True)


def test_a_line_that_is_not_json_is_named(client):
    answer = send(client, json.dumps(RECORD) + "\n{oops}\n")
    assert "line 2: This is not JSON: it goes wrong at character 2." in text_of(answer)


def test_of_several_games_the_wrong_one_is_named_and_none_is_brought_in(client):
    wrong = {**RECORD, "players": ["Aline"]}
    answer = send(client, json.dumps(RECORD) + "\n" + json.dumps(wrong))
    assert "game 2, the record’s head: " in text_of(answer)
    assert "No game on this device yet" in text_of(client.get("/"))


def test_nothing_sent_asks_for_something(client):
    assert "Choose a file, or paste a game record." in text_of(send(client, " "))


def test_a_picture_is_not_a_record(client):
    answer = client.post("/games/bring-in", data={"file": (io.BytesIO(b"\x89PNG\xff\xfe"), "cat.png")})
    assert answer.status_code == 422
    assert "“cat.png”: This is not JSON: it looks like a file of the kind “PNG”." in text_of(answer)


def test_a_record_that_says_a_thing_twice_is_refused_by_its_name(client):
    answer = send(client, json.dumps(RECORD)[:-1] + ', "rules": "kitty"}')
    assert "rules: this key stands twice in the same object." in text_of(answer)
    assert "No game on this device yet" in text_of(client.get("/"))


def test_a_file_in_another_encoding_says_which_it_looks_like(client):
    data = json.dumps(RECORD, ensure_ascii=False).encode("utf-16")
    answer = client.post("/games/bring-in", data={"file": (io.BytesIO(data), "game.json")})
    assert "It looks like “UTF-16”" in text_of(answer)


def test_a_record_is_for_those_who_may_see_the_game(app, client):
    assert app.test_client().get(start(client) + "/record.json").status_code == 404
