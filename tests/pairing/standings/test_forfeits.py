"""How an unplayed match counts when the next round is paired."""

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.pairing.directing import corrections
from scorekeeper.pairing.directing.director import next_round
from scorekeeper.pairing.record.record import Entrant, Result, Round, Table
from scorekeeper.pairing.standings.results import free_points
from scorekeeper.pairing.verify.verify import check
from tests.pairing.events import by_chance, played, seats, tournament

AWAY, NOBODY = Result(forfeit=(1,)), Result(forfeit=(0, 1))


def test_two_who_were_paired_and_did_not_play_have_not_met():
    t = played(tournament("swiss", 2, rounds=2), 1, lambda _: NOBODY)
    draft = next_round(t)
    assert seats(draft.as_round()) == [("e1", "e2")]
    assert (draft.rematches, [why.code for why in draft.tables[0].why if why.code == "rematch"]) == (0, [])
    assert check(played(t, 1)) == []


def test_two_who_did_not_play_meet_before_two_who_did():
    first = Round(1, (Table(1, (("e1",), ("e3",)), AWAY), Table(2, (("e2",), ("e4",)), Result((100, 200)))))
    second = Round(2, (Table(1, (("e1",), ("e4",)), Result((100, 200))), Table(2, (("e2",), ("e3",)), Result((100, 200)))))
    t = replace(tournament("swiss", 4, rounds=4), rounds=(first, replace(second, by_hand=True)))
    t = played(t, 1)
    assert {frozenset(pair) for pair in seats(t.rounds[2])} == {frozenset({"e1", "e2"}), frozenset({"e3", "e4"})}
    assert {frozenset(pair) for pair in seats(next_round(t).as_round())} >= {frozenset({"e1", "e3"})}
    assert check(played(t, 1)) == []


def a_walkover_then_two_byes():
    """Return three entrants left: e1 won by a walkover, e2 had a bye, e3 won twice."""
    t = tournament("swiss", 4, rounds=3)
    first = Round(1, (Table(1, (("e1",), ("e2",)), AWAY), Table(2, (("e3",), ("e4",)), Result((200, 100)))), by_hand=True)
    second = Round(2, (Table(1, (("e1",), ("e3",)), Result((100, 200))),), ("e2", "e4"), by_hand=True)
    gone = tuple(replace(e, left=3) if e.id == "e4" else e for e in t.entrants)
    return replace(t, entrants=gone, rounds=(first, second))


def test_a_win_by_forfeit_is_a_free_point_like_a_bye():
    t = a_walkover_then_two_byes()
    assert free_points(t) == {"e1": 1, "e2": 1, "e3": 0, "e4": 1}
    draft = next_round(t)
    assert (draft.byes, seats(draft.as_round())) == (("e3",), [("e1", "e2")])
    assert (draft.rematches, check(played(t, 1))) == (0, [])


def test_the_check_sees_a_bye_given_to_the_winner_of_a_walkover():
    t = a_walkover_then_two_byes()
    bad = Round(3, (Table(1, (("e2",), ("e3",)), Result((100, 200))),), ("e1",))
    assert [(p.round, p.rule) for p in check(replace(t, rounds=(*t.rounds, bad)))] == [(3, "bye")]


def test_a_forfeit_settles_a_meeting_of_a_round_robin():
    t = played(tournament("round_robin", 4), 1, lambda _: AWAY)
    t = corrections.with_entrant(t, Entrant("late", "Late", None, 2))
    t = played(t, 9, by_chance(1))
    met = [frozenset(table.ids) for one in t.rounds for table in one.tables]
    assert len(met) == len({*met})
    assert check(t) == []


@pytest.mark.parametrize("method", ["swiss", "mitchell", "round_robin", "double_elimination"])
@pytest.mark.parametrize("seed", range(6))
def test_the_check_finds_nothing_wrong_with_rounds_after_many_forfeits(method, seed):
    draw, play = Random(seed), by_chance(seed)

    def some_stay_away(table: Table) -> Result:
        return draw.choice([play(table), play(table), Result(forfeit=(0,)), AWAY, NOBODY])

    t = tournament(method, 7 + seed, seed=seed, **({"rounds": 6} if method == "swiss" else {}))
    late = Entrant("late", "Late", None, 3)
    t = played(t, 2, some_stay_away)
    t = corrections.with_entrant(t, late) if method != "double_elimination" else t
    assert check(played(t, 6, some_stay_away)) == []
