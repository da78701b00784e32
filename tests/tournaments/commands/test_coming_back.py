"""Returning entrants: in any Swiss round, and in a bracket until an opponent has advanced without a match."""

from __future__ import annotations

import pytest

from scorekeeper.core.refusals import Refusal
from scorekeeper.pairing.verify.verify import check
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.commands.entrants import entries
from tests.tournaments.club_night import Desk


@pytest.mark.parametrize("method", ["single_elimination", "double_elimination"])
def test_nobody_comes_back_into_a_match_that_was_won_without_them(inside, method):
    desk = Desk(5, method=method)
    desk.play(lambda _: (100, 200))
    (winner,) = desk.board.current.tables[0].sides[1]
    desk.do(entries.withdraw, winner)
    desk.play(lambda _: (200, 100))
    with pytest.raises(Refusal) as refused:
        desk.do(entries.rejoin, winner)
    assert refused.value.code == "entrant.gone_on"
    assert check(desk.board.tournament) == []


def test_who_left_a_bracket_comes_back_while_nobody_has_gone_on_for_it(inside):
    desk = Desk(5, method="double_elimination")
    desk.play(lambda _: (100, 200))
    (winner,) = desk.board.current.tables[0].sides[1]
    desk.do(entries.withdraw, winner)
    desk.do(entries.rejoin, winner)
    desk.play(lambda _: (200, 100))
    assert desk.board.seat(winner, 2)
    assert check(desk.board.tournament) == []
    desk.do(history.undo)


def test_who_left_a_swiss_comes_back_after_a_round_was_played(inside):
    desk = Desk(6, options={"rounds": 4})
    desk.play(lambda _: (100, 200))
    desk.do(entries.withdraw, "e1")
    desk.play(lambda _: (100, 200))
    desk.do(entries.rejoin, "e1")
    desk.play(lambda _: (100, 200))
    assert desk.board.seat("e1", 3)
    assert not desk.board.seat("e1", 2)
