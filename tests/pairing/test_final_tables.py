"""Table numbers of finals side by side, with and without fixed tables."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.pairing.directing import corrections, repairs
from scorekeeper.pairing.directing.director import brackets, next_round
from scorekeeper.pairing.movements.final_tables import running_blocks, table_blocks
from scorekeeper.pairing.record.record import FixedPlace, Options, Stage, Tournament
from scorekeeper.pairing.verify.verify import check
from scorekeeper.pairing.words import reason_text
from tests.pairing.events import by_chance, played, tournament
from tests.pairing.test_finals import finals, members, pairs_in_finals, players_in_finals
from tests.tiers import examples

SIZES = {"A": 2, "B": 3}


def numbers(t: Tournament, number: int) -> dict[str, list[int]]:
    """Return the table numbers of each final in a round."""
    found: dict[str, list[int]] = {}
    for table in t.rounds[number - 1].tables:
        found.setdefault(table.pool or "", []).append(table.number)
    return found


def faults_of_finals(t: Tournament, since: int = 4) -> list[str]:
    return [problem.rule for problem in check(t) if problem.round >= since]


def players_moving_up(count: int) -> Tournament:
    last = Stage("winners_up", Options(rounds=4, individuals=True), cut=8)
    t = players_in_finals(count)
    return replace(t, options=replace(t.options, stages=(t.options.stages[0], finals(last, replace(last, cut=None)))))


def with_places(t: Tournament, **tables: int) -> Tournament:
    return replace(t, places=tuple(FixedPlace(who, table) for who, table in tables.items()))


@pytest.mark.parametrize(
    ("owners", "a", "b"),
    [
        ({}, (1, 2), (3, 4, 5)),
        ({4: "B"}, (1, 2), (3, 4, 5)),
        ({4: "A"}, (4, 5), (1, 2, 3)),
        ({3: "A"}, (2, 3), (1, 4, 5)),
        ({1: "B"}, (4, 5), (1, 2, 3)),
        ({12: "A"}, (1, 12), (2, 3, 4)),
        ({4: "A", 5: "B"}, (3, 4), (1, 2, 5)),
        ({1: "A", 5: "A", 3: "A"}, (1, 3, 5), (2, 4, 6)),
    ],
)
def test_a_final_keeps_its_tables_together_around_the_fixed_ones(owners, a, b):
    assert table_blocks(SIZES, owners) == {"A": a, "B": b}


@given(
    sizes=st.lists(st.integers(1, 9), min_size=1, max_size=6).map(lambda found: dict(zip("ABCDEF", found, strict=False))),
    data=st.data(),
)
def test_every_final_has_enough_numbers_of_its_own_and_none_is_left_out(sizes, data):
    owners = data.draw(st.dictionaries(st.integers(1, 30), st.sampled_from([*sizes]), max_size=5))
    found = table_blocks(sizes, owners)
    every = [number for block in found.values() for number in block]
    assert len({*every}) == len(every)
    assert all(len(found[letter]) == max(size, [*owners.values()].count(letter)) for letter, size in sizes.items())
    assert all(number in found[letter] for number, letter in owners.items())
    assert {n for n in range(1, max(every)) if n not in every} == set() or max(every) in owners
    if not owners:
        assert found == running_blocks(sizes)


def test_a_fixed_table_in_final_a_does_not_pull_its_tables_apart():
    t = played(players_in_finals(20), 3, by_chance(3))
    t = played(with_places(t, **{min(members(played(t, 1))[0]): 4}), 9, by_chance(5))
    assert [numbers(t, k) for k in (4, 5)] == [{"A": [4, 5], "B": [1, 2, 3]}] * 2
    assert numbers(t, 6) == {"A": [4, 5]}
    assert faults_of_finals(t) == []


def test_the_draft_says_which_tables_each_final_has():
    t = played(players_in_finals(20), 3, by_chance(3))
    draft = next_round(with_places(t, **{min(members(played(t, 1))[0]): 4}))
    texts = [reason_text(str, note) for note in draft.notes]
    assert texts == [
        "Because of fixed tables, final A has these table numbers: 4, 5.",
        "Because of fixed tables, final B has these table numbers: 1, 2, 3.",
    ]


def test_a_fixed_table_within_its_final_moves_no_final_and_is_not_mentioned():
    t = played(players_in_finals(20), 3, by_chance(3))
    draft = next_round(with_places(t, **{min(members(played(t, 1))[0]): 2}))
    assert [note.code for note in draft.notes] == []
    assert [(table.number, table.pool) for table in draft.tables] == [(1, "A"), (2, "A"), (3, "B"), (4, "B"), (5, "B")]


def test_a_table_fixed_during_the_finals_leaves_the_other_tables_where_they_are():
    t = played(players_in_finals(20), 4, by_chance(3))
    t = played(with_places(t, **{min(members(t)[0]): 4}), 6, by_chance(5))
    assert [numbers(t, k) for k in (4, 5)] == [{"A": [1, 2], "B": [3, 4, 5]}, {"A": [1, 4], "B": [2, 3, 5]}]
    assert faults_of_finals(t, since=5) == []


def test_winners_still_move_up_where_another_final_took_a_table():
    t = played(players_moving_up(20), 4, by_chance(3))
    t = played(with_places(t, **{min(members(t)[0]): 4}), 7)
    assert [numbers(t, k)["B"] for k in range(4, 8)] == [[3, 4, 5], [2, 3, 5], [2, 3, 5], [2, 3, 5]]
    alone = played(replace(players_moving_up(20), rounds=t.rounds[:4]), 7)
    assert meetings(t, "B") == meetings(alone, "B")


def meetings(t: Tournament, final: str) -> list[set[frozenset[str]]]:
    return [{frozenset(table.ids) for table in r.tables if table.pool == final} for r in t.rounds]


def test_a_bracket_names_its_matches_by_the_tables_in_the_hall():
    t = played(pairs_in_finals(12), 3, by_chance(3))
    t = played(with_places(t, **{min(members(played(t, 1))[0]): 6}), 5, by_chance(3))
    (one,) = brackets(t)
    seats = [one.seat(m) for m in one.bracket.matches.values() if m.seat]
    assert {table for _, table in filter(None, seats)} <= {5, 6}
    assert numbers(t, 4) == {"A": [5, 6], "B": [1, 2, 3, 4]}
    assert faults_of_finals(t) == []


def test_pools_keep_their_tables_together_with_a_fixed_one():
    pools = Stage("round_robin", Options(), pools=2, advance=2)
    t = tournament("stages", 12, stages=(pools, Stage("single_elimination", Options())))
    t = played(with_places(t, e1=4), 5, by_chance(3))
    assert [numbers(t, k) for k in range(1, 6)] == [{"A": [1, 2, 4], "B": [3, 5, 6]}] * 5


@pytest.mark.slow
@settings(max_examples=examples(30), deadline=None)
@given(seed=st.integers(0, 10**6), data=st.data())
def test_fixed_tables_are_honoured_and_each_final_stays_at_its_tables(seed, data):
    make = data.draw(st.sampled_from([players_in_finals, pairs_in_finals, players_moving_up]))
    t = make(data.draw(st.integers(12, 21)))
    ids = st.sampled_from([e.id for e in t.entrants])
    wishes = data.draw(st.lists(st.tuples(ids, st.integers(1, 12)), max_size=3, unique_by=(lambda w: w[0], lambda w: w[1])))
    t = played(with_places(t, **dict(wishes)), 9, by_chance(seed))
    assert check(t) == []
    at: dict[int, str | None] = {}
    for one in (r for r in t.rounds if r.stage == 2):
        for table in one.tables:
            assert at.setdefault(table.number, table.pool) == table.pool
    open_again = corrections.with_round(t := replace(t, rounds=t.rounds[:-1]), next_round(t))
    again = repairs.pair_again(open_again)
    assert check(again) == []
    assert {(table.number, table.pool) for table in again.rounds[-1].tables} <= {*at.items()}
