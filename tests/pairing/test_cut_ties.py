"""Ties at the cut between finals, decided before the finals are drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.formats.tournament_record import dump_tournament
from scorekeeper.formats.tournament_ties import add_decisions
from scorekeeper.formats.tournament_v2 import parse_v2
from scorekeeper.pairing.directing.director import next_round, standings
from scorekeeper.pairing.record.decisions import HAND, LOT, TieDecision
from scorekeeper.pairing.record.lots import draw_order
from scorekeeper.pairing.record.record import Result, Tournament
from scorekeeper.pairing.stages import decided_at_cut, ties_at_cut
from scorekeeper.pairing.verify.verify import check
from tests.pairing.events import by_chance, played
from tests.pairing.test_finals import members, pairs_in_finals
from tests.tiers import examples


def all_tied(count: int = 8) -> Tournament:
    return played(pairs_in_finals(count), 3, lambda _: Result((100, 100)))


def decided(t: Tournament, *decisions: TieDecision) -> Tournament:
    return replace(t, decided=decisions)


def test_the_order_decided_by_hand_says_who_plays_in_final_a():
    t = all_tied()
    (tied,) = ties_at_cut(t, 2)
    order = tuple(row.id for row in tied)[::-1]
    t = decided(t, TieDecision(order, HAND, reason="cut of the cards", stage=2))
    assert ties_at_cut(t, 2) == []
    assert [one.order for one in decided_at_cut(t, 2)] == [order]
    t = played(t, 9, by_chance(2))
    assert members(t) == [{*order[:4]}, {*order[4:]}]
    assert check(t) == []


def test_without_a_decision_or_with_one_about_others_the_order_of_entry_decides():
    t = all_tied()
    as_entered = members(played(t, 1))
    for one in (
        TieDecision(("e8", "e7"), HAND, reason="Cut", stage=2),
        TieDecision(tuple(f"e{k}" for k in range(8, 0, -1)), HAND, reason="Cut"),
    ):
        assert members(played(decided(t, one), 1)) == as_entered
        assert len(ties_at_cut(decided(t, one), 2)) == 1


def test_a_decision_before_the_finals_changes_no_rank_at_the_end_and_the_other_way_round():
    t = all_tied()
    order = tuple(f"e{k}" for k in range(8, 0, -1))
    cut = TieDecision(order, HAND, reason="Cut", stage=2)
    assert [row.rank for row in standings(decided(t, cut))] == [1] * 8
    assert {"finals.tied"} & {note.code for note in next_round(t).notes}
    assert not {"finals.tied"} & {note.code for note in next_round(decided(t, cut)).notes}


def test_the_check_sees_finals_that_do_not_follow_the_decision():
    t = all_tied()
    drawn = played(t, 1)
    order = tuple(f"e{k}" for k in range(8, 0, -1))
    assert {"stage.out", "stage.missing"} & {
        p.rule for p in check(decided(drawn, TieDecision(order, HAND, reason="Cut", stage=2)))
    }


def test_the_record_keeps_the_stage_of_a_decision():
    t = decided(all_tied(), TieDecision(tuple(f"e{k}" for k in range(8, 0, -1)), HAND, reason="Cut", stage=2))
    record = add_decisions(dump_tournament(t), t.decided)
    assert record["decided_ties"][0]["stage"] == 2
    assert parse_v2(record)[0].decided == t.decided


@pytest.mark.slow
@settings(max_examples=examples(30), deadline=None)
@given(seed=st.integers(0, 999_999), count=st.integers(6, 15))
def test_after_a_draw_by_lot_no_tie_is_left_at_the_cut_and_the_check_agrees(seed, count):
    t = played(pairs_in_finals(count), 3, lambda table: Result((100, 100 + 100 * (seed % (table.number + 2) == 0))))
    for tied in ties_at_cut(t, 2):
        ids = [e.id for e in t.entrants if e.id in {row.id for row in tied}]
        t = replace(t, decided=(*t.decided, TieDecision(draw_order(ids, seed), LOT, seed, stage=2)))
    assert ties_at_cut(t, 2) == []
    assert check(played(t, 9, by_chance(seed))) == []
