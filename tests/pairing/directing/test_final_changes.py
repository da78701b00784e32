"""Corrections after the finals were drawn: who would be in another final."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.pairing.directing import corrections
from scorekeeper.pairing.directing.corrections import consequences
from scorekeeper.pairing.directing.director import next_round
from scorekeeper.pairing.record.record import Result, Tournament
from tests.pairing.events import by_chance, played
from tests.pairing.test_finals import members, pairs_in_finals, players_in_finals


def turned(t: Tournament, number: int, table: int) -> Tournament:
    """Return the tournament with the other side as the winner of a table, by much."""
    one = next(x for x in t.rounds[number - 1].tables if x.number == table)
    first, second = one.result.scores or (0, 0)
    return corrections.with_result(t, number, table, Result((100, 900) if first > second else (900, 100)))


def test_a_correction_names_those_who_would_be_in_another_final_and_moves_no_one():
    t = played(pairs_in_finals(8), 3)
    t = corrections.with_round(t, next_round(t))
    changed = [after for table in (1, 2, 3, 4) if (found := consequences(t, after := turned(t, 1, table)).finals) and after]
    assert changed
    for after in changed:
        found = consequences(t, after).finals
        drawn = {who: letter for letter, ids in zip("AB", members(after), strict=True) for who in ids}
        undrawn = played(replace(after, rounds=after.rounds[:3]), 1)
        would = {who: letter for letter, ids in zip("AB", members(undrawn), strict=True) for who in ids}
        assert {(one.id, one.final) for one in found} == {(who, would[who]) for who in would if would[who] != drawn[who]}
        assert members(after) == members(t)
        assert not consequences(t, after).none


def test_a_correction_back_to_the_drawn_finals_says_nothing():
    t = played(pairs_in_finals(8), 3)
    t = corrections.with_round(t, next_round(t))
    after = next(a for table in (1, 2, 3, 4) if consequences(t, a := turned(t, 1, table)).finals)
    assert consequences(after, t).finals == ()


def test_before_finals_and_in_a_final_itself_there_is_nothing_to_say():
    t = played(players_in_finals(20), 3, by_chance(3))
    assert consequences(t, turned(t, 1, 1)).finals == ()
    t = played(t, 1, by_chance(3))
    assert consequences(t, turned(t, 4, 1)).finals == ()
