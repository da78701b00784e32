from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ratings.league import Result, Rules, rank_points, standings


def results(*points: int) -> list[Result]:
    return [Result(n, 1, Fraction(p)) for n, p in enumerate(points, 1)]


def test_places_are_worth_what_the_table_says_and_the_rest_what_is_left_for_others():
    assert rank_points(Rules((5, 3, 1), others=1), [1, 2, 3, 4, 5]) == [5, 3, 1, 1, 1]


def test_those_who_share_places_share_their_points_or_have_those_of_the_best():
    assert rank_points(Rules((5, 3, 1)), [1, 2, 2, 4]) == [5, 2, 2, 0]
    assert rank_points(Rules((5, 3, 1), share=False), [1, 2, 2, 4]) == [5, 3, 3, 0]


def test_only_the_best_results_count_and_the_others_are_shown_as_dropped():
    (line,) = standings(Rules(best=2), {"a": results(4, 10, 6)})
    assert line.points == 16
    assert [r.counts for r in line.results] == [False, True, True]


@pytest.mark.parametrize(
    ("one", "other", "by"),
    [
        ([10, 5], [8, 6], "points"),
        ([10, 4], [8, 6], "countback"),
        ([10, 4, 3], [10, 4, 2], "all"),
        ([10, 4, 3], [4, 10, 3], None),
    ],
)
def test_a_tie_is_broken_by_the_best_results_then_by_all_of_them_then_not_at_all(one, other, by):
    lines = standings(Rules(best=2), {"b": results(*other), "a": results(*one)})
    assert lines[1].separated_by == by
    assert [line.rank for line in lines] == ([1, 1] if by is None else [1, 2])
    if by:
        assert lines[0].key == "a"


points = st.lists(st.integers(0, 30), max_size=8)
seasons = st.dictionaries(st.text("abcdef", min_size=1, max_size=2), points, max_size=8)


@given(points, st.integers(1, 8))
def test_no_choice_of_so_many_results_is_worth_more_than_the_one_that_counts(made, best):
    (line,) = standings(Rules(best=best), {"a": results(*made)})
    assert line.points == max(sum(c) for c in combinations(made, min(best, len(made))))
    assert sum(r.counts for r in line.results) == min(best, len(made))


@given(points, st.integers(0, 30), st.integers(1, 8))
def test_playing_once_more_never_costs_points(made, more, best):
    before, after = (standings(Rules(best=best), {"a": results(*m)})[0].points for m in (made, [*made, more]))
    assert after >= before


@given(seasons, st.integers(1, 8))
def test_ranks_follow_points_and_do_not_hang_on_the_order_in_which_anybody_was_written_down(made, best):
    lines = standings(Rules(best=best), {k: results(*v) for k, v in made.items()})
    again = standings(Rules(best=best), {k: results(*v) for k, v in reversed(made.items())})
    assert {line.key: line.rank for line in lines} == {line.key: line.rank for line in again}
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
    for n, line in enumerate(lines, 1):
        assert line.rank == n if line.separated_by or n == 1 else line.rank == lines[n - 2].rank


@pytest.mark.slow
@given(seasons)
def test_the_best_of_all_is_the_same_as_no_limit(made):
    plain = standings(Rules(), {k: results(*v) for k, v in made.items()})
    assert plain == standings(Rules(best=8), {k: results(*v) for k, v in made.items()})


@given(st.lists(st.integers(1, 6), min_size=1, max_size=12), st.lists(st.integers(0, 20), min_size=1, max_size=10))
def test_sharing_gives_out_exactly_the_points_of_the_places_taken(groups, table):
    ranks = [1 + sum(groups[:k]) for k, size in enumerate(groups) for _ in range(size)]
    rules = Rules(tuple(sorted(table, reverse=True)))
    assert sum(rank_points(rules, ranks)) == sum(rules.worth(place) for place in range(1, len(ranks) + 1))
