from __future__ import annotations

from scorekeeper.pairing.verify.verify import check
from scorekeeper.tournaments.commands import snapshot as tournament_board
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.results import results
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.store.log import events_after, fold
from tests.tournaments.club_night import Desk


def test_a_swiss_night_with_a_late_pair_a_dropout_and_a_correction_two_rounds_later(inside):
    desk = Desk(12, options={"rounds": 5})
    desk.play()
    desk.do(entries.enter, [{"players": ["Yolande", "Zéphir"]}])
    late = desk.board.entrants[-1]
    assert late.joined == 2
    desk.play()
    assert len(desk.board.current.byes) == 1
    gone = desk.board.standings[-1].id
    desk.do(entries.withdraw, gone)
    assert desk.board.entrant(gone).left == 3
    desk.play()
    wrong = desk.board.table(1, 2)
    before = {row.id: row.rank for row in desk.board.standings}
    told = results.consequences(desk.access, 1, 2, {"scores": [0, 400]})
    desk.result(1, 2, 0, 400)
    after = {row.id: row.rank for row in desk.board.standings}
    assert {m.id: (m.before, m.after) for m in told.moved} == {i: (before[i], after[i]) for i in after if before[i] != after[i]}
    assert told.moved
    assert all(r.played for r in told.reseated)
    desk.play()
    desk.play()
    assert desk.board.next_error.code == "finished"
    desk.do(lifecycle.finish)
    board = desk.board
    assert board.status == "finished"
    assert check(board.tournament) == []
    assert board.tournament.rounds[0].tables[1].was == ((3, wrong.result),)
    assert all(
        board.seat(e.id, n) for n in range(1, 6) for e in board.playing if e.joined <= n and (e.left is None or n < e.left)
    )
    again = tournament_board.Board(fold(events_after(desk.id)))
    assert again.log.parts == board.log.parts
    assert again.tournament == board.tournament


def test_tie_breaks_changed_on_the_way_are_not_held_against_the_rounds_before(inside):
    desk = Desk(13, options={"rounds": 4})
    desk.play()
    desk.play()
    desk.do(lifecycle.edit, {"options": {**desk.board.setup.options, "tiebreaks": ["match_points", "boxes", "margin"]}})
    assert [r.by_hand for r in desk.board.tournament.rounds] == [True, True]
    desk.play()
    assert [r.by_hand for r in desk.board.tournament.rounds] == [True, True, False]
    assert check(desk.board.tournament) == []
