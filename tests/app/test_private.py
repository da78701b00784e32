"""A private instance: only people with an account, a token or a scoring link can start games."""

from __future__ import annotations

import io

import orjson
import pytest

from scorekeeper.clubs.commands.members import api_tokens, invitations, members
from tests.games.api.caller import BASE
from tests.games.kitchen_table import header, key
from tests.tournaments.club_night import PASSWORD
from tests.visitor import form

OWN = {"X-Scorekeeper": "1"}


@pytest.fixture
def closed(make_app):
    return make_app(PRIVATE=True, WTF_CSRF_ENABLED=False)


def ways(client):
    """Yield every way to start a game, as name and answer."""
    record = io.BytesIO(orjson.dumps({**header(), "events": []}))
    yield "page", client.get("/games/new")
    yield "form", client.post("/games/new", data=form())
    yield "again", client.post("/games/again", data={"uuid": key()})
    yield "file", client.post("/games/bring-in", data={"file": (record, "game.json"), "uuid": key()})
    yield "phone", client.post("/games/begin", json={"key": key(), "record": header()}, headers=OWN)
    yield "api", client.post(f"{BASE}/games", json=header(), headers=OWN)


def statuses(client):
    return {name: answer.status_code for name, answer in ways(client)}


def test_a_stranger_starts_no_game_by_any_way_and_is_told_what_to_do(closed):
    client = closed.test_client()
    for name, answer in ways(client):
        if name == "again":  # without a last game it leads to the page for a new one
            assert answer.location.endswith("/games/new")
            continue
        assert answer.status_code == 403, name
        text = answer.json["detail"] if answer.is_json else answer.get_data(as_text=True)
        assert "Only members can start games here" in text, name
        assert "Nothing was saved" in text, name
    assert "n’a été enregistré" in client.get("/games/new", headers={"Accept-Language": "fr"}).get_data(as_text=True)
    assert client.get("/rulebook").status_code == 200


def test_a_stranger_who_had_a_game_before_starts_no_other_one(make_app):
    app = make_app(WTF_CSRF_ENABLED=False)
    client = app.test_client()
    game = client.post("/games/new", data=form()).location
    app.config["PRIVATE"] = True
    assert client.post("/games/again", data={"uuid": key()}).status_code == 403
    assert client.get(game).status_code == 200


def test_who_is_signed_in_starts_games(closed):
    client = closed.test_client()
    client.post("/club/start", data={"name": "Rita", "password": PASSWORD, "club": "Club"})
    found = statuses(client)
    assert (found["page"], found["form"], found["api"]) == (200, 303, 201)


@pytest.mark.parametrize(("scope", "status"), [("score", 201), ("read", 403)])
def test_a_token_that_may_score_starts_games(closed, scope, status):
    with closed.app_context():
        rita, _cookie = invitations.create_first_account("Rita", PASSWORD, "Club")
        _token, secret = api_tokens.create(members.club_access("club", rita), "a program", scope)
    client = closed.test_client()
    answer = client.post(f"{BASE}/games", json=header(), headers={"Authorization": f"Bearer {secret}"})
    assert answer.status_code == status


@pytest.mark.parametrize(("role", "status"), [("score", 303), ("watch", 403)])
def test_a_phone_that_was_given_a_link_to_score_starts_games(make_app, role, status):
    app = make_app(WTF_CSRF_ENABLED=False)
    links = app.test_client().post(f"{BASE}/games", json=header(), headers=OWN).json["links"]
    app.config["PRIVATE"] = True
    client = app.test_client()
    client.post(f"/s/{links[role]['token']}")
    assert client.post("/games/new", data=form()).status_code == status


def test_an_open_instance_lets_everyone_start_games(make_app):
    found = statuses(make_app(WTF_CSRF_ENABLED=False).test_client())
    assert (found["page"], found["form"], found["phone"], found["api"]) == (200, 303, 200, 201)
