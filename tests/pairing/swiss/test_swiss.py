from collections.abc import Sequence

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.pairing.directing import corrections
from scorekeeper.pairing.directing.director import next_round
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Result
from scorekeeper.pairing.swiss.field import Cost, Field
from scorekeeper.pairing.swiss.fold import best_pairs, weigh_every_pair
from tests.pairing.events import HISTORIES, by_chance, field_after, fields_played, played, seats, tournament
from tests.tiers import examples

pytestmark = pytest.mark.slow


def from_the_fold(points: Sequence[int], i: int, j: int) -> int:
    """Return how far a pair is from the fold (docs/reference/pairing-decisions.md). For the bye, `j` is len(points)."""
    values = sorted(set(points), reverse=True)
    groups = [[k for k, p in enumerate(points) if p == value] for value in values]
    g = values.index(points[i])
    to_last = groups[g][-1] - i
    if j == len(points):
        return to_last**2 + (len(groups) - 1 - g) ** 2
    if points[i] != points[j]:
        return to_last**2 + groups[values.index(points[j])].index(j) ** 2
    above = sum(len(group) for group in groups[:g])
    folded = len(groups[g]) - above % 2 - (above + len(groups[g])) % 2
    return (j - i - folded // 2) ** 2


def least_by_networkx(field: Field) -> tuple[int, int, int, int]:
    """Return rematches, second byes, squared gaps and fold distance of the minimum over the complete graph."""
    n = field.entrants
    points = [*field.points, field.points[-1]]
    graph = nx.Graph()
    for i in range(n):
        for j in range(i + 1, n + n % 2):
            bye = j == n
            met = not bye and j in field.met[i]
            again = bye and field.had_bye[i] and not all(field.had_bye)
            cost = (met, again, (points[i] - points[j]) ** 2, from_the_fold(field.points, i, j))
            weight = 0
            for part in cost:
                weight = (weight << 40) + part
            graph.add_edge(i, j, cost=cost, weight=-weight)
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    costs = [graph.edges[pair]["cost"] for pair in pairs]
    return tuple(sum(column) for column in zip(*costs, strict=True))


def cost_of(field: Field, *, small: int = 64) -> tuple[int, int, int, int]:
    cost = Cost.of(field, best_pairs(field, small))
    return cost.rematches, cost.second_byes, cost.gaps, cost.fold


def test_the_first_round_is_the_top_half_against_the_bottom_half():
    draft = next_round(tournament("swiss", 8))
    assert [t.sides for t in draft.tables] == [((f"e{k}",), (f"e{k + 4}",)) for k in range(1, 5)]
    assert [r.code for r in draft.tables[0].why] == ["swiss.seeds"]


def test_the_last_seed_has_the_first_bye():
    draft = next_round(tournament("swiss", 7))
    assert draft.byes == ("e7",)
    assert seats(draft.as_round()) == [("e1", "e4"), ("e2", "e5"), ("e3", "e6")]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("entrants", "rounds"), [(20, 10), (21, 9), (20, 18), (9, 7), (6, 5)])
def test_the_cost_is_the_exact_minimum_where_few_legal_pairings_are_left(entrants, rounds, seed):
    field = field_after(entrants, rounds, seed)
    right = least_by_networkx(field)
    assert cost_of(field, small=64) == right
    assert cost_of(field, small=0) == right


@pytest.mark.parametrize("history", range(len(HISTORIES)))
def test_the_cost_is_the_exact_minimum_all_through_an_event(history):
    for field in fields_played(25 - history % 2, 12, history, **HISTORIES[history]):
        assert cost_of(field, small=0) == least_by_networkx(field)


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(3, 40), st.integers(0, 9), st.integers(0, 10**6))
def test_the_proof_finds_the_same_pairs_as_weighing_every_pair(entrants, rounds, seed):
    field = field_after(entrants, min(rounds, entrants - 1), seed)
    assert best_pairs(field, small=0) == weigh_every_pair(field)


@pytest.mark.parametrize("history", range(len(HISTORIES)))
def test_late_rounds_of_an_event_get_the_exact_minimum_too(history):
    for field in fields_played(101 + history, 11, history, **HISTORIES[history]):
        assert best_pairs(field) == weigh_every_pair(field)


def test_who_floats_past_a_group_may_have_the_bye_of_the_last():
    """Two alone in their group have met. Nearest to the fold, one gets the bye and the other the first of the last group."""
    met = [frozenset(), frozenset(), frozenset({3}), frozenset({2}), *[frozenset()] * 13]
    field = Field([9, 9, 2, 2, *[0] * 13], met, [False] * 17)
    assert dict(map(reversed, best_pairs(field, small=0)))[17] in (2, 3)
    assert cost_of(field, small=0) == least_by_networkx(field)


