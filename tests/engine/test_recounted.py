from __future__ import annotations

import pytest

from scorekeeper.engine.events import NewDealer, PassedOut
from scorekeeper.engine.replay.compare import replay_under
from scorekeeper.engine.ruleset import named_rules
from tests.engine.table import hand, opening

KITTY = named_rules("kitty")
CALLED = named_rules("five_called")
ALONE = named_rules("cutthroat").with_options(pack=40, kitty=4)


def under(recorded, *events, **differs):
    """Return the replay with these options changed."""
    return replay_under(recorded, recorded.with_options(**differs), 0, events)


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (hand(9, 60, 60, 40, discard_points=10), "event"),
        (hand(-1, 60, 60, 40, discard_points=10), "event"),
        (hand(0, 60, 60, 40, 0, discard_points=10), "points.count"),
        (hand(0, 60, -5, 105, discard_points=10), "points.value"),
        (hand(0, 60, 60, 45, discard_points=10), "points.sum"),
        (hand(0, 60, 60, 40, discard_points=41), "points.value"),
        (hand(0, 60, 70, 30, discard_points=40), "points.value"),
    ],
)
def test_piles_that_nobody_can_have_counted_are_not_counted_again(event, code):
    result = under(KITTY, hand(1, 60, 30, 70, discard_points=0), event, discard_to="contractor")
    assert (result.error.code, result.error.event, len(result.hands)) == (code, 2, 1)


@pytest.mark.parametrize(
    ("to", "other", "piles", "points", "right"),
    [
        ("opponents", "contractor", (60, 40), 10, (70, 30)),
        ("opponents", "contractor", (100, 0), None, (100, 0)),
        ("last_trick", "contractor", (100, 0), 10, (100, 0)),
        ("first_trick", "opponents", (100, 0), 10, (90, 10)),
        ("last_trick", "opponents", (95, 5), 10, (85, 15)),
        ("last_trick", "first_trick", (60, 40), 0, (60, 40)),
    ],
)
def test_the_discard_moves_wherever_there_is_one_way_only(to, other, piles, points, right):
    result = under(KITTY.with_options(discard_to=to), hand(0, 50, *piles, discard_points=points), discard_to=other)
    assert (result.error, result.scores) == (None, right)


@pytest.mark.parametrize(
    ("to", "other", "piles", "points", "code"),
    [
        ("opponents", "contractor", (95, 5), None, "needs.discard_points"),
        ("last_trick", "contractor", (60, 40), 10, "needs.discard_pile"),
        ("last_trick", "first_trick", (100, 0), 10, "needs.discard_pile"),
    ],
)
def test_where_it_could_have_moved_two_ways_nobody_knows(to, other, piles, points, code):
    assert (
        under(KITTY.with_options(discard_to=to), hand(0, 50, *piles, discard_points=points), discard_to=other).error.code == code
    )


def test_among_several_defenders_the_only_pile_that_can_hold_the_discard_holds_it():
    assert under(ALONE, hand(0, 30, 55, 0, 5, 40, discard_points=10), discard_to="contractor").scores == (65, 0, 5, 30)
    many = under(ALONE, hand(0, 30, 55, 0, 15, 30, discard_points=10), discard_to="contractor")
    assert many.error.code == "needs.discard_pile"


def test_a_side_that_has_dropped_out_gets_no_discard():
    six = named_rules("six_kitty").with_options(discard_to="contractor")
    events = [opening(0, -200), hand(1, 50, 0, 60, 40, discard_points=10)]
    assert under(six, *events, discard_to="opponents").scores == (-200, 50, 50)
    assert under(six, hand(1, 50, 0, 60, 40, discard_points=10), discard_to="opponents").error.code == "needs.discard_pile"


def test_a_discard_is_no_matter_where_there_is_no_kitty():
    result = replay_under(KITTY, named_rules("standard"), 0, [hand(0, 60, 60, 40, discard_points=30)])
    assert (result.error, result.scores) == (None, (60, 40))
    assert replay_under(KITTY, named_rules("standard"), 0, [hand(0, 60, 60, 40, discard_points=45)]).error.code == "points.value"


def test_tricks_of_their_own_are_added_up_where_defenders_are_a_team():
    own = CALLED.with_options(defenders_score="own_tricks")
    event = hand(0, 50, 30, 10, 20, 40, 0, called_seat=2)
    assert under(own, event, defenders_score="temporary_team").scores == (50, 50, 50, 50, 50)
    assert under(own, hand(0, 50, 30, 10, 20, 40, 0), defenders_score="temporary_team").error.code == "needs.called_seat"
    assert under(own, hand(0, 50, 30, 10, 20, 40, 0, called_seat=7), defenders_score="temporary_team").error.code == "event"
    assert under(ALONE, hand(1, 30, 0, 60, 15, 25), defenders_score="temporary_team").scores == (40, 60, 40, 40)


def test_the_silent_partners_tricks_are_the_contractors_whoever_deals():
    own = named_rules("five_silent").with_options(defenders_score="own_tricks")
    events = [PassedOut(), NewDealer(3), hand(4, 50, 10, 20, 40, 0, 30)]  # 2 is silent
    result = under(own, *events, defenders_score="temporary_team")
    assert (result.error, result.scores) == (None, (30, 30, 0, 30, 70))


def test_the_silent_partner_is_known_where_a_hand_before_tells_too_little_under_the_recorded_rules():
    own = named_rules("five_silent").with_options(defenders_score="own_tricks", no_trump="double")
    events = [hand(1, 50, 0, 50, 20, 30, 0), hand(2, 50, 20, 10, 50, 20, 0)]  # 4 and then 0 is silent; trump is not recorded
    result = under(own, *events, defenders_score="temporary_team", no_trump="plain")
    assert (result.error, result.scores) == (None, (50, 80, 120, 80, 30))


def test_what_each_defender_took_is_not_known_of_a_team():
    event = hand(0, 50, 60, 40, called_seat=2)
    assert under(CALLED, event, defenders_score="own_tricks").error.code == "needs.piles"
    result = under(CALLED, hand(0, 50, 100, 0, called_seat=2), defenders_score="own_tricks")
    assert (result.error, result.scores) == (None, (100, 0, 100, 0, 0))
