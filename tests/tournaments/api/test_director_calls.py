"""Calls to the director and announcements for programs."""

from __future__ import annotations

import pytest

from tests.tournaments.api.program import Program
from tests.tournaments.club_night import Desk


@pytest.fixture
def desk(inside):
    return Desk(4, options={"rounds": 3})


@pytest.fixture
def program(app, desk):
    return Program(app, desk)


def test_a_table_calls_and_the_desk_answers_and_settles(app, desk, program):
    assert program("PATCH", "", {"director_calls": True}).status_code == 200
    assert program("GET").json["director_calls"] is True
    desk.next_round()
    table = Program(app, desk, secret=desk.phone(1, 1).token)
    assert table.at("POST", "/table/director-calls", {"reason": "misdeal", "side": 0}).status_code == 200
    assert table.at("POST", "/table/director-calls", {"reason": "tired"}).status_code == 422
    assert table.at("POST", "/table/director-calls", {"reason": "score"}).json["code"] == "call.open"
    program.revision = desk.access.revision
    at = "/rounds/1/tables/1/director-calls/1"
    assert program("POST", f"{at}/answer").status_code == 200
    assert table.at("GET", "/table").json["table"]["calls"][0]["status"] == "answered"
    assert program("PUT", f"{at}/ruling", {"note": "Dealt again.", "rule": "deal.misdeal"}).status_code == 200
    [call] = program("GET", "/director-calls").json["calls"]
    facts = {name: call[name] for name in ("round", "table", "number", "status", "reason", "side", "note", "rule")}
    assert facts == {
        "round": 1,
        "table": 1,
        "number": 1,
        "status": "settled",
        "reason": "misdeal",
        "side": 0,
        "note": "Dealt again.",
        "rule": "deal.misdeal",
    }
    assert table.at("GET", "/table").json["table"]["calls"][0]["note"] == ""
    assert program("PUT", f"{at}/ruling", {"rule": "play.cheat"}).status_code == 422
    table.revision = desk.access.revision
    assert table.at("DELETE", "/table/director-calls/1").json["code"] == "call.settled"


def test_the_public_reads_the_announcement_and_only_the_desk_makes_it(app, desk, program):
    desk.next_round()
    client = app.test_client()
    address = f"/api/v1/tournaments/{desk.id}/announcements"
    assert client.get(address).json["announcements"] == []
    assert client.post(address, json={"kind": "coffee"}).status_code == 401
    program.revision = desk.access.revision
    assert program("POST", "/announcements", {"kind": "coffee", "minutes": 15}).status_code == 200
    [said] = client.get(address, headers={"Accept-Language": "fr"}).json["announcements"]
    assert (said["kind"], said["text"], said["until"] is None) == ("coffee", "Pause-café", False)
    assert program("DELETE", "/announcements").status_code == 200
    assert client.get(address).json["announcements"] == []
