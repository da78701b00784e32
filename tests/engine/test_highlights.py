from __future__ import annotations

import pytest
from hypothesis import given

from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.replay.highlights import highlights
from tests.engine.strategies import games
from tests.engine.table import hand, opening, play


def highlights_by_number(rules, *events):
    """Return the highlights, with hands by number."""
    found = highlights(play(rules, *events))
    return (
        found.best and found.best.n,
        [one.n for one in found.failed],
        [one.n for one in found.run],
        found.turned and found.turned.n,
        (found.behind, found.lowest and found.lowest.n),
    )


def test_the_highest_bid_made_is_the_first_of_equals_and_a_failed_one_is_none():
    game = hand(0, 50, 55, 45), hand(1, 95, 20, 80), hand(2, 70, 75, 25), hand(1, 70, 10, 90)
    assert highlights_by_number("informal", *game)[:2] == (3, [2])


def test_a_hundred_for_200_is_higher_than_a_hundred():
    assert highlights_by_number("informal", hand(0, 100, 100, 0), opening(0, -60), hand(2, "100-for-200", 100, 0))[0] == 3


def test_a_run_is_broken_by_a_contract_of_the_other_side_and_by_one_that_fails():
    game = hand(0, 50, 55, 45), hand(2, 50, 55, 45), hand(1, 50, 45, 55), hand(0, 60, 50, 50), hand(0, 50, 55, 45)
    assert highlights_by_number("informal", *game)[2] == [1, 2]


def test_the_winners_were_in_front_for_good_after_the_last_hand_before_which_they_were_not():
    game = hand(1, 80, 10, 90), hand(0, 50, 60, 40), hand(1, 60, 80, 20), hand(0, 60, 90, 10)
    assert highlights_by_number("informal", *game)[3:] == (3, (80, 1))


def test_winners_who_were_always_in_front_were_never_behind():
    game = hand(0, 90, 90, 10), hand(2, 80, 85, 15), hand(0, 60, 90, 10)
    assert highlights_by_number("informal", *game)[3:] == (1, (0, None))


def test_a_side_that_wins_with_less_was_never_in_front_for_good():
    events = opening(0, 150), opening(1, 180), hand(0, 50, 55, 45, bids={1: 50})
    assert play("standard", *events).outcome.winners == (0,)
    assert highlights_by_number("standard", *events)[3:] == (None, (0, None))


def test_a_game_without_a_contract_has_nothing_to_tell():
    assert highlights_by_number("informal", opening(1, 220)) == (None, [], [], 1, (0, None))


@pytest.mark.slow
@given(games())
def test_what_is_told_can_be_read_off_the_hands(game):
    rules, first_dealer, events = game
    result = replay(rules, first_dealer, events)
    if not result.outcome.over:
        return
    found = highlights(result)
    assert all(one.made is False for one in found.failed)
    assert len(found.failed) == sum(one.made is False for one in result.hands)
    assert {one.side for one in found.run} == ({found.run[0].side} if found.run else set())
    first, last = (found.run[0].n, found.run[-1].n) if found.run else (1, 0)
    assert list(found.run) == [one for one in found.contracts if first <= one.n <= last]
    winners = set(result.outcome.winners)
    if found.turned:
        for one in result.hands[found.turned.n - 1 :]:
            others = [s for side, s in enumerate(one.scores) if side not in winners and side not in one.dropped]
            assert min(one.scores[side] for side in winners) > max(others)
