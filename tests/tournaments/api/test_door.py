"""The door for programs: check-ins, payments, and pairing without missing entrants."""

from __future__ import annotations

import pytest

from tests.tournaments.api.program import Program
from tests.tournaments.club_night import Desk


@pytest.fixture
def program(app, inside):
    desk = Desk(4, options={"rounds": 3})
    found = Program(app, desk)
    found.desk = desk
    assert found("PATCH", "", {"door": {"price": 1000}}).status_code == 200
    return found


def test_a_program_checks_in_takes_the_fee_and_reads_the_till(program):
    assert program("GET").json["door"] == {"price": 1000, "prices": []}
    assert program("POST", "/check-ins", {"entrants": ["e1", "e2"]}).status_code == 200
    assert program("POST", "/check-ins", {"entrants": ["e3"], "state": "missing"}).status_code == 200
    assert program("POST", "/payments", {"entrant": "e1", "method": "cash"}).status_code == 200
    assert program("POST", "/payments", {"entrant": "e4", "method": "e_transfer", "cents": 400}).status_code == 200
    listed = program("GET", "/check-ins").json
    assert [(one["state"], one["paid"], one["owed"]) for one in listed["check_ins"]] == [
        ("here", 1000, 0),
        ("here", 0, 1000),
        ("missing", 0, 1000),
        ("expected", 400, 600),
    ]
    assert listed["till"] == {"cash": 1000, "e_transfer": 400, "paid": 1400, "expected": 2400, "short": 1000}
    assert program.client.get(listed["link"]["path"]).status_code == 200
    assert program("POST", "/payments", {"entrant": "e1", "refund": True}).status_code == 200
    payments = program("GET", "/payments").json
    assert [(one["entrant"], one["number"], one["cents"], one["refund"]) for one in payments["payments"]] == [
        ("e1", 1, 1000, False),
        ("e1", 2, 1000, True),
        ("e4", 1, 400, False),
    ]
    assert program("DELETE", "/entrants/1/payments/2").status_code == 200
    assert program("GET", "/payments").json["till"]["paid"] == 1400


def test_a_program_pairs_without_the_missing_and_the_rest_is_here(program):
    assert program("POST", "/draft/present", {"without": ["e4"], "rest_here": True}).status_code == 200
    assert [one["state"] for one in program("GET", "/check-ins").json["check_ins"]] == ["here", "here", "here", "missing"]
    draft = program("GET", "/rounds/1").json
    assert "e4" not in {who for table in draft["tables"] for side in table["sides"] for who in side}
    assert program("POST", "/check-ins", {}).status_code == 422  # no one is expected any more


@pytest.mark.parametrize(
    ("path", "sent", "code"),
    [
        ("/check-ins", {"entrants": ["e1"], "state": "left"}, "check_in.state"),
        ("/check-ins", {"state": "missing"}, "check_in.state"),
        ("/check-ins", {"entrants": ["e9"]}, "entrant"),
        ("/payments", {"entrant": "e1"}, "payment.method"),
        ("/payments", {"entrant": "e1", "method": "cheque"}, "payment.method"),
        ("/payments", {"entrant": "e1", "method": "cash", "cents": 0}, "payment.cents"),
        ("/payments", {"entrant": "e1", "method": "cash", "cents": 9.5}, "payment.cents"),
        ("/payments", {"entrant": "e1", "refund": True}, "refund.none"),
        ("/payments", {"method": "cash"}, "entrant"),
    ],
)
def test_what_cannot_be_is_refused_by_name(program, path, sent, code):
    answer = program("POST", path, sent)
    assert (answer.status_code in (404, 422), answer.json["code"]) == (True, code), answer.json


def test_a_tournament_without_check_in_says_so(program):
    assert program("PATCH", "", {"door": None}).status_code == 200
    assert program("GET").json["door"] is None
    assert program("GET", "/check-ins").json["code"] == "door.closed"
    assert program("PATCH", "", {"door": {"price": -5}}).status_code == 422


def test_who_reads_only_sees_nothing_of_the_door(program, app):
    reader = Program(app, program.desk, "read")
    assert reader("GET", "/check-ins").status_code == 403
    public = Program(app, program.desk, secret="")
    program("PUT", "/status", {"status": "open"})
    program("POST", "/payments", {"entrant": "e1", "method": "cash"})
    assert public("GET", "/payments").status_code == 401
    assert public("GET", "/record").json["format"] == "scorekeeper-tournament/1"
    assert program("GET", "/record").json["entrants"][0]["payments"] == [{"cents": 1000, "method": "cash"}]
