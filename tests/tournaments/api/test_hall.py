"""The tables of a hall that several tournaments share, by API."""

from __future__ import annotations

import pytest

from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments.api.program import Program
from tests.tournaments.club_night import Desk


@pytest.fixture
def desk(inside):
    desk = Desk(4, options={"rounds": 2})
    other = Desk(6, organiser=desk.account, name="Débutants", day=desk.board.about.day)
    other.do(lifecycle.announce)
    return desk


def test_a_program_takes_the_proposed_number(app, desk):
    program = Program(app, desk)
    found = program("GET", "/hall").json
    assert (found["first_table"], found["proposed"]) == (1, 4)
    assert [(one["name"], one["tables"]) for one in found["others"]] == [("Débutants", [1, 2, 3])]
    assert program("PUT", "/hall", {"first_table": found["proposed"]}).status_code == 200
    assert program("GET", "/hall").json["first_table"] == 4
    assert program("POST", "/draft").status_code in (200, 201)
    assert program("POST", "/draft/publish").status_code in (200, 201)
    assert [one["table"] for one in program("GET", "/rounds/1").json["tables"]] == [4, 5]
    record = program("GET", "/record").json
    assert (record["first_table"], record["rounds"][0]["first_table"]) == (4, 4)


@pytest.mark.parametrize("wrong", [0, 1000, "4", None])
def test_a_wrong_number_is_refused_by_its_field(app, desk, wrong):
    answer = Program(app, desk)("PUT", "/hall", {"first_table": wrong})
    assert answer.status_code == 422
    assert "first_table" in answer.text


def test_a_scorer_reads_the_numbers_and_cannot_change_them(app, desk):
    scorer = Program(app, desk, "score")
    assert scorer("GET", "/hall").status_code == 200
    assert scorer("PUT", "/hall", {"first_table": 4}).status_code == 403
