"""Expectations for a hand: a default table at first, then more and more the table's own hands."""

from __future__ import annotations

import pytest

from scorekeeper.engine.auction import possible_contracts
from scorekeeper.engine.events import Adjustment, Played
from scorekeeper.engine.replay.game import advance
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules
from scorekeeper.engine.state import State
from scorekeeper.odds.bidding_model import AROUND, WHOLE, WORTH, Habits, count_hands, expect


def observed_habits(rules, *events) -> Habits:
    """Return the habits shown by a game."""
    state, habits = State(rules, 0), Habits()
    count_hands(habits, rules, [(event, advance(state, event)) for event in events])
    return habits


@pytest.mark.parametrize("name", sorted(VARIANTS_BY_NAME))
def test_all_contracts_and_all_points_together_are_certain(name):
    rules = named_rules(name)
    expected = expect(rules, Habits())
    assert sum(share for _, share in expected.bids) == WHOLE
    assert {bid for bid, _ in expected.bids} <= set(possible_contracts(rules))
    for bid, _ in expected.bids:
        assert sum(share for _, share in expected.takes[bid]) == WHOLE
        assert all(0 <= took <= 100 and took % 5 == 0 for took, _ in expected.takes[bid])


def test_the_supposed_points_are_shares_of_a_thousand():
    assert sum(AROUND.values()) == 1000


def test_what_was_played_is_counted_and_what_was_not_is_not():
    rules = named_rules("informal")
    habits = observed_habits(
        rules,
        Played(0, 60, (75, 25), {1: 55}, "S"),
        Adjustment(1, -20, "revoke"),
        Played(1, 70, (60, 40), None),
        Played(2, "100-for-200", (90, 10), {}, "H"),
    )
    assert (habits.hands, habits.bids) == (3, {60: 1, 70: 1, "100-for-200": 1})
    assert habits.points == {15: 1, -25: 1}
    assert (habits.spoke, habits.heard) == (1, 2)
    assert (habits.sans, habits.named, habits.made) == (0, 2, 0)


def test_the_own_hands_outweigh_the_supposed_table_as_they_become_many():
    rules = named_rules("standard")
    shares = [dict(expect(rules, Habits(hands=n, bids={80: n})).bids)[80] for n in (0, WORTH, 10 * WORTH)]
    assert shares[0] < WHOLE // 100
    assert shares[1] == pytest.approx(WHOLE // 2, rel=0.02)
    assert shares[2] > 9 * WHOLE // 10


def test_hundred_for_two_hundred_is_made_as_often_as_the_table_made_it():
    rules = named_rules("informal")
    never = dict(expect(rules, Habits(hands=6, bids={"100-for-200": 6})).takes["100-for-200"])
    always = dict(expect(rules, Habits(hands=6, bids={"100-for-200": 6}, made=6)).takes["100-for-200"])
    assert never[100] == pytest.approx(WHOLE * 2 // 10, abs=20)
    assert always[100] == pytest.approx(WHOLE * 8 // 10, abs=20)
