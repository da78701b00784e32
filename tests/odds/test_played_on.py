"""A game continued at random: the engine's hands, no bias, and counts that match the exact chances."""

from __future__ import annotations

import random

import pytest

from scorekeeper.engine.auction import FREE, lowest_bid
from scorekeeper.engine.endings import ongoing_score_range
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import advance
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules
from scorekeeper.engine.scoring import is_at_or_above_line, score_hand, score_lines, sum_lines
from scorekeeper.engine.state import State
from scorekeeper.odds import chance_hands as hands_by_chance
from scorekeeper.odds import monte_carlo
from scorekeeper.odds.bidding_model import WHOLE, Habits, expect
from scorekeeper.odds.chance_hands import SIZE, chance_hands
from scorekeeper.odds.chances import Chances, is_tractable
from scorekeeper.odds.model import chances_over_time, turning_hand
from scorekeeper.odds.monte_carlo import SimulatedGames
from scorekeeper.odds.position import Position, position_before
from scorekeeper.odds.report import next_hand_results

pytestmark = pytest.mark.slow

SEVERAL = sorted(name for name in VARIANTS_BY_NAME if not is_tractable(named_rules(name)))
HOUSES = {name: named_rules(name) for name in SEVERAL} | {
    "pairs must win or set": named_rules("six_three_pairs").with_options(opponents_score="must_win_or_set", no_trump="double"),
    "cutthroat without a hole": named_rules("cutthroat").with_options(opponents_score="always", hole_limit=None),
    "a free contract": named_rules("five_called").with_options(all_pass="dealer_free", qualifying_bid=70),
    "silent all evening": named_rules("five_silent").with_options(silent_seat=2, win_only_by_bid=True),
}


def several(rules) -> SimulatedGames:
    """Return a model for an unknown table."""
    return SimulatedGames(rules, expect(rules, Habits()))


def level(rules, score=0) -> Position:
    """Return a position with equal scores."""
    return position_before(rules, [score] * len(rules.table.sides), (), 0)


@pytest.mark.parametrize("house", HOUSES)
def test_the_engine_scores_every_hand_so_wherever_the_scores_stand(house, monkeypatch):
    """A hand's effect on a side doesn't depend on the others' scores, so each is scored only three times."""
    rules, told = HOUSES[house], []
    scored = hands_by_chance._score_hand

    def noted(rules, hand, dropped, silent):
        told.append(hand)
        return scored(rules, hand, dropped, silent)

    monkeypatch.setattr(hands_by_chance, "_score_hand", noted)
    silent, chance = rules.table.silent(0), random.Random(3)
    low, high = ongoing_score_range(rules)
    found = chance_hands(rules, expect(rules, Habits()), (), silent)
    high_bid = max(lowest_bid(rules), rules.qualifying_bid)
    for hand, ahead in chance.sample(list(zip(told, found, strict=True)), 300):
        scores = [chance.randrange(low, high + 1, 5) for _ in rules.table.sides]
        loud = [seat for seat in range(rules.table.players) if hand.bid != FREE and chance.random() < 0.4]
        spoke = {rules.table.side_of[seat] for seat in loud}
        now = Played(hand.contractor, hand.bid, hand.points, dict.fromkeys(loud, high_bid), hand.trump, hand.called_seat)
        lines = score_lines(rules, now, score_hand(rules, now, (), silent), scores)
        expected = [
            (ahead.spoke if side in spoke else ahead.quiet)[side] if is_at_or_above_line(rules, score) else ahead.below[side]
            for side, score in enumerate(scores)
        ]
        assert list(sum_lines(lines, len(scores))) == expected, (hand, scores)


