"""The example in the Glicko-2 paper: a player of 1500 meets 1400, 1550 and 1700, and wins only the first game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ratings.ratings import Rating, expected_result, update_rating

PLAYER = Rating(1500, 200, 0.06)
MET = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]


def test_the_papers_example_comes_out_as_in_the_paper():
    after = update_rating(PLAYER, MET, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@pytest.mark.parametrize(("n", "chance"), [(0, 0.639), (1, 0.432), (2, 0.303)])
def test_the_papers_expectations_come_out_as_in_the_paper(n, chance):
    assert expected_result(PLAYER, MET[n][0]) == pytest.approx(chance, abs=0.0006)


def test_without_a_game_only_the_deviation_grows_and_never_beyond_that_of_a_stranger():
    after = update_rating(PLAYER, [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.2714, abs=0.001)
    assert update_rating(Rating(), []).deviation == 350


rating = st.builds(Rating, st.floats(400, 3000), st.floats(30, 350), st.floats(0.01, 0.2))
games = st.lists(st.tuples(rating, st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=12)


@given(rating, games)
def test_the_order_of_games_in_a_period_makes_no_difference_and_nothing_runs_away(own, played):
    after = update_rating(own, played)
    again = update_rating(own, played[::-1])
    assert after.rating == pytest.approx(again.rating, abs=1e-3)
    assert 0 < after.deviation <= own.deviation + 60
    assert 0 < after.volatility < 5


@given(rating, rating)
def test_a_win_never_costs_and_a_loss_never_pays(own, other):
    assert update_rating(own, [(other, 1.0)]).rating >= own.rating
    assert update_rating(own, [(other, 0.0)]).rating <= own.rating
