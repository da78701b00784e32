from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.pairing.directing import corrections
from scorekeeper.pairing.directing.director import next_round, schedule
from scorekeeper.pairing.movements.rotation import rotation
from scorekeeper.pairing.movements.rotation_search import whist
from scorekeeper.pairing.record.record import Entrant
from scorekeeper.pairing.verify.verify import check
from tests.pairing.events import played, seats, tournament
from tests.tiers import examples

pytestmark = pytest.mark.slow

WHIST = [v for v in range(4, 42) if v % 4 in (0, 1)] + [44, 49, 52, 53, 61, 73, 89, 97, 101]


@pytest.mark.parametrize("players", WHIST)
def test_a_whist_tournament_partners_everyone_once_and_opposes_everyone_twice(players):
    rounds = whist(players)
    assert rounds is not None
    assert len(rounds) == (players if players % 2 else players - 1)
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for tables in rounds:
        assert len({i for table in tables for i in table}) == players // 4 * 4
        for a, b, c, d in tables:
            partners.update([frozenset((a, b)), frozenset((c, d))])
            opponents.update(frozenset(pair) for pair in ((a, c), (a, d), (b, c), (b, d)))
    pairs = players * (players - 1) // 2
    assert len(partners) == len(opponents) == pairs
    assert set(partners.values()) == {1}
    assert set(opponents.values()) == {2}


@pytest.mark.parametrize(("players", "rounds"), [(6, 5), (7, 7), (10, 6), (14, 8), (18, 5), (22, 6), (50, 8)])
def test_the_search_repeats_no_partner_and_takes_turns_to_sit_out(players, rounds):
    found = rotation(tuple(f"p{k}" for k in range(players)), rounds, 3).balance
    assert found.partner_repeats == 0
    assert found.sit_outs_most - found.sit_outs_least <= 1
    assert found.opponents_most <= 3


@pytest.mark.parametrize(("players", "rounds"), [(18, 5), (22, 6), (23, 8), (41, 8), (45, 10), (48, 12), (100, 10), (101, 10)])
def test_few_rounds_are_mixed_as_well_as_can_be(players, rounds):
    assert rotation(tuple(f"p{k}" for k in range(players)), rounds, 3).balance.perfect


def test_the_same_seed_gives_the_same_evening():
    names = tuple(f"p{k}" for k in range(11))
    rotation.cache_clear()
    first = rotation(names, 5, 8)
    rotation.cache_clear()
    assert rotation(names, 5, 8) == first
    assert rotation(names, 5, 9) != first


def test_the_schedule_reports_its_balance():
    found = schedule(tournament("rotating_partners", 8))
    assert (len(found.rounds), found.made_by, found.balance.perfect) == (7, "whist", True)


def test_pairing_round_by_round_follows_the_schedule():
    t = tournament("rotating_partners", 10, rounds=5)
    plan = [{t.sides for t in d.tables} for d in schedule(t).rounds]
    t = played(t, 5)
    assert [{table.sides for table in r.tables} for r in t.rounds] == plan
    assert check(t) == []


def test_a_player_who_comes_late_or_leaves_does_not_stop_the_evening():
    t = played(tournament("rotating_partners", 9, rounds=6), 2)
    t = corrections.with_entrant(t, Entrant("late", "Late", None, 3))
    t = corrections.withdraw_entrant(t, "e1", 4)
    t = played(t, 4)
    assert len(t.rounds) == 6
    assert check(t) == []
    for one in t.rounds[2:]:
        out = set(one.byes) | {i for table in one.tables for i in table.ids}
        assert ("late" in out, "e1" in out) == (True, one.number < 4)


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(2, 24), st.integers(1, 2))
def test_in_a_round_robin_everyone_meets_everyone_as_often_as_there_are_legs(count, legs):
    t = played(tournament("round_robin", count, legs=legs), 100)
    met = Counter(frozenset(table.ids) for r in t.rounds for table in r.tables)
    assert met == Counter({frozenset(p): legs for p in combinations([f"e{k}" for k in range(1, count + 1)], 2)})
    assert len(t.rounds) == legs * (count - 1 + count % 2)
    assert check(t) == []


def test_berger_tables_are_as_printed_in_every_handbook():
    t = played(tournament("round_robin", 6), 3)
    lines = [[tuple(int(i[1:]) for i in pair) for pair in seats(r)] for r in t.rounds]
    assert lines == [[(1, 6), (2, 5), (3, 4)], [(6, 4), (5, 3), (1, 2)], [(2, 6), (3, 1), (4, 5)]]


def test_a_late_entry_to_a_round_robin_takes_the_empty_chair():
    t = played(tournament("round_robin", 5), 2)
    t = corrections.with_entrant(t, Entrant("late", "Late", None, 3))
    t = played(t, 10)
    assert len(t.rounds) == 5
    assert all(not r.byes for r in t.rounds[2:])


def test_a_late_entry_that_upsets_the_table_still_meets_everyone():
    t = played(tournament("round_robin", 6), 2)
    t = corrections.with_entrant(t, Entrant("late", "Late", None, 3))
    t = played(t, 20)
    met = {frozenset(table.ids) for r in t.rounds for table in r.tables}
    assert len(met) == 21
    assert check(t) == []


@pytest.mark.parametrize("count", [4, 7, 8, 11, 16])
def test_in_a_mitchell_north_south_stay_and_meet_every_east_west_once(count):
    t = played(tournament("mitchell", count), 100)
    north: dict[str, set[int]] = {}
    met = [frozenset(table.ids) for r in t.rounds for table in r.tables]
    for r in t.rounds:
        for table in r.tables:
            north.setdefault(table.sides[0][0], set()).add(table.number)
    assert len(met) == len(set(met)) == (count // 2) * ((count + 1) // 2)
    if count % 2 == 0:
        assert all(len(tables) == 1 for tables in north.values())
    assert check(t) == []


def test_winners_move_up_and_losers_stay():
    t = played(tournament("winners_up", 8, rounds=3), 1)
    assert seats(t.rounds[0]) == [("e1", "e2"), ("e3", "e4"), ("e5", "e6"), ("e7", "e8")]
    assert seats(next_round(t).as_round()) == [("e1", "e3"), ("e5", "e4"), ("e7", "e6"), ("e2", "e8")]
    down = played(tournament("winners_up", 8, rounds=3, losers="down"), 1)
    assert {frozenset(pair) for pair in seats(next_round(down).as_round())} == {
        frozenset(("e1", "e3")),
        frozenset(("e5", "e2")),
        frozenset(("e7", "e4")),
        frozenset(("e6", "e8")),
    }


def test_partners_change_at_every_move_and_stay_where_the_tournament_says_so():
    t = played(tournament("winners_up", 12, rounds=4, individuals=True), 4)
    sides = [frozenset(side) for r in t.rounds[:2] for table in r.tables for side in table.sides]
    assert len(set(sides)) == len(sides)
    t = played(tournament("winners_up", 12, rounds=4, individuals=True, partners="keep"), 4)
    first = {frozenset(side) for table in t.rounds[0].tables for side in table.sides}
    assert all(frozenset(side) in first for r in t.rounds for table in r.tables for side in table.sides)


def test_those_who_sit_out_of_a_progressive_evening_take_turns():
    t = played(tournament("winners_up", 9, rounds=8), 8)
    out = Counter(i for r in t.rounds for i in r.byes)
    assert max(out.values()) == 1
    assert check(t) == []
