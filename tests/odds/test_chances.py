"""Chances add up, are symmetric, and grow with the score where the rules allow it."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.endings import ongoing_score_range
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import advance
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules
from scorekeeper.engine.state import State
from scorekeeper.odds.bidding_model import WHOLE, Habits, expect
from scorekeeper.odds.chances import Chances, is_tractable
from scorekeeper.odds.model import chances_over_time, model_of, turning_hand
from scorekeeper.odds.outcomes import outcomes
from scorekeeper.odds.position import Position
from scorekeeper.odds.report import next_hand_results
from tests.tiers import examples

pytestmark = pytest.mark.slow

TWO_SIDED = sorted(name for name in VARIANTS_BY_NAME if is_tractable(named_rules(name)))
_known: dict[str, Chances] = {}


def chances_of(name: str) -> Chances:
    """Return the chances for a named rule set and an unknown table."""
    if name not in _known:
        rules = named_rules(name)
        _known[name] = Chances(rules, expect(rules, Habits())).solve()
    return _known[name]


def scores_of(name: str):
    """Return a strategy for scores of a game that goes on."""
    low, high = ongoing_score_range(named_rules(name))
    one = st.integers(low // 5, high // 5).map(lambda n: 5 * n)
    return st.tuples(one, one)


@pytest.mark.parametrize("name", TWO_SIDED)
def test_what_a_hand_may_bring_is_all_there_is_and_alike_for_both_sides(name):
    rules = named_rules(name)
    for scores in ((0, 0), (rules.target - 5, 0), (rules.target - 5, rules.target - 5)):
        found = outcomes(rules, expect(rules, Habits()), scores)
        assert sum(one.chance for one in found) == WHOLE
        assert sum(one.chance for one in found if one.side == 0) == WHOLE // 2


@pytest.mark.parametrize("name", TWO_SIDED)
def test_the_engine_scores_every_outcome_so_wherever_the_scores_stand(name):
    """A hand's effect depends only on which sides are at the must-bid line, which keeps the lists short."""
    chances, chance = chances_of(name), random.Random(5)
    low, high = ongoing_score_range(chances.rules)
    for _ in range(12):
        scores = (chance.randrange(low, high + 1, 5), chance.randrange(low, high + 1, 5))
        assert chances.outcomes(*scores) == outcomes(chances.rules, chances.expected, scores)


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_both_sides_together_win_always(data):
    name = data.draw(st.sampled_from(["standard", "online_kitty", "bloutte", "informal"]))
    first, second = data.draw(scores_of(name))
    one, other = chances_of(name).at(first, second), chances_of(name).at(second, first)
    assert abs(one + other - WHOLE) <= 20
    parts = next_hand_results(chances_of(name), Position((first, second)))
    assert sum(part.chance for part in parts) == WHOLE
    assert abs(sum(part.chance * part.after[0] for part in parts) // WHOLE - one) <= 5
    assert chances_of(name).shares(Position((first, second))) == [one, WHOLE - one]


@pytest.mark.parametrize("name", ["online_kitty"])
def test_where_defenders_always_score_more_points_are_never_worse(name):
    chances = chances_of(name)
    low, high = ongoing_score_range(chances.rules)
    for second in range(low, high + 1, 15):
        column = [chances.at(first, second) for first in range(low, high + 1, 5)]
        worst = min(after - before for before, after in pairwise(column))
        assert worst >= -WHOLE // 200, (second, worst)


def test_at_the_line_a_side_that_must_bid_can_be_worse_off_than_just_below_it():
    chances = chances_of("standard")
    assert chances.at(100, 190) < chances.at(95, 190)


@pytest.mark.parametrize("name", ["standard", "online_kitty", "bloutte"])
def test_the_grid_is_off_by_less_than_one_in_a_hundred(name):
    rough, chance = chances_of(name), random.Random(2)
    fine = Chances(rough.rules, rough.expected, nodes=10_000).solve()
    assert len(fine.scores) > len(rough.scores)
    low, high = ongoing_score_range(rough.rules)
    for _ in range(300):
        first, second = (chance.randrange(max(low, -100), high + 1, 5) for _ in range(2))
        assert abs(fine.at(first, second) - rough.at(first, second)) < WHOLE // 100


def test_work_in_small_pieces_comes_to_the_same():
    whole = chances_of("bloutte")
    pieces, count = Chances(whole.rules, whole.expected), 0
    while not pieces.work(200):
        count += 1
    assert count > 20
    assert pieces.board == whole.board


def test_games_with_more_than_two_sides_or_a_far_target_are_not_worked_out_but_played_on():
    for rules in (named_rules("six_three_pairs"), named_rules("cutthroat"), named_rules("standard").with_options(target=1000)):
        assert not is_tractable(rules)
        assert model_of(rules, expect(rules, Habits())).games >= 400
    assert model_of(named_rules("bloutte"), expect(named_rules("bloutte"), Habits())).games == 0


def test_the_hand_that_turned_the_game_is_the_one_that_brought_the_winner_most():
    state = State(named_rules("standard"), 0)
    played = [Played(0, 60, (75, 25), {}), Played(1, 70, (60, 40), {0: 65}), Played(2, 65, (80, 20), {3: 60})]
    hands = [advance(state, hand) for hand in played]
    went = chances_over_time(chances_of("standard"), state, hands)
    assert went[0] == [WHOLE // 2, WHOLE // 2]
    assert went[-1] == [WHOLE, 0]
    index, before, after = turning_hand(went, 0)
    assert (index, after > before) == (1, True)
    assert turning_hand([[WHOLE // 2, WHOLE // 2]] * 2, 0) is None
