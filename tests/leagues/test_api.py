"""Leagues and ratings over the API."""

from __future__ import annotations

import pytest

from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments.api.program import Program
from tests.tournaments.club_night import Desk, key

FACTS = {"name": "Ligue", "points": [5, 3, 1], "others": 1, "best": 2}


@pytest.fixture
def program(app, inside):
    desk = Desk(4, options={"rounds": 2})
    desk.play(), desk.play()
    desk.do(lifecycle.finish)
    made = Program(app, desk)
    made.desk = desk
    made.leagues = f"/clubs/{desk.club.club_id}/leagues"
    made.ratings = f"/clubs/{desk.club.club_id}/ratings"
    return made


def test_a_program_makes_a_league_once_reads_its_standings_and_changes_it(program):
    facts = {**FACTS, "tournaments": [program.id]}
    sent = {"Idempotency_Key": key()}
    made = program.at("POST", program.leagues, facts, **sent)
    assert made.status_code == 201
    assert program.at("POST", program.leagues, facts, **sent).json["id"] == made.json["id"]
    one = f"{program.leagues}/{made.json['id']}"
    found = program.at("GET", one).json
    assert [line["points"] for line in found["standings"]] == sorted(
        (line["points"] for line in found["standings"]), reverse=True
    )
    assert found["standings"][0]["results"] == [{"tournament": program.id, "rank": 1, "points": 5, "counts": True}]
    changed = program.at("PUT", one, {**facts, "name": "Autre"}, If_Match='"1"')
    assert (changed.json["name"], changed.headers["ETag"]) == ("Autre", '"2"')
    late = program.at("PUT", one, facts, If_Match='"1"')
    assert (late.status_code, late.json["code"]) == (409, "league.changed")
    assert program.at("PUT", one, {**facts, "name": "Autre"}, If_Match="*").status_code == 200
    assert program.at("DELETE", one).status_code == 204
    assert program.at("GET", program.leagues).json == {"leagues": []}
    assert program.at("GET", one).status_code == 404


def test_a_league_that_cannot_be_is_refused_by_name(program):
    answer = program.at("POST", program.leagues, {**FACTS, "points": [1, 3]})
    assert (answer.status_code, answer.json["code"]) == (422, "league.points")
    assert answer.json["title"] == "Not possible in this league"


def test_ratings_come_with_their_history(program):
    for kind, many in (("players", 8), ("pairs", 4)):
        found = program.at("GET", f"{program.ratings}/{kind}").json["ratings"]
        assert len(found) == many
        assert found[0]["rating"] > 1500 > found[-1]["rating"]
        assert found[0]["history"][0]["tournament"] == program.id


def test_a_token_for_reading_makes_no_league(app, program):
    reader = Program(app, program.desk, "read")
    assert reader.at("GET", program.leagues).status_code == 200
    assert reader.at("POST", program.leagues, FACTS).status_code == 403
