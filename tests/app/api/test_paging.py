"""Paged lists: the same everywhere, and complete even if items are added in between."""

from __future__ import annotations

import pytest

from scorekeeper.core.api.requests import PAGING
from scorekeeper.core.devices import visitors
from scorekeeper.games.commands.library import game_creation
from tests.app.operations import OPERATIONS
from tests.games.api.caller import BASE, Caller
from tests.games.kitchen_table import hand, header
from tests.tournaments.api.program import Program
from tests.tournaments.club_night import Desk


def pages(ask, path, key, limit=2):
    """Return every item of a list, page by page. No page exceeds the limit."""
    found, query = [], f"limit={limit}"
    while query:
        body = ask(f"{path}?{query}").json
        assert 0 < len(body[key]) <= limit
        found += body[key]
        query = body["next"] and f"limit={limit}&cursor={body['next']}"
    return found


def test_entrants_tournaments_and_changes_come_in_pages(app, inside):
    desk = Desk(7)
    for name in ("Mardi", "Jeudi"):
        Desk(0, organiser=desk.account, name=name)
    program = Program(app, desk)
    program("PATCH", "", {"note": "Au sous-sol"})
    club = f"/clubs/{desk.club.club_id}"
    program.at("POST", f"{club}/leagues", {"name": "2026", "points": [3, 2, 1], "tournaments": [desk.id]})
    program.at("POST", f"{club}/leagues", {"name": "2027", "points": [3, 2, 1], "tournaments": []})
    lists = {
        f"/tournaments/{desk.id}/entrants": ("entrants", 7),
        f"/tournaments/{desk.id}/changes": ("changes", 3),
        f"{club}/tournaments": ("tournaments", 3),
        f"{club}/season/changes": ("changes", 2),
    }
    for path, (key, many) in lists.items():
        whole = program.at("GET", path).json
        assert (path, len(whole[key]), whole["next"]) == (path, many, None)
        assert pages(lambda asked: program.at("GET", asked), path, key) == whole[key]


def test_a_games_changes_come_in_pages(client):
    caller = Caller(client)
    caller.play(hand(), hand(1, points=(30, 70)))
    whole = caller("GET", "/changes").json
    assert [step["revision"] for step in whole["changes"]] == [3, 2, 1]
    assert pages(lambda path: caller("GET", path), "/changes", "changes") == whole["changes"]


def test_a_device_reads_more_games_than_fit_on_a_page_and_each_once(app, client, monkeypatch):
    monkeypatch.setattr("scorekeeper.games.commands.library.game_lists.LISTED", 3)
    with app.app_context():
        visitor = visitors.make()
        made = [game_creation.create(header(), visitor).game_id for _ in range(7)]
        client.set_cookie(visitors.COOKIE, visitors.cookie_value(visitor))
    found = pages(client.get, f"{BASE}/games", "games", 3)
    assert [game["id"] for game in found] == sorted(made, reverse=True)
    first = client.get(f"{BASE}/games").json
    assert (len(first["games"]), first["next"] is None) == (3, False)


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=1001", "limit=x", "cursor=", "cursor=a", "cursor=1.2.3.4", "cursor=%00", "cursor=٣"]
)
def test_a_limit_or_a_cursor_that_no_page_gave_is_refused(client, query):
    caller = Caller(client)
    answer = caller("GET", f"/changes?{query}")
    assert answer.status_code == 400
    assert query == "cursor=%00" or answer.json["field"] == query.partition("=")[0]


@pytest.mark.parametrize("cursor", ["1", "-999999999999999999.-1", "999999999999999999.5"])
def test_a_cursor_of_another_list_never_fails(client, cursor):
    assert client.get(f"{BASE}/games?cursor={cursor}").status_code in (200, 400)


def test_every_list_in_pages_has_both_parameters_and_the_key_next(client):
    paged = [o for o in OPERATIONS if set(PAGING) & set(o.query)]
    assert {o.name for o in paged} >= {"list_games", "list_entrants", "list_tournaments", "read_history", "read_season_history"}
    schemas = client.get(f"{BASE}/openapi.json").json["components"]["schemas"]
    for one in paged:
        assert set(PAGING) <= set(one.query)
        assert "next" in schemas[one.answers[200]]["properties"]
