"""Calls to the director: who may call, answer and settle, what can be undone, and what survives an archive."""

from __future__ import annotations

import pytest

from scorekeeper.archives import export, restore
from scorekeeper.core.refusals import NotAllowed, NotFound
from scorekeeper.tournaments.commands import authorization, history
from scorekeeper.tournaments.commands import snapshot as tournament_board
from scorekeeper.tournaments.commands.calls import director_calls
from scorekeeper.tournaments.commands.calls.board_calls import calls_of, open_calls
from scorekeeper.tournaments.commands.rounds import repairs, rounds
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments.club_night import Desk, refused


@pytest.fixture
def desk(inside):
    found = Desk(4, options={"rounds": 3})
    found.do(lifecycle.edit, {"director_calls": True})
    found.next_round()
    return found


@pytest.fixture
def phone(desk):
    return desk.phone(1, 1)


def test_a_table_calls_once_until_the_call_is_settled(desk, phone):
    phone.do(director_calls.call, "revoke", 1)
    with refused("call.open"):
        desk.phone(1, 1).do(director_calls.call, "score")
    assert [(one.table, one.reason, one.side, one.status) for one in open_calls(desk.board)] == [(1, "revoke", 1, "open")]
    desk.do(director_calls.answer, 1, 1, 1)
    assert open_calls(desk.board)[0].status == "answered"
    desk.do(director_calls.settle, 1, 1, 1, "Trick 4 goes to the others.", "play.revoke")
    assert open_calls(desk.board) == []
    phone.do(director_calls.call, "other")
    assert [(one.number, one.status) for one in calls_of(desk.board)] == [(1, "settled"), (2, "open")]


def test_a_table_takes_back_its_own_call_and_a_number_is_never_given_again(desk, phone):
    phone.do(director_calls.call, "misdeal")
    with refused("call", NotFound):
        desk.phone(1, 2).do(director_calls.withdraw, 1)
    phone.do(director_calls.withdraw, 1)
    assert calls_of(desk.board) == []
    phone.do(director_calls.call, "misdeal")
    assert [one.number for one in calls_of(desk.board)] == [2]
    desk.do(director_calls.settle, 1, 1, 2)
    with refused("call.settled"):
        phone.do(director_calls.withdraw, 2)
    with refused("call.settled"):
        desk.do(director_calls.answer, 1, 1, 2)


def test_only_tables_call_and_only_the_desk_answers(desk, phone):
    with pytest.raises(NotAllowed):
        desk.do(director_calls.call, "other")
    phone.do(director_calls.call, "other")
    with pytest.raises(NotAllowed):
        phone.do(director_calls.answer, 1, 1, 1)
    with pytest.raises(NotAllowed):
        phone.do(director_calls.settle, 1, 1, 1)


@pytest.mark.parametrize(
    ("sent", "code"),
    [(("tired",), "call.reason"), ((None,), "call.reason"), (("score", 2), "table.side"), (("score", "0"), "table.side")],
)
def test_a_call_names_what_is_wrong_with_it(desk, phone, sent, code):
    with refused(code):
        phone.do(director_calls.call, *sent)


def test_a_ruling_names_a_rule_of_the_book_and_is_of_bounded_length(desk, phone):
    phone.do(director_calls.call, "other")
    with refused("call.rule"):
        desk.do(director_calls.settle, 1, 1, 1, "", "play.cheat")
    with refused("text.long"):
        desk.do(director_calls.settle, 1, 1, 1, "x" * 501)
    with refused("call", NotFound):
        desk.do(director_calls.settle, 1, 1, 2)
    desk.do(director_calls.settle, 1, 1, 1, "First.")
    desk.do(director_calls.settle, 1, 1, 1, "Corrected.", "play.lead")
    assert [(one.note, one.rule) for one in calls_of(desk.board)] == [("Corrected.", "play.lead")]


def test_a_club_without_calls_has_none(desk, phone):
    desk.do(lifecycle.edit, {"director_calls": False})
    with refused("call.off"):
        phone.do(director_calls.call, "other")


def test_a_table_calls_after_its_result_until_it_sits_elsewhere(desk, phone):
    desk.result(1, 1, 300, 200)
    phone.do(director_calls.call, "score")
    phone.do(director_calls.withdraw, 1)
    desk.result(1, 2, 300, 200)
    desk.next_round()
    with refused("call.round"):
        phone.do(director_calls.call, "score")


def test_a_round_with_a_call_is_neither_unpublished_nor_paired_anew_at_that_table(desk, phone):
    published = desk.access.revision
    phone.do(director_calls.call, "other")
    with refused("round.played"):
        desk.do(rounds.unpublish)
    with refused("round.played"):
        desk.do(history.undo, published)
    sides = desk.board.table(1, 1).sides
    desk.do(repairs.repair)
    assert desk.board.table(1, 1).sides == sides


def test_every_step_of_a_call_is_undone_and_done_again(desk, phone):
    phone.do(director_calls.call, "score", 0)
    desk.do(director_calls.answer, 1, 1, 1)
    desk.do(director_calls.settle, 1, 1, 1, "200 stands.", "score.made")
    last = desk.access.revision
    states = []
    for change in (last, last - 1, last - 2):
        desk.do(history.undo, change)
        states.append([one.status for one in calls_of(desk.board)])
    assert states == [["answered"], ["open"], []]
    desk.do(history.undo, last + 3)
    assert [one.status for one in calls_of(desk.board)] == ["open"]


def test_calls_and_rulings_survive_an_archive(desk, phone):
    phone.do(director_calls.call, "revoke", 1)
    desk.do(director_calls.answer, 1, 1, 1)
    desk.do(director_calls.settle, 1, 1, 1, "Trick 4 goes to the others.\nWarned.", "play.revoke")
    desk.phone(1, 2).do(director_calls.call, "other")
    data = export.export_club(desk.club)
    restored = restore.import_club(desk.account, data)
    assert export.export_club(restored) == data
    number = lifecycle.of_club(restored)[0].id
    board = tournament_board.load(authorization.desk(number, desk.account))
    assert calls_of(board) == calls_of(desk.board)


def test_a_match_that_goes_on_in_the_next_round_takes_its_calls_along(inside):
    desk = Desk(8, method="single_elimination", options={"match": {"kind": "hands", "hands": 4}}, director_calls=True)
    desk.next_round()
    for table in (1, 2, 3):
        desk.result(1, table, 300, 100)
    phone = desk.phone(1, 4)
    phone.do(director_calls.call, "other")
    phone.do(director_calls.withdraw, 1)
    phone.do(director_calls.call, "revoke")
    before = desk.access.revision
    desk.do(repairs.begin_early, [repairs.startable_matches(desk.board)[0].slot.name])
    assert [(one.round, one.table, one.reason) for one in open_calls(desk.board)] == [(2, 4, "revoke")]
    desk.do(history.undo, before + 1)
    assert [(one.round, one.table, one.number) for one in open_calls(desk.board)] == [(1, 4, 2)]
