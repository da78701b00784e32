"""The purse, prizes and side pots for programs."""

from __future__ import annotations

import pytest

from tests.tournaments.api.program import Program
from tests.tournaments.club_night import Desk

HALF = [{"first": 1, "last": 1, "percent": 60}, {"first": 2, "last": 2, "percent": 40}]


@pytest.fixture
def program(app, inside):
    desk = Desk(4, options={"rounds": 3})
    found = Program(app, desk)
    found("PATCH", "", {"door": {"price": 1000}})
    found("POST", "/check-ins", {})
    for n in range(1, 5):
        found("POST", "/payments", {"entrant": f"e{n}", "method": "cash"})
    desk.play()
    return found


def test_a_program_sets_the_purse_and_reads_the_prizes_and_the_books(program):
    facts = {"share": 90, "hall": 600, "sponsors": [{"name": "Caisse", "cents": 1001}], "lists": [{"prizes": HALF}]}
    assert program("PUT", "/purse", facts).status_code == 200
    found = program("GET", "/purse").json
    assert (found["cents"], found["share"], found["sponsors"]) == (4001, 90, [{"name": "Caisse", "cents": 1001}])
    books = found["books"]
    assert books["income"] == books["spent"] + books["rest"] == 5001
    prizes = program("GET", "/prizes").json
    assert not prizes["final"]
    assert sum(one["cents"] for one in prizes["prizes"]) == books["prizes"] == 4001
    assert all(sum(one["players"]) == one["cents"] and one["why"] for one in prizes["prizes"])


def test_a_program_runs_side_pots(program):
    assert program("POST", "/pots", {"kind": "draw", "cents": 100}).status_code == 200
    assert program("POST", "/pots", {"kind": "most_boxed", "cents": 50, "entrants": ["e1", "e2"]}).status_code == 200
    assert program("PUT", "/pots/2", {"kind": "most_boxed", "cents": 50, "winners": ["e2"]}).status_code == 200
    assert program("POST", "/pots/1/draw", {"seed": 4711}).status_code == 200
    draw, boxed = program("GET", "/pots").json["pots"]
    assert (draw["seed"], draw["shares"], len(draw["winners"])) == (4711, [200], 1)
    assert (boxed["winners"], boxed["shares"]) == (["e2"], [200])
    assert program("POST", "/pots/1/draw").json["code"] == "pot.drawn"
    assert program("DELETE", "/pots/1").status_code == 200
    assert program("POST", "/pots", {"kind": "draw", "cents": 100}).status_code == 200
    assert program("POST", "/pots/3/draw").status_code == 200
    assert program("GET", "/purse").json["books"]["pots"] == 600


def test_a_program_gets_an_error_that_says_what_is_wrong(program):
    twice = [{"first": 1, "last": 2, "percent": 10}, {"first": 2, "last": 2, "cents": 5}]
    wrong = program("PUT", "/purse", {"lists": [{"prizes": twice}]})
    assert wrong.status_code == 422
    assert "lists[0].prizes[1].first: place 2 already has a prize" in wrong.json["detail"]
    assert program("POST", "/pots", {"kind": "other", "cents": 100}).status_code == 422
    assert program("POST", "/pots/9/draw").status_code == 404
