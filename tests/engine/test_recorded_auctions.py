from __future__ import annotations

import pytest

from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.compare import replay_under
from scorekeeper.engine.ruleset import named_rules
from tests.engine.table import hand, opening, play, replay_error


def hand_by_calls(*calls, points=(60, 40), **facts) -> Played:
    """Return a played hand recorded by its calls."""
    return Played(-1, 0, points, auction=calls, **facts)


def test_the_calls_tell_contractor_bid_and_who_bid():
    rules = named_rules("kitty").with_options(keep="dealer")
    by_calls = play(rules, opening(1, 100), hand_by_calls("pass", 60, 75, "keep", "pass", "pass", points=(85, 15)))
    in_short = play(rules, opening(1, 100), hand(0, 75, 85, 15, bids={2: 60, 3: 75}))
    assert by_calls.hands == in_short.hands
    assert by_calls.scores == (85, 115)


def test_defenders_who_only_passed_did_not_bid():
    assert play("standard", opening(1, 100), hand_by_calls(50, "pass", "pass", "pass", points=(40, 60))).scores == (40, 160)
    assert play("standard", opening(0, 100), hand_by_calls(50, "pass", "pass", "pass", points=(40, 60))).scores == (100, 60)


def test_the_auction_starts_at_the_left_of_the_dealer_of_that_hand():
    result = play("standard", hand_by_calls(50, "pass", "pass", "pass"), hand_by_calls(55, "pass", "pass", "pass"))
    assert [h.contractor for h in result.hands] == [1, 2]


def test_a_forced_contract_is_a_bid_of_the_minimum_and_wins_where_only_bids_win():
    rules = named_rules("standard").with_options(all_pass="dealer_minimum", win_only_by_bid=True)
    result = play(rules, opening(0, 150), hand_by_calls("pass", "pass", "pass"))
    assert (result.hands[-1].contractor, result.hands[-1].bid, result.scores[0]) == (0, 50, 210)
    assert (result.outcome.winners, result.outcome.rule) == ((0,), "end.target")


def test_a_free_contract_cannot_fail():
    last = play("le_ruff", hand_by_calls("pass", "pass", "pass", points=(10, 90))).hands[-1]
    assert (last.bid, last.made, last.deltas) == ("free", True, (10, 90))


@pytest.mark.parametrize(
    ("calls", "params"),
    [
        ((50, 52), {"index": 1, "call": 52, "seat": 2, "rule": "auction.step", "reason": "multiple", "step": 5}),
        ((50, "keep"), {"index": 1, "call": "keep", "seat": 2, "rule": "auction.keep", "reason": "not_played"}),
        ((100, 55), {"index": 1, "call": 55, "seat": None, "rule": "auction.end", "reason": "ended", "legal": []}),
        ((95,), {"index": 1, "reason": "unfinished", "seat": 2, "legal": ["pass", 100]}),
        ((), {"index": 0, "reason": "unfinished", "seat": 1}),
        (("pass",) * 4, {"index": 4, "reason": "passed_out", "seat": None}),
    ],
)
def test_an_auction_that_cannot_be_is_refused_with_the_call_and_the_rule(calls, params):
    error = replay_error("standard", hand_by_calls(*calls))
    assert (error.code, error.event) == ("auction", 1)
    assert {name: error.params[name] for name in params} == params


def test_a_pair_that_has_dropped_out_is_left_out_of_the_turn():
    start = [opening(1, -200)]
    result = play("six_three_pairs", *start, hand_by_calls("pass", 60, "pass", "pass", points=(40, 0, 60)))
    assert (result.dropped, result.hands[-1].contractor, result.scores) == ((1,), 3, (-60, -200, 60))
    assert (
        replay_error("six_three_pairs", *start, hand_by_calls("pass", 60, "pass", "pass", "pass", points=(40, 0, 60))).code
        == "auction"
    )


def test_a_silent_player_is_left_out_of_the_turn():
    result = play("five_silent", hand_by_calls("pass", 60, "pass", "pass"))
    assert result.hands[-1].contractor == 2


def test_the_hand_that_was_recorded_keeps_its_calls():
    event = hand_by_calls(50, "pass", "pass", "pass")
    play("standard", event)
    assert (event.contractor, event.bid, event.auction) == (-1, 0, (50, "pass", "pass", "pass"))


def test_under_other_rules_the_auction_keeps_the_result_it_had_under_its_own():
    keeps = named_rules("standard").with_options(keep="dealer")
    events = [
        hand_by_calls(50, "pass", "pass", "keep", "pass", points=(60, 40)),
        hand_by_calls(55, "pass", "pass", "pass", points=(30, 70)),
    ]
    under = replay_under(keeps, named_rules("standard").with_options(rounds="single"), 0, events)
    assert under.error is None
    assert [(h.contractor, h.bid) for h in under.hands] == [(0, 50), (2, 55)]
    assert events[0].auction is not None


def test_an_auction_that_cannot_be_under_its_own_rules_cannot_be_under_others():
    under = replay_under(
        named_rules("standard"), named_rules("kitty"), 0, [hand_by_calls(50, "pass", "pass", "pass"), hand_by_calls(52)]
    )
    assert (under.error.code, under.error.event, len(under.hands)) == ("auction", 2, 1)


def test_a_fact_that_only_the_recorded_rules_needed_does_not_stop_the_replay_before_the_next_auction():
    events = [opening(1, 100), hand(0, 50, 60, 40, bids=None), hand_by_calls(50, "pass", "pass", "pass")]
    under = replay_under(named_rules("standard"), named_rules("online_kitty"), 0, events)
    assert (under.error.code, under.error.event, len(under.hands)) == ("needs.bids", 3, 2)
    assert replay_under(named_rules("standard"), named_rules("online_kitty"), 0, events[:2]).error is None
