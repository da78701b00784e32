from __future__ import annotations

import pytest

from scorekeeper.core.devices import visitors
from tests.games.api.caller import BASE, Caller
from tests.games.kitchen_table import hand, header, key


@pytest.fixture
def caller(client):
    return Caller(client)


def test_the_link_for_watching_reads_and_changes_nothing(caller):
    caller.play(hand())
    watcher = caller.watching()
    for path in ("", "/record", "/changes"):
        assert watcher("GET", path).status_code == 200
    for method, path, body in (
        ("POST", "/events", hand()),
        ("PUT", "/events/2", hand(bid=70)),
        ("DELETE", "/events/2", None),
        ("POST", "/events/2/restore", None),
        ("POST", "/undo", None),
        ("PUT", "/contract", {"contractor": 1, "bid": 75}),
        ("DELETE", "/contract", None),
        ("PUT", "/players", {"players": ["A", "B", "C", "D"]}),
        ("POST", "/rematch", None),
        ("GET", "/links", None),
        ("POST", "/links", {"role": "score"}),
        ("DELETE", "/links/1", None),
    ):
        answer = watcher(method, path, body)
        assert (answer.status_code, answer.json["code"]) == (403, "watch_only"), path
    assert watcher("GET").json["revision"] == 2


def test_links_are_made_listed_and_ended(caller):
    made = caller("POST", "/links", {"role": "watch"})
    assert made.status_code == 201
    assert len(caller("GET", "/links").json["links"]) == 3
    ended = caller("DELETE", f"/links/{made.json['id']}")
    assert (ended.status_code, ended.data) == (204, b"")
    caller.secrets["watch"] = made.json["token"]
    answer = caller.watching()("GET")
    assert (answer.status_code, answer.json["code"]) == (401, "link.closed")
    assert caller("GET", "/links").json["links"][0]["revoked_at"]


def test_the_last_link_for_scoring_is_kept(caller):
    score = caller.started["links"]["score"]["id"]
    answer = caller("DELETE", f"/links/{score}")
    assert (answer.status_code, answer.json["code"]) == (422, "link.last")


@pytest.mark.parametrize(
    ("authorization", "status"), [(None, 401), ("Bearer nonsense", 401), ("Basic eDp5", 401), ("Bearer ", 401), ("Bearer é", 401)]
)
def test_without_a_good_link_there_is_nothing_to_see(caller, authorization, status):
    answer = caller("GET", Authorization=authorization)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    wrong = authorization in ("Bearer nonsense", "Bearer é")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="scorekeeper"' + wrong * ', error="invalid_token"'
    assert answer.json["code"] == ("link.closed" if wrong else "auth")


def test_a_link_opens_no_other_game(app, caller):
    other = Caller(app.test_client())
    caller.game = other.game
    assert caller("GET").status_code == 404
    assert caller("POST", "/events", hand()).status_code == 404
    for nowhere in (0, 2**31 - 1, 2**31, 2**70):
        caller.game = nowhere
        assert caller("GET").status_code == 404


def test_other_sites_cannot_write_with_the_cookie_of_a_device(app):
    browser = app.test_client()
    app.config["WTF_CSRF_ENABLED"] = True
    with app.app_context():
        browser.set_cookie(visitors.COOKIE, visitors.cookie_value(visitors.make()))
    refused = browser.post(f"{BASE}/games", json=header())
    assert (refused.status_code, refused.json["code"]) == (403, "csrf")
    game = browser.post(f"{BASE}/games", json=header(), headers={"X-Scorekeeper": "1"}).json["id"]
    headers = {"If-Match": '"1"', "Idempotency-Key": key()}
    path = f"{BASE}/games/{game}/events"
    assert browser.post(path, json=hand(), headers=headers).status_code == 403
    assert browser.post(path, json=hand(), headers={**headers, "X-CSRFToken": "made up"}).status_code == 403
    assert browser.get(f"{BASE}/games/{game}").status_code == 200
    assert browser.post(path, json=hand(), headers={**headers, "X-Scorekeeper": "1"}).status_code == 201


def test_a_forged_cookie_is_nobody(client):
    client.set_cookie(visitors.COOKIE, "forged.signature")
    assert client.get(f"{BASE}/games").json == {"games": [], "next": None}
    assert client.get(f"{BASE}/games/1").status_code == 404
