"""A recorded game under other rules: the first different hand, the winners, and unknown results."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.errors import Malformed, UnsoundRules
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.formats.rules import rules_from_link, rules_to_link
from scorekeeper.rulings.quick_questions import quick_questions
from scorekeeper.rulings.rescore import compare, same_seats
from tests.engine.strategies import rule_sets

HANDS = (
    Played(0, 75, (85, 15), {2: 60}),
    Played(1, 75, (40, 60), {}),
    Played(1, 75, (20, 80), {}),
    Played(3, 60, (35, 65), {}),
)


def test_the_first_hand_that_scores_otherwise_is_marked_and_no_other():
    told = compare(named_rules("kitty"), named_rules("online_kitty"), 0, HANDS)
    assert [row.differs for row in told.rows] == [False, False, True, True]
    assert told.first.n == 3
    assert [row.first for row in told.rows].count(True) == 1
    assert told.error is None


def test_both_replays_are_the_engines_own():
    told = compare(named_rules("kitty"), named_rules("online_kitty"), 0, HANDS)
    assert told.recorded.scores == replay(named_rules("kitty"), 0, HANDS).scores
    assert told.other.scores == replay(named_rules("online_kitty"), 0, HANDS).scores


def test_a_game_to_100_is_over_sooner_and_the_rest_was_not_played():
    told = compare(named_rules("kitty"), named_rules("kitty").with_options(target=100, opponents_score="always"), 0, HANDS)
    assert [row.status for row in told.rows] == ["scored", "scored", "over", "over"]
    assert told.other.outcome.winners == (0,)


def test_what_the_record_does_not_tell_is_not_known_from_there_on():
    hands = (Played(0, 75, (85, 15), {2: 60}), Played(1, 75, (40, 60)), Played(1, 75, (20, 80), {}))
    told = compare(named_rules("kitty"), named_rules("kitty").with_options(target=100), 0, hands)
    assert told.unknown_from == 2
    assert told.error.code == "needs.bids"
    assert [row.status for row in told.rows] == ["scored", "unknown", "unknown"]


def test_a_discard_that_was_not_counted_leaves_the_other_pile_unknown():
    told = compare(named_rules("kitty"), named_rules("kitty").with_options(discard_to="contractor"), 0, HANDS)
    assert (told.unknown_from, told.error.code) == (1, "needs.discard_points")


def test_another_number_of_players_is_not_unknown_from_a_hand_but_told():
    told = compare(named_rules("kitty"), named_rules("cutthroat"), 0, HANDS)
    assert told.error.code == "points.count"
    assert told.unknown_from == 1


@given(rule_sets())
def test_a_rule_set_comes_back_from_its_link(rules):
    link = rules_to_link(rules)
    assert rules_from_link(link) == rules
    assert all(c.isascii() and (c.isalnum() or c in "-._~") for c in link)


@pytest.mark.parametrize("name", sorted(VARIANTS_BY_NAME))
def test_a_named_rule_set_is_linked_by_its_name(name):
    assert rules_to_link(named_rules(name)) == name


def test_a_limit_that_does_not_follow_the_target_is_spelled_out():
    rules = named_rules("kitty").with_options(target=300, hole_limit=200)
    assert rules_from_link(rules_to_link(rules)).hole_limit == 200


@given(st.text(max_size=60))
def test_any_text_as_a_link_is_rules_or_a_game_error(text):
    with suppress(UnsoundRules, Malformed):
        assert rules_to_link(rules_from_link(text))


def test_the_hole_limit_follows_the_target_in_a_quick_question():
    recorded = RuleSet(named_rules("kitty").values())
    (question, *_rest) = quick_questions(str, recorded)
    assert (question.rules.target, question.rules.hole_limit) == (300, 300)


@pytest.mark.parametrize("name", sorted(VARIANTS_BY_NAME))
def test_there_are_three_quick_questions_each_about_another_option_that_differs(name):
    rules = named_rules(name)
    asked = quick_questions(str, rules)
    assert len({one.option for one in asked}) == 3
    assert all(one.rules != rules and same_seats(rules, one.rules) for one in asked)


def test_a_question_that_the_record_cannot_answer_comes_last():
    rules = named_rules("kitty")
    asked = quick_questions(str, rules, lambda changed: changed.target == rules.target)
    assert "target" not in [one.option for one in asked]
