from __future__ import annotations

import pytest

from scorekeeper.engine.errors import Illegal, Malformed, NotEnoughKnown
from scorekeeper.engine.ruleset import named_rules
from tests.engine.table import hand, opening, play, reasons, replay_error


def test_a_made_contract_scores_what_the_side_took():
    last = play("standard", hand(0, 75, 85, 15)).hands[-1]
    assert last.deltas == (85, 15)
    assert reasons(last) == [("score.made", 0, 85), ("score.opponents", 1, 15)]


def test_a_contract_made_exactly_is_made():
    assert play("standard", hand(1, 60, 40, 60)).hands[-1].made


def test_a_failed_contract_costs_the_bid_and_the_opponents_keep_their_pile():
    last = play("standard", hand(0, 75, 70, 30)).hands[-1]
    assert (last.made, last.deltas, last.boxed) == (False, (-75, 30), (True, False))


def test_a_side_at_the_line_that_did_not_bid_scores_nothing_and_the_reason_says_so():
    last = play("standard", opening(1, 100), hand(0, 60, 60, 40)).hands[-1]
    assert last.deltas == (60, 0)
    assert reasons(last)[-1] == ("score.must_bid", 1, 0)
    assert last.lines[-1].params == {"pile": 40, "score": 100, "line": 100, "qualifying": 0}


def test_a_bid_of_either_partner_is_enough():
    for seat in (1, 3):
        assert play("standard", opening(1, 100), hand(0, 60, 60, 40, bids={seat: 50})).scores == (60, 140)


def test_one_point_below_the_line_nobody_asks_who_bid():
    assert play("standard", opening(1, 95), hand(0, 60, 60, 40, bids=None)).scores == (60, 135)


def test_the_line_counts_the_score_before_the_hand():
    assert play("standard", opening(1, 90), hand(0, 50, 50, 50, bids=None)).scores == (50, 140)


def test_the_contractors_side_never_has_to_have_bid():
    assert play("standard", opening(0, 150), hand(0, 60, 80, 20)).scores == (230, 20)


def test_a_bid_below_the_qualifying_one_does_not_count():
    rules = named_rules("standard").with_options(qualifying_bid=60)
    assert play(rules, opening(1, 100), hand(0, 75, 75, 25, bids={1: 55})).scores == (75, 100)
    assert play(rules, opening(1, 100), hand(0, 75, 75, 25, bids={1: 55, 3: 60})).scores == (75, 125)


def test_a_margin_of_the_house_moves_the_line():
    rules = named_rules("standard").with_options(margin=50)
    assert play(rules, opening(1, 145), hand(0, 60, 60, 40)).scores == (60, 185)
    assert play(rules, opening(1, 150), hand(0, 60, 60, 40)).scores == (60, 150)


def test_within_fifty_a_side_scores_only_by_winning_the_auction_or_setting_the_contract():
    rules = named_rules("standard").with_options(opponents_score="must_win_or_set")
    made = play(rules, opening(1, 150), hand(0, 60, 70, 30, bids={1: 55}))
    assert made.scores == (70, 150)
    assert reasons(made.hands[-1])[-1] == ("score.must_win_or_set", 1, 0)
    assert play(rules, opening(1, 150), hand(0, 60, 55, 45)).scores == (-60, 195)


def test_sans_atout_doubles_each_change_by_a_line_of_its_own():
    rules = named_rules("standard").with_options(no_trump="double", hundred_for_200=True)
    last = play(rules, hand(0, 70, 75, 25, trump="NT")).hands[-1]
    assert last.deltas == (150, 50)
    assert reasons(last)[2:] == [("score.no_trump", 0, 75), ("score.no_trump", 1, 25)]
    assert play(rules, hand(0, "100-for-200", 100, 0, trump="NT")).scores == (400, 0)
    assert play(rules, hand(0, "100-for-200", 95, 5, trump="NT")).scores == (-200, 10)


def test_where_sans_atout_doubles_the_trump_must_be_known():
    error = replay_error(named_rules("standard").with_options(no_trump="double"), hand(0, 70, 75, 25))
    assert (error.code, error.event, error.kind) == ("needs.trump", 1, "unknown")


def test_the_called_partner_changes_with_the_contractor_and_the_defenders_score_together():
    last = play("five_called", hand(0, 70, 60, 40, called_seat=3)).hands[-1]
    assert last.deltas == (-70, 40, 40, -70, 40)
    assert last.lines[1].params["partner_of"] == 0


