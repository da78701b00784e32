"""A result at the desk that differs from the table's: both are shown, and nothing is entered silently."""

from __future__ import annotations

import pytest

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.core.refusals import refusal_text
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write
from scorekeeper.tournaments.commands.results import results, table_reports
from scorekeeper.tournaments.commands.results.results import OverrulesTable
from tests.games.kitchen_table import hand
from tests.tournaments.club_night import Desk, key, refused


@pytest.fixture
def desk(inside):
    desk = Desk(6, options={"rounds": 3, "match": {"kind": "hands", "hands": 2}})
    desk.next_round()
    return desk


def test_a_result_other_than_the_reported_one_asks_first(desk):
    desk.phone(1, 1).report(0, 210, 165)
    with pytest.raises(OverrulesTable) as found:
        desk.result(1, 1, 150, 220)
    assert [(one.side, one.result.scores) for one in found.value.versions] == [(0, (210, 165))]
    assert found.value.yours.scores == (150, 220)
    assert desk.board.table(1, 1).status == "reported"
    desk.do(results.enter, 1, 1, {"scores": [150, 220]}, overrule=True)
    assert desk.board.table(1, 1).result.scores == (150, 220)
    desk.result(1, 1, 155, 220)  # the desk corrects itself
    assert desk.board.table(1, 1).result.scores == (155, 220)


def test_a_result_that_a_side_has_reported_decides_without_a_question(desk):
    desk.phone(1, 1).report(0, 310, 240)
    desk.phone(1, 1).report(1, 300, 250)
    assert desk.result(1, 1, 300, 250).board.table(1, 1).status == "done"
    with refused("result.overrules", OverrulesTable):
        desk.do(results.enter, 1, 1, {"forfeit": [0]})


def test_what_both_sides_told_is_joined_as_the_language_joins_it(desk):
    desk.phone(1, 1).report(0, 310, 240)
    desk.phone(1, 1).report(1, 300, 250)
    with pytest.raises(OverrulesTable) as found:
        desk.do(results.enter, 1, 1, {"forfeit": [0]})
    assert "310 / 240; 300 / 250" in refusal_text(t_for("en"), found.value)
    assert "310 / 240\u202f; 300 / 250" in refusal_text(t_for("fr"), found.value)


def test_a_result_other_than_the_recorded_match_asks_first_and_the_same_keeps_its_failed_contracts(desk):
    phone = desk.phone(1, 1)
    access = table_reports.open_game(phone.access, phone.visitor)
    for one in (hand(0, 60, (80, 20)), hand(1, 60, (45, 55))):
        access = authorization.access_by_device(access.game_id, phone.visitor.key)
        write(access, table_commands.record(one), revision=access.revision, uuid=key())
    with pytest.raises(OverrulesTable) as found:
        desk.result(1, 1, 150, 220)
    (version,) = found.value.versions
    assert (version.side, version.result.scores) == (None, (125, -40))
    assert desk.result(1, 1, 125, -40).board.table(1, 1).result.boxes == (0, 1)


def test_a_match_that_is_still_recorded_has_told_nothing_yet(desk):
    phone = desk.phone(1, 1)
    access = table_reports.open_game(phone.access, phone.visitor)
    write(access, table_commands.record(hand(0, 60, (80, 20))), revision=access.revision, uuid=key())
    assert desk.result(1, 1, 150, 220).board.table(1, 1).status == "done"
