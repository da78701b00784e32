"""Prices by category and charges, for programs."""

from __future__ import annotations

import pytest

from tests.tournaments.api.program import Program
from tests.tournaments.club_night import Desk

PRICES = [{"name": "Member", "cents": 800}]


@pytest.fixture
def program(app, inside):
    found = Program(app, Desk(4, options={"rounds": 3}))
    assert found("PATCH", "", {"door": {"price": 1000, "prices": PRICES}}).status_code == 200
    return found


def test_a_program_sets_prices_charges_and_reads_what_is_owed(program):
    assert program("GET").json["door"] == {"price": 1000, "prices": PRICES}
    assert program("PUT", "/entrants/1/price", {"price": "Member"}).status_code == 200
    assert program("POST", "/charges", {"entrant": "e1", "cents": 250, "reason": "coffee"}).status_code == 200
    assert program("POST", "/charges", {"entrant": "e2", "cents": 500, "reason": "fine"}).status_code == 200
    first, second, *_ = program("GET", "/check-ins").json["check_ins"]
    assert (first["category"], first["charged"], first["owed"]) == ("Member", 250, 1050)
    assert (second["category"], second["charged"], second["owed"]) == ("", 500, 1500)
    listed = program("GET", "/charges").json
    assert listed["cents"] == 750
    assert [(one["entrant"], one["number"], one["cents"], one["reason"]) for one in listed["charges"]] == [
        ("e1", 1, 250, "coffee"),
        ("e2", 1, 500, "fine"),
    ]
    assert program("DELETE", "/entrants/2/charges/1").status_code == 200
    assert program("PUT", "/entrants/1/price", {"price": None}).status_code == 200
    assert program("GET", "/charges").json["cents"] == 250


def test_a_program_gets_an_error_that_says_what_is_wrong(program):
    wrong = program("PUT", "/entrants/1/price", {"price": "Senior"})
    assert (wrong.status_code, wrong.json["code"]) == (422, "price.unknown")
    assert "Member" in wrong.json["detail"]
    assert program("POST", "/charges", {"entrant": "e1", "cents": 0, "reason": "fine"}).status_code == 422
    assert program("DELETE", "/entrants/1/charges/1").status_code == 404