def test_a_round_is_found_where_rematches_cannot_be_avoided():
    """Seventy entrants who have met every second one of the others: two odd groups that can't pair within."""
    field = Field([0] * 70, [frozenset(range(1 - i % 2, 70, 2)) for i in range(70)], [False] * 70)
    assert Cost.of(field, best_pairs(field)).rematches == 1
    assert best_pairs(field) == weigh_every_pair(field)


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(examples(30)))
def test_the_proof_holds_for_thousands_of_fields(hundred):
    for seed in range(100 * hundred, 100 * hundred + 100):
        field = field_after(3 + seed % 58, min(seed % 11, 2 + seed % 58), seed)
        assert best_pairs(field, small=0) == weigh_every_pair(field), seed


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(examples(120)))
def test_the_proof_holds_all_through_events_of_every_kind(seed):
    entrants = 3 + 37 * seed % 60 if seed % 3 else 60 + 41 * seed % 140
    for number, field in enumerate(fields_played(entrants, min(entrants - 1, 20), seed, **HISTORIES[seed % len(HISTORIES)]), 1):
        assert best_pairs(field, small=0) == weigh_every_pair(field), (entrants, number)


def test_nobody_has_a_second_bye_before_everyone_has_had_one():
    t = played(tournament("swiss", 9, rounds=7), 7, by_chance(3))
    byes = [i for r in t.rounds for i in r.byes]
    assert len(byes) == len(set(byes)) == 7


def test_a_forced_rematch_is_played_all_the_same_and_says_so():
    t = played(tournament("swiss", 4, rounds=6), 3)
    draft = next_round(t)
    assert draft.rematches == 2
    assert all(table.why[0].code == "rematch" for table in draft.tables)


def test_too_many_rounds_for_so_few_entrants_are_remarked_upon():
    assert [n.code for n in next_round(tournament("swiss", 6, rounds=4)).notes] == ["swiss.round_robin"]
    assert next_round(tournament("swiss", 8, rounds=4)).notes == ()


def test_an_odd_number_may_seat_three_at_one_table():
    t = played(tournament("swiss", 7, rounds=3, six_table=True), 3, by_chance(1))
    for one in t.rounds:
        assert one.byes == ()
        assert sorted(len(table.sides) for table in one.tables) == [2, 2, 3]
    guests = [table.sides[2][0] for one in t.rounds for table in one.tables if len(table.sides) == 3]
    assert len(set(guests)) == 3


def test_a_late_pair_plays_from_the_round_it_joined_and_a_gone_one_no_more():
    t = played(tournament("swiss", 6, rounds=4), 1)
    t = corrections.with_entrant(t, corrections.Entrant("late", "Late", None, 2))
    t = corrections.withdraw_entrant(t, "e1", 2)
    seated = {i for table in next_round(t).tables for side in table.sides for i in side}
    assert seated == {"e2", "e3", "e4", "e5", "e6", "late"}


def test_a_round_is_not_paired_while_a_table_is_playing():
    t = tournament("swiss", 4, rounds=3)
    t = corrections.with_round(t, next_round(t))
    with pytest.raises(TournamentError) as caught:
        next_round(t)
    assert (caught.value.code, caught.value.params["tables"]) == ("needs.results", [(1, 1), (1, 2)])


def test_there_is_no_round_after_the_last():
    with pytest.raises(TournamentError, match="finished"):
        next_round(played(tournament("swiss", 4, rounds=2), 2))


def test_the_same_record_and_seed_give_the_same_round():
    t = played(tournament("swiss", 30, seed=5, rounds=9), 4, by_chance(9))
    assert next_round(t) == next_round(t)


def test_every_table_says_why():
    t = played(tournament("swiss", 31, rounds=9), 5, by_chance(2))
    draft = next_round(t)
    assert all(table.why for table in draft.tables)
    assert set(draft.why_bye) == set(draft.byes)


def test_a_forfeit_is_a_win_for_the_other_side():
    t = corrections.with_round(tournament("swiss", 4, rounds=3), next_round(tournament("swiss", 4, rounds=3)))
    t = corrections.with_result(t, 1, 1, Result(forfeit=(0,)))
    t = corrections.with_result(t, 1, 2, Result((100, 200)))
    assert seats(next_round(t).as_round())[0] == ("e4", "e3")
