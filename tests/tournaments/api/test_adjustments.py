"""Meetings, places, penalties, tags and handicaps for programs."""

from __future__ import annotations

import pytest

from tests.tournaments.api.program import Program
from tests.tournaments.club_night import Desk


@pytest.fixture
def program(app, inside):
    desk = Desk(4, options={"rounds": 3})
    found = Program(app, desk)
    found.desk = desk
    return found


def test_a_program_keeps_entrants_apart_and_fixes_a_table(program):
    assert program("PUT", "/entrants/1/profile", {"tags": ["Dames"], "handicap": 10}).status_code == 200
    assert program("POST", "/meetings", {"between": ["e1", "e3"], "rule": "never"}).status_code == 200
    assert program("POST", "/meetings", {"tag": "Dames", "rule": "rather_not"}).status_code == 200
    assert program("PUT", "/entrants/2/place", {"table": 2}).status_code == 200
    assert program("GET", "/meetings").json["meetings"] == [
        {"number": 1, "rule": "never", "entrants": ["e1", "e3"], "tag": None, "as": None},
        {"number": 2, "rule": "rather_not", "entrants": ["e1"], "tag": "Dames", "as": None},
    ]
    assert program("GET", "/places").json["places"] == [{"entrant": "e2", "table": 2, "side": None}]
    entrant = program("GET", "/entrants/1").json["entrant"]
    assert (entrant["tags"], entrant["handicap"]) == (["Dames"], 10)
    program.desk.next_round()
    seated = {t["table"]: {i for side in t["sides"] for i in side} for t in program("GET", "/rounds/1").json["tables"]}
    assert "e2" in seated[2]
    assert {"e1", "e3"} not in seated.values()
    assert program("DELETE", "/meetings/1").status_code == 200
    record = program("GET", "/record").json
    assert record["format"] == "scorekeeper-tournament/2"
    assert [one["rule"] for one in record["meetings"]] == ["rather_not"]


def test_a_program_gives_a_penalty_that_counts_and_takes_it_back(program):
    program.desk.play()
    before = program("GET", "/standings").json
    who = before["standings"][0]["id"]
    sent = {"entrant": who, "kind": "match_points", "points": -0.5, "reason": "renonce", "rule": "play.revoke"}
    assert program("POST", "/penalties", sent).status_code == 200
    (listed,) = program("GET", "/penalties").json["penalties"]
    assert (listed["round"], listed["points"], listed["text"]) == (1, -0.5, "−½ match points in round 1: renonce")
    rows = program("GET", "/standings").json["standings"]
    assert next(row for row in rows if row["id"] == who)["penalties"][0]["reason"] == "renonce"
    assert program("DELETE", "/penalties/1").status_code == 200
    assert program("GET", "/standings").json["standings"] == before["standings"]


def test_standings_have_a_list_with_handicap_and_one_for_each_ranked_tag(program):
    program.desk.play()
    assert program("GET", "/standings").json["handicap"] is None
    program("PUT", "/entrants/1/profile", {"tags": ["Dames", "Cocagne"], "handicap": 10})
    found = program("GET", "/standings").json
    assert len(found["handicap"]) == 4
    assert [*found["by_tag"]] == ["Dames", "Cocagne"]
    assert program("PUT", "/ranked-tags", {"tags": ["Dames"]}).status_code == 200
    assert [row["id"] for row in program("GET", "/standings").json["by_tag"]["Dames"]] == ["e1"]
    assert [*program("GET", "/standings").json["by_tag"]] == ["Dames"]


@pytest.mark.parametrize(
    ("path", "sent", "code"),
    [
        ("/meetings", {"between": ["e1", "e9"], "rule": "never"}, "entrant"),
        ("/meetings", {"rule": "never"}, "meeting.between"),
        ("/penalties", {"entrant": "e1", "kind": "forfeit"}, "penalty.table"),
        ("/penalties", {"entrant": "e1", "kind": "warning", "rule": "play.cheat"}, "penalty.rule"),
    ],
)
def test_bad_input_is_refused_by_name(program, path, sent, code):
    answer = program("POST", path, sent)
    assert answer.json["code"] == code
