"""No side that can still win with a hand is said to be unable to."""

from __future__ import annotations

import random

import pytest

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import advance
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules
from scorekeeper.engine.scoring import pile_count
from scorekeeper.engine.state import State
from scorekeeper.messages.odds import CANNOT, TOGETHER, UNSURE, no_way_text
from scorekeeper.odds.bidding_model import Habits, expect
from scorekeeper.odds.model import model_of
from scorekeeper.odds.report import odds_at
from scorekeeper.odds.winning_results import ways_to_win, winnable
from tests.tiers import examples

EN = t_for("en")
TWO_SIDES = ("standard", "online_kitty", "informal", "north_300")
PAIRED = [name for name in VARIANTS_BY_NAME if pile_count(named_rules(name)) == 2 and len(named_rules(name).table.sides) == 2]


def standing(rules, chance: random.Random) -> State:
    """Return a game between two hands that is not over."""
    while True:
        low = -(rules.hole_limit or rules.target)
        state = State(rules, 0, [5 * chance.randint(low // 5 + 1, rules.target // 5 - 1) for _ in rules.table.sides])
        if not state.outcome.over:
            return state


def winners_of_every_hand(state: State) -> set[int]:
    """Return the sides that some possible hand makes win."""
    rules, won = state.rules, set()
    seats = [(0, 1), (1, 0)]
    bids = [*range(rules.minimum_bid or 5, 101, 5), *(["100-for-200"] if rules.hundred_for_200 else [])]
    for seat, other in seats:
        for bid in bids:
            for took in range(0, 101, 5):
                for told in ({}, {other: 100}):
                    for trump in ("S", "NT") if rules.no_trump == "double" else ("S",):
                        for announced in (False, True) if rules.announced_all and state.scores[seat] >= 0 else (False,):
                            points = (took, 100 - took) if seat == 0 else (100 - took, took)
                            hand = Played(seat, bid, points, told, trump, announced_all=announced)
                            won.update(advance(state.copy(), hand).outcome.winners)
    return won


def check(rules, chance: random.Random, times: int) -> set[str]:
    """Compare the messages for sides without a way to win with every possible hand, and return the messages."""
    said = set()
    for _ in range(times):
        state = standing(rules, chance)
        sides = [side for side, mine in enumerate(ways_to_win(state)) if not mine]
        if not sides:
            continue
        found, won = winnable(state, sides), winners_of_every_hand(state)
        for side in sides:
            said.add(no_way_text(EN, found[side]))
            assert found[side] == (side in won), (rules, state.scores, side)
    return said


@pytest.mark.parametrize("rules", TWO_SIDES)
def test_a_side_is_told_that_it_cannot_win_only_where_no_possible_hand_wins(rules):
    check(named_rules(rules), random.Random(200), 6)


@pytest.mark.slow
@pytest.mark.parametrize("rules", PAIRED)
def test_the_same_under_every_named_rule_set_of_two_sides(rules):
    check(named_rules(rules), random.Random(7), examples(25))


@pytest.mark.parametrize(
    ("rules", "scores", "said"),
    [
        ("standard", (-15, -120), {0: TOGETHER, 1: CANNOT}),
        ("standard", (0, 0), {0: CANNOT, 1: CANNOT}),
        ("online_kitty", (155, 20), {1: CANNOT}),
    ],
)
def test_what_a_side_without_a_way_is_told(rules, scores, said):
    state = State(named_rules(rules), 0, scores)
    assert {side: no_way_text(EN, found) for side, found in winnable(state, list(said)).items()} == said


def test_the_hand_that_wins_from_the_box_is_found():
    """At -15 to -120 the others fail a bid of 80. They drop to -200, and the defenders rise above zero."""
    state = State(named_rules("standard"), 0, (-15, -120))
    assert ways_to_win(state) == [[], []]
    assert advance(state.copy(), Played(1, 80, (25, 75), {})).outcome.winners == (0,)
    odds = odds_at(state, [], Habits(), model_of(state.rules, expect(state.rules, Habits())), whole=False)
    assert odds.winnable == {0: True, 1: False}


def test_with_too_many_hands_to_try_nothing_is_promised():
    """Six single players can divide a hand's points in 53,130 ways."""
    state = State(named_rules("six_three_pairs"), 0, (-30, -150, -150))
    assert no_way_text(EN, winnable(state, [0])[0]) in (TOGETHER, UNSURE)
    assert no_way_text(EN, None) == UNSURE
