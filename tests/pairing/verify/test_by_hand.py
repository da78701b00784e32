"""The check accepts a director's own changes: drop-outs, late entries, moved entrants."""

from dataclasses import replace

import pytest

from scorekeeper.pairing.directing import corrections
from scorekeeper.pairing.directing.director import next_round, standings
from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Entrant, Result, Tournament
from scorekeeper.pairing.verify.stages import recount_standings as recounted
from scorekeeper.pairing.verify.verify import check
from tests.pairing import damage
from tests.pairing.events import by_chance, played, pools_then_knockout, tournament

LEAVING = [name for name, method in METHODS.items() if not method.staged]


@pytest.mark.parametrize("method", LEAVING)
def test_left_is_the_first_round_no_longer_played_and_a_published_table_stands(method):
    rounds = 4 if METHODS[method].usual_rounds(12) else None
    t = played(tournament(method, 12, rounds=rounds), 2, by_chance(6))
    who = t.rounds[1].tables[0].ids[0]
    after_two, before_two = (corrections.withdraw_entrant(t, who, since) for since in (3, 2))
    assert check(after_two) == check(before_two) == []
    assert {r.id for r in standings(after_two)} == {r.id for r in standings(before_two)} == {e.id for e in t.entrants}
    points = {r.id: r.columns["match_points"] for r in standings(t)}
    for gone in (after_two, before_two):
        assert {r.id: r.columns["match_points"] for r in standings(gone)} == points
        on = played(gone, 1, by_chance(7))
        assert who not in {i for table in on.rounds[2].tables for i in table.ids} | {*on.rounds[2].byes}
        assert check(on) == []
    still = played(t, 1, by_chance(7))
    if who in {i for table in still.rounds[2].tables for i in table.ids}:
        assert [p.rule for p in check(corrections.withdraw_entrant(still, who, 3))] == []
        assert "seat.absent" in {p.rule for p in check(corrections.withdraw_entrant(still, who, 2))}


@pytest.mark.parametrize("method", [m for m in LEAVING if "elimination" not in m])
def test_joined_is_the_first_round_played(method):
    rounds = 4 if METHODS[method].usual_rounds(12) else None
    t = corrections.with_entrant(tournament(method, 12, rounds=rounds), Entrant("late", "Late", None, 3))
    t = played(t, 3, by_chance(6))
    there = ["late" in {*r.byes, *(i for table in r.tables for i in table.ids)} for r in t.rounds]
    assert there == [False, False, True]
    assert check(t) == []
    assert check(corrections.with_entrant(played(tournament(method, 12, rounds=rounds), 2, by_chance(6)), t.entrants[-1])) == []
    early = replace(t, entrants=tuple(replace(e, joined=4) if e.id == "late" else e for e in t.entrants))
    assert "seat.absent" in {p.rule for p in check(early)}


@pytest.mark.parametrize("method", ["round_robin", "mitchell"])
def test_whoever_left_before_the_start_leaves_no_empty_chair(method):
    t = played(corrections.withdraw_entrant(tournament(method, 9), "e3", 1), 20)
    assert not any(r.byes for r in t.rounds)
    assert "e3" in {row.id for row in standings(t)}
    assert check(t) == []


def play_arranged(t: Tournament, one: str, other: str) -> Tournament:
    """Play the next round with two entrants swapped by hand."""
    t = corrections.with_round(t, corrections.swap_in_draft(t, next_round(t), one, other), by_hand=True)
    tables = tuple(replace(x, result=Result((200, 100))) for x in t.rounds[-1].tables)
    return damage.with_last(t, tables=tables)


@pytest.mark.parametrize("method", ["single_elimination", "double_elimination"])
def test_whoever_is_given_another_s_bye_by_hand_has_his_place_in_the_bracket(method):
    t = play_arranged(tournament(method, 6), "e1", "e5")
    assert {*t.rounds[0].byes} == {"e5", "e2"}
    assert check(t) == []
    t = played(t, 20)
    assert check(t) == []
    assert {"e1", "e5"} <= {i for r in t.rounds for x in r.tables for i in x.ids}
    assert [x.id for x in recounted(t)] == [r.id for r in standings(t)]


def test_nobody_is_moved_by_hand_into_another_part_of_a_bracket():
    t = played(tournament("double_elimination", 8), 1)
    draft = next_round(t)
    part = {side[0]: (x.match or "")[0] for x in draft.tables for side in x.sides}
    winner, loser = (next(i for i in part if part[i] == name) for name in "WL")
    with pytest.raises(TournamentError) as caught:
        corrections.swap_in_draft(t, draft, winner, loser)
    assert caught.value.params["reason"] == "bracket"
    assert check(played(play_arranged(t, *[i for i in part if part[i] == "L"][::3]), 20)) == []


def test_nobody_is_moved_by_hand_into_another_pool():
    t = pools_then_knockout(2, 9)
    draft = next_round(t)
    sits_out = draft.byes[0]
    for one, other, refused in (("e4", "e2", True), (sits_out, "e2", True), ("e4", "e5", False), (sits_out, "e4", False)):
        if refused:
            with pytest.raises(TournamentError) as caught:
                corrections.swap_in_draft(t, draft, one, other)
            assert caught.value.params["reason"] == "pool"
        else:
            assert check(played(play_arranged(t, one, other), 20)) == []


@pytest.mark.parametrize("method", ["round_robin", "mitchell", "swiss", "winners_up"])
def test_what_was_arranged_by_hand_is_not_held_against_the_rounds_after(method):
    t = played(tournament(method, 10, rounds=6), 1)
    first, second = next_round(t).tables[:2]
    t = play_arranged(t, first.sides[1][0], second.sides[1][0])
    assert check(played(t, 4)) == []
