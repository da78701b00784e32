from __future__ import annotations

import re

import pytest
from sqlalchemy import event

from scorekeeper.core.devices import visitors
from scorekeeper.core.security.rate_limits import RateLimit
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME
from scorekeeper.games.api import games
from tests.games.api.caller import BASE, Caller
from tests.games.kitchen_table import hand, header, key


@pytest.fixture
def caller(client):
    return Caller(client)


def own_device(app):
    """A browser on a device without games."""
    browser = app.test_client()
    with app.app_context():
        browser.set_cookie(visitors.COOKIE, visitors.cookie_value(visitors.make()))
    return browser


def test_a_game_is_started_with_two_secret_links(client):
    answer = client.post(f"{BASE}/games", json=header("kitty"))
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"{BASE}/games/{answer.json['id']}"
    assert (answer.json["revision"], answer.json["record"]["rules"]["kitty"]) == (1, 4)
    assert {role: link["role"] for role, link in answer.json["links"].items()} == {"score": "score", "watch": "watch"}


def test_a_game_is_read_with_its_record_its_replay_and_what_comes_next(caller):
    caller.play(hand(0, 75, (85, 15)))
    read = caller("GET").json
    assert read["record"]["events"][0]["points"] == [85, 15]
    assert read["replay"]["scores"] == [85, 15]
    assert [line["rule"] for line in read["replay"]["hands"][0]["why"]] == ["score.made", "score.opponents"]
    assert [(e["entry"], e["n"], e["status"]) for e in read["entries"]] == [(2, 1, "scored")]
    assert (read["revision"], read["needs"]["dealer"], read["role"]) == (2, 1, "score")


def test_nothing_is_sent_again_while_nothing_has_changed(caller):
    etag = caller("GET").headers["ETag"]
    again = caller("GET", If_None_Match=etag)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", etag)
    caller.play(hand())
    changed = caller("GET", If_None_Match=etag)
    assert changed.status_code == 200
    assert changed.headers["ETag"] != etag
    assert caller("GET", If_None_Match=etag, Accept_Language="fr").status_code == 200


def test_an_answer_kept_under_its_etag_can_be_asked_for_compressed(caller):
    etag = caller("GET").headers["ETag"]
    compressed = caller("GET", Accept_Encoding="gzip")
    assert compressed.headers["Content-Encoding"] == "gzip"
    assert caller("GET", Accept_Encoding="gzip", If_None_Match=compressed.headers["ETag"]).status_code == 304
    assert caller("GET", If_None_Match=etag, Accept_Encoding="gzip").status_code == 304


def test_reading_what_was_remembered_takes_one_query(app, caller):
    caller.play(hand())
    seen = []

    def note(connection, cursor, statement, *rest):
        seen.append(statement)

    with app.app_context():
        event.listen(app.extensions["sqlalchemy"].engine, "before_cursor_execute", note)
    assert caller("GET").status_code == 200
    assert len([statement for statement in seen if statement != "BEGIN"]) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS_BY_NAME)
def test_a_whole_record_is_brought_in_and_taken_out_alike(client, name):
    record = {**header(name), "events": [{"kind": "adjustment", "side": 0, "points": 20, "reason": "test"}]}
    exported = exported_of(client, client.post(f"{BASE}/games", json=record))
    again = client.post(f"{BASE}/games", json=exported)
    assert exported_of(client, again) == exported
    assert again.json["record"]["events"] == record["events"]


def exported_of(client, made):
    secret = made.json["links"]["watch"]["token"]
    return client.get(f"{BASE}/games/{made.json['id']}/record", headers={"Authorization": f"Bearer {secret}"}).json


def test_a_record_that_cannot_be_scored_is_refused_unless_it_is_to_be_mended(client):
    record = {**header(), "events": [hand(), hand(points=(65, 30))]}
    refused = client.post(f"{BASE}/games", json=record)
    assert (refused.status_code, refused.json["code"], refused.json["event"]) == (422, "points.sum", 2)
    kept = client.post(f"{BASE}/games?unscored=true", json=record).json
    assert [e["status"] for e in kept["entries"]] == ["scored", "unscorable"]
    assert kept["entries"][1]["error"]["code"] == "points.sum"


def test_a_device_lists_the_games_it_started(app):
    browser = own_device(app)
    started = browser.post(f"{BASE}/games", json=header(), headers={"X-Scorekeeper": "1"}).json
    listed = browser.get(f"{BASE}/games").json["games"]
    assert [(g["id"], g["players"], g["scores"]) for g in listed] == [(started["id"], header()["players"], [0, 0])]
    assert browser.get(listed[0]["href"]).json["role"] == "score"
    assert app.test_client().get(f"{BASE}/games").json == {"games": [], "next": None}


def test_a_device_that_sends_the_same_start_twice_has_one_game(app):
    browser, headers = own_device(app), {"X-Scorekeeper": "1", "Idempotency-Key": key()}
    first = browser.post(f"{BASE}/games", json=header(), headers=headers).json
    again = browser.post(f"{BASE}/games", json=header(), headers=headers).json
    assert (again["id"], again["links"]) == (first["id"], first["links"])
    assert len(browser.get(f"{BASE}/games").json["games"]) == 1


def test_the_history_tells_what_stood_before(caller):
    caller.play(hand())
    caller("PUT", "/events/2", hand(bid=80))
    newest, *_ = caller("GET", "/changes").json["changes"]
    assert (newest["action"], newest["before"]["event"]["bid"], newest["after"]["event"]["bid"]) == ("correct", 60, 80)


def test_players_can_be_renamed(caller):
    answer = caller("PUT", "/players", {"players": ["Anne", "Benoît", "Claire", "Denis"]})
    assert (answer.status_code, answer.json["revision"]) == (200, 2)
    assert caller("GET").json["record"]["players"][0] == "Anne"


def test_a_rematch_carries_the_deal_and_the_match_on(caller):
    caller.play(hand(0, 100, (100, 0)), hand(0, 100, (100, 0)))
    assert caller("GET", "/match").json["code"] == "match"
    etag = caller("GET").headers["ETag"]
    rematch = caller("POST", "/rematch", {"games_to_win": 2})
    assert rematch.status_code == 201
    assert rematch.json["record"]["first_dealer"] == 2
    assert caller("POST", "/rematch").json["id"] == rematch.json["id"]
    assert caller("GET", If_None_Match=etag).json["next_game"] == rematch.json["id"]  # watchers learn where the game continues
    match = caller("GET", "/match").json
    assert (match["score"], match["games_to_win"], len(match["games"])) == ([1, 0], 2, 2)


def test_strangers_start_so_many_games_from_one_address_and_then_have_to_wait(client, monkeypatch):
    monkeypatch.setattr(games, "NEW_GAMES", RateLimit("games", "game.often", by_device=2, of_each=1))
    client.application.config["HALL"] = 2
    answers = [client.post(f"{BASE}/games", json=header()) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert (answers[2].json["code"], answers[2].headers["Retry-After"]) == ("game.often", "900")
    assert [answer.headers["RateLimit-Policy"] for answer in answers] == ['"games";q=2;w=900'] * 3
    left = [re.fullmatch(r'"games";r=(\d+);t=(\d+)', answer.headers["RateLimit"]).groups() for answer in answers]
    assert [many for many, _ in left] == ["1", "0", "0"]
    assert all(880 < int(seconds) <= 900 for _, seconds in left)
    assert "RateLimit" not in client.get(f"{BASE}/rules").headers
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    assert client.post(f"{BASE}/games", json=header(), environ_overrides=elsewhere).status_code == 201