def test_each_defender_at_the_line_answers_for_his_own_bid():
    last = play("five_called", opening(1, 100), opening(2, 100), hand(0, 70, 75, 25, called_seat=4, bids={2: 60})).hands[-1]
    assert last.deltas == (75, 0, 25, 25, 75)


def test_own_tricks_are_counted_player_by_player_and_the_camp_together():
    rules = named_rules("five_called").with_options(defenders_score="own_tricks")
    assert play(rules, hand(0, 50, 30, 15, 25, 20, 10, called_seat=2)).scores == (55, 15, 55, 20, 10)


def test_the_rotating_silent_player_sits_at_dealers_right_and_scores_nothing():
    last = play("five_silent", hand(0, 65, 80, 20), first_dealer=3).hands[-1]
    assert last.deltas == (80, 20, 0, 20, 20)


def test_a_fixed_silent_player_never_deals_and_keeps_no_score():
    rules = named_rules("five_silent").with_options(silent_seat=4)
    result = play(rules, hand(0, 65, 80, 20), first_dealer=3)
    assert (result.scores, result.next_dealer) == ((80, 20, 20, 20), 0)
    with pytest.raises(Illegal):
        play(rules, first_dealer=4)


def test_the_silent_player_can_neither_bid_nor_hold_the_contract():
    assert replay_error("five_silent", hand(2, 65, 80, 20), first_dealer=3).params["reason"] == "silent"
    assert replay_error("five_silent", hand(0, 65, 80, 20, bids={2: 50}), first_dealer=3).params["field"] == "bids"


def test_a_free_contract_is_the_dealers_and_cannot_lose():
    assert play("le_ruff", hand(0, "free", 20, 80)).hands[-1].made
    assert replay_error("le_ruff", hand(1, "free", 80, 20)).code == "bid"
    assert replay_error("standard", hand(0, "free", 20, 80)).code == "bid"


@pytest.mark.parametrize(
    ("event", "code", "kind"),
    [
        (hand(0, 60, 60, 35), "points.sum", Illegal),
        (hand(0, 60, 62, 38), "points.value", Illegal),
        (hand(0, 60, 105, -5), "points.value", Illegal),
        (hand(0, 60, 60, 40, 0), "points.count", Malformed),
        (hand(4, 60, 60, 40), "event", Malformed),
        (hand(0, 60, 60, 40, bids={0: 55}), "event", Malformed),
        (hand(0, 60, 60, 40, trump="NT"), "event", Illegal),
        (hand(0, 60, 60, 40, trump="X"), "event", Malformed),
        (hand(0, 60, 60, 40, called_seat=1), "event", Illegal),
        (hand(0, 60, 60, 40, bids={1: 45}), "bid", Illegal),
        (hand(0, 57, 60, 40), "bid", Illegal),
        (hand(0, 105, 60, 40), "bid", Illegal),
        (hand(0, 60, 60, 40, announced_all=True), "announced_all", Illegal),
        (hand(0, 60, 60, 40, discard_points=10), "points.value", Illegal),
        (hand(0, 60, 60, 40, tricks_lost=10), "event", Malformed),
    ],
)
def test_a_hand_that_does_not_fit_is_refused_by_code_and_nothing_before_it_is_lost(event, code, kind):
    error = replay_error("standard", hand(1, 55, 40, 60), event)
    assert (error.code, error.event, type(error)) == (code, 2, kind)


def test_a_called_partner_who_is_not_named_is_asked_for():
    assert isinstance(replay_error("five_called", hand(0, 70, 75, 25)), NotEnoughKnown)


def test_somebody_who_bid_without_it_being_known_how_high_bid_where_any_bid_counts():
    assert play("standard", opening(1, 100), hand(0, 60, 60, 40, bids={1: "bid"})).scores == (60, 140)


def test_how_high_somebody_bid_is_never_guessed_where_the_score_depends_on_it():
    rules = named_rules("standard").with_options(qualifying_bid=60)
    error = replay_error(rules, opening(1, 100), hand(0, 75, 75, 25, bids={1: "bid"}))
    assert (error.code, error.params["reason"], error.params["side"]) == ("needs.bids", "height", 1)
    # it need not be known if the partner's bid is high enough or nothing depends on it
    assert play(rules, opening(1, 100), hand(0, 75, 75, 25, bids={1: "bid", 3: 60})).scores == (75, 125)
    assert play(rules, opening(1, 95), hand(0, 75, 75, 25, bids={1: "bid"})).scores == (75, 120)


def test_a_contract_is_never_of_an_unknown_height():
    assert replay_error("standard", hand(0, "bid", 60, 40)).code == "bid"