@pytest.mark.parametrize("name", SEVERAL)
def test_what_may_come_is_as_likely_as_is_expected_and_the_same_for_every_side(name):
    rules = named_rules(name)
    expected, silent = expect(rules, Habits()), rules.table.silent(0)
    found = chance_hands(rules, expected, (), silent)
    assert len(found) == SIZE
    sides = sorted({hand.side for hand in found})
    assert len(sides) == len(rules.table.sides) - (silent is not None)
    assert {sum(hand.side == side for hand in found) for side in sides} == {SIZE // len(sides)}
    made = sum(
        share * part
        for bid, share in expected.bids
        for took, part in expected.takes[bid]
        if took >= (100 if isinstance(bid, str) else bid)
    )
    assert abs(sum(hand.made for hand in found) / SIZE - made / WHOLE**2) < 0.01
    own = [sorted(hand.below[side] for hand in found if hand.side == side) for side in sides]
    assert all(one == own[0] for one in own)


@pytest.mark.parametrize("name", ["standard", "online_kitty", "bloutte", "le_rough"])
def test_what_is_counted_is_what_is_worked_out_where_both_can_be_done(name, monkeypatch):
    monkeypatch.setattr(monte_carlo, "MOST_GAMES", 2000)
    rules = named_rules(name)
    counted, worked_out = several(rules), Chances(rules, expect(rules, Habits())).solve()
    for scores in ((0, 0), (rules.target - 50, 0), (-50, 50), (rules.target - 5, rules.target - 30)):
        first, _ = worked_out.shares(Position(scores))
        spread = (first * (WHOLE - first) / counted.games) ** 0.5
        assert abs(counted.shares(Position(scores))[0] - first) < 3 * spread, scores


@pytest.mark.parametrize("name", SEVERAL)
def test_somebody_wins_and_nobody_is_better_off_where_all_stand_alike(name):
    rules = named_rules(name)
    sides = len(rules.table.sides)
    shares = several(rules).shares(level(rules))
    assert WHOLE - sides <= sum(shares) <= WHOLE * 1.02
    if not rules.table.rotating_silent:  # the silent player of the coming hand has one contract less
        assert all(abs(share - WHOLE // sides) < 0.045 * WHOLE for share in shares), shares
    near = position_before(rules, [rules.target - 30, *[0] * (sides - 1)], (), 0)
    assert several(rules).shares(near)[0] > 0.6 * WHOLE


@pytest.mark.parametrize("name", SEVERAL)
def test_the_coming_hand_comes_to_the_chance_itself(name):
    rules = named_rules(name)
    counted, moment = several(rules), level(rules, rules.target - 100)
    parts = next_hand_results(counted, moment)
    assert abs(sum(part.chance for part in parts) - WHOLE) <= len(parts)
    for side, share in enumerate(counted.shares(moment)):
        assert abs(sum(part.chance * part.after[side] for part in parts) // WHOLE - share) < 100


def test_a_pair_that_has_dropped_out_wins_no_more_and_the_others_play_on():
    rules = named_rules("six_three_pairs")
    shares = several(rules).shares(Position((50, -200, 50), (1,)))
    assert shares[1] == 0
    assert abs(shares[0] - shares[2]) < 0.1 * WHOLE
    assert abs(sum(shares) - WHOLE) <= 2


def test_a_far_target_and_a_game_that_does_not_end_are_played_on_too(monkeypatch):
    far = several(named_rules("standard").with_options(target=5000))
    assert far.games == monte_carlo.LEAST_GAMES
    assert 0.35 * WHOLE < far.shares(Position((0, 0)))[0] < 0.65 * WHOLE
    monkeypatch.setattr(monte_carlo, "MOST_HANDS", 3)
    short = several(named_rules("cutthroat").with_options(target=5000))
    assert sum(short.shares(Position((600, 0, 0, 0)))) >= WHOLE - 4
    assert short.shares(Position((600, 0, 0, 0)))[0] == WHOLE


def test_the_same_is_said_again_and_only_so_much_is_kept(monkeypatch):
    monkeypatch.setattr(monte_carlo, "REMEMBERED", 2)
    rules = named_rules("cutthroat")
    one = several(rules)
    first = one.shares(level(rules))
    for score in (5, 10, 15):
        one.shares(level(rules, score))
    assert len(one.known) == 2
    assert one.shares(level(rules)) == first == several(rules).shares(level(rules))


def test_the_course_of_a_game_for_several_goes_by_side_and_ends_with_its_winner():
    state = State(named_rules("five_silent"), 0)
    model, hands = several(state.rules), []
    while not state.outcome.over:
        seat = next(seat for seat in (0, 1) if seat != state.silent)
        hands.append(advance(state, Played(seat, 60, (75, 25), {})))
    went = chances_over_time(model, state, hands)
    assert len(went) == len(hands) + 1
    assert {len(shares) for shares in went} == {5}
    assert went[-1] == [WHOLE if side in state.outcome.winners else 0 for side in range(5)]
    assert went[1] == model.shares(position_before(state.rules, hands[0].scores, (), hands[1].dealer))


def test_of_a_long_game_the_chances_are_told_for_its_last_hands_alone():
    rules = named_rules("cutthroat").with_options(target=5000, hole_limit=None)
    state = State(rules, 0)
    played = [Played(n % 4, 60, tuple(70 if s == n % 4 else 10 for s in range(4)), {}) for n in range(40)]
    hands = [advance(state, hand) for hand in played]
    went = chances_over_time(several(rules), state, hands)
    assert [bool(shares) for shares in went] == [False] * 28 + [True] * 13
    assert turning_hand([[], [], [WHOLE // 2, WHOLE // 2], [WHOLE, 0]], 0) == (2, WHOLE // 2, WHOLE)
    assert turning_hand([[], []], 0) is None
