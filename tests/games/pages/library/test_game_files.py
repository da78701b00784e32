from __future__ import annotations

import io
import json
from datetime import datetime

from scorekeeper.formats.game_record import parse_record
from tests.visitor import start, text_of

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


def test_what_goes_out_comes_in_again_the_same(app, client):
    first = send(client, json.dumps(RECORD)).location
    out = client.get(f"{first}/record.json")
    assert "attachment" in out.headers["Content-Disposition"]
    assert parse_record(out.get_json()).events == parse_record(RECORD).events
    other = app.test_client()
    second = send(other, out.get_data(as_text=True)).location
    assert other.get(f"{second}/record.json").get_json() == out.get_json()


DIARY = {
    **RECORD,
    "format": "scorekeeper-game/2",
    "id": "8c2f7d4e-0b1a-4c3d-9e5f-6a7b8c9d0e1f",
    "started_at": "2026-01-31T19:30:00-05:00",
    "place": "Moncton",
    "occasion": "Anniversary",
    "rules_name": "Chez Alma",
    "match": {"id": "11111111-2222-4333-8444-555555555555", "number": 2, "games_to_win": 3},
    "events": [
        {**RECORD["events"][0], "id": "22222222-2222-4333-8444-555555555555", "at": "2026-01-31T19:41:00-05:00", "by": "Luc"}
    ],
}


def test_a_file_that_is_brought_in_twice_doubles_nothing_and_says_so(client):
    first = send(client, json.dumps(DIARY)).location
    assert "Game imported, exactly as it was saved." in text_of(client.get(first))
    again = send(client, json.dumps(DIARY), uuid="another-key-for-it")
    assert again.location == first
    assert "This game is already here. Nothing was changed." in text_of(client.get(first))
    other = {**DIARY, "id": "8c2f7d4e-0b1a-4c3d-9e5f-6a7b8c9d0e20"}
    told = text_of(send(client, json.dumps(DIARY) + "\n" + json.dumps(other), uuid="a-third-key-for-it"))
    assert "Already here: 1; imported: 1" in told
    assert told.count("Aline & Rosa – Donat & Edgar") == 2
    assert len(client.get("/games/all.jsonl").get_data(as_text=True).splitlines()) == 2


def test_a_game_that_went_on_since_is_left_as_it_is_here(client):
    first = send(client, json.dumps(DIARY)).location
    more = {**DIARY, "events": [*DIARY["events"], {"kind": "passed_out"}]}
    answer = send(client, json.dumps(more), uuid="another-key-for-it")
    assert "The other phone has more hands. They are selected below." in text_of(answer)
    assert len(client.get(f"{first}/record.json").get_json()["events"]) == 1


def test_what_is_brought_in_keeps_its_day_its_rules_name_its_match_and_who_recorded_it(client):
    first = send(client, json.dumps(DIARY)).location
    out = client.get(f"{first}/record.json").get_json()
    kept = ("id", "started_at", "place", "occasion", "rules_name", "match")
    assert {name: out[name] for name in kept} == {name: DIARY[name] for name in kept}
    (event,) = out["events"]
    assert (event["id"], event["by"]) == (DIARY["events"][0]["id"], "Luc")
    assert datetime.fromisoformat(event["at"]) == datetime.fromisoformat(DIARY["events"][0]["at"])
    home = text_of(client.get("/"))
    assert "Chez Alma · game 2 of the match" in home
    assert "today" not in home


def test_the_first_edition_is_saved_on_demand_as_far_as_it_has_words(client):
    first = send(client, json.dumps(DIARY)).location
    out = client.get(f"{first}/record.json?edition=1").get_json()
    assert out["format"] == "scorekeeper-game/1"
    assert set(out) == {"format", "rules", "players", "first_dealer", "events"}
    assert parse_record(out).events == parse_record(DIARY).events
    dealt = {**DIARY, "id": "8c2f7d4e-0b1a-4c3d-9e5f-6a7b8c9d0e20", "events": [{"kind": "deal", "dealer": 3}]}
    second = send(client, json.dumps(dealt), uuid="another-key-for-it").location
    refused = client.get(f"{second}/record.json?edition=1")
    assert refused.status_code == 422
    assert "Version 1 of the game file can’t store a change of dealer" in text_of(refused)


def test_games_of_one_match_come_in_as_one_match_and_lead_to_each_other(client):
    ids = [f"8c2f7d4e-0b1a-4c3d-9e5f-6a7b8c9d0e3{n}" for n in range(3)]
    games = [{**DIARY, "id": ids[n - 1], "match": {**DIARY["match"], "number": n}, "events": []} for n in (3, 1, 2)]
    send(client, "\n".join(json.dumps(game) for game in games))
    found = [json.loads(line) for line in client.get("/games/all.jsonl").get_data(as_text=True).splitlines()]
    assert sorted(game["match"]["number"] for game in found) == [1, 2, 3]
    assert len({game["match"]["id"] for game in found}) == 1


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
    assert "Imported: 2" in text_of(send(other, lines))
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
    assert "No games yet" in text_of(client.get("/"))


def test_hands_that_cannot_be_scored_are_kept_on_request(client):
    wrong = json.loads(json.dumps(RECORD))
    wrong["events"][0]["bid"] = 45
    refused = send(client, json.dumps(wrong))
    assert refused.status_code == 422
    assert "Import anyway" in text_of(refused)
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
    assert "game 2, the file’s header: " in text_of(answer)
    assert "No games yet" in text_of(client.get("/"))


def test_nothing_sent_asks_for_something(client):
    assert "Choose a file, or paste its text." in text_of(send(client, " "))


def test_a_picture_is_not_a_record(client):
    answer = client.post("/games/bring-in", data={"file": (io.BytesIO(b"\x89PNG\xff\xfe"), "cat.png")})
    assert answer.status_code == 422
    assert "“cat.png”: This is not JSON: it looks like a “PNG” file." in text_of(answer)


def test_a_record_that_says_a_thing_twice_is_refused_by_its_name(client):
    answer = send(client, json.dumps(RECORD)[:-1] + ', "rules": "kitty"}')
    assert "rules: this key appears twice in the same object." in text_of(answer)
    assert "No games yet" in text_of(client.get("/"))


def test_a_file_in_another_encoding_says_which_it_looks_like(client):
    data = json.dumps(RECORD, ensure_ascii=False).encode("utf-16")
    answer = client.post("/games/bring-in", data={"file": (io.BytesIO(data), "game.json")})
    assert "It looks like “UTF-16”" in text_of(answer)


def test_a_record_is_for_those_who_may_see_the_game(app, client):
    assert app.test_client().get(start(client) + "/record.json").status_code == 404
