from __future__ import annotations

from scorekeeper.engine.endings import Outcome, match_score
from scorekeeper.engine.events import Misdeal, PassedOut
from scorekeeper.engine.pot import settle_pot
from scorekeeper.engine.ruleset import named_rules
from tests.engine.table import hand, opening, play, reasons, replay_error


def test_the_first_side_to_reach_the_target_wins():
    result = play("standard", opening(0, 150), hand(0, 60, 65, 35))
    assert result.outcome == Outcome("won", (0,), "end.target", 1)
    assert reasons(result.hands[-1])[-1] == ("end.target", 0, 0)


def test_when_both_reach_it_the_bidding_side_wins_unless_the_house_says_the_higher():
    events = opening(0, 150), opening(1, 180), hand(0, 50, 55, 45, bids={1: 50})
    assert play("standard", *events).outcome.winners == (0,)
    assert play(named_rules("standard").with_options(both_reach="higher_score"), *events).outcome.winners == (1,)


def test_equal_at_the_top_nobody_wins_yet():
    rules = named_rules("standard").with_options(both_reach="higher_score")
    result = play(rules, opening(0, 150), opening(1, 170), hand(0, 50, 60, 40, bids={1: 50}))
    assert (result.scores, result.outcome.over) == ((210, 210), False)
    assert play(rules, opening(0, 150), opening(1, 170), hand(0, 50, 60, 40, bids={1: 50}), opening(1, 5)).outcome.winners == (1,)


def test_where_only_a_bid_can_win_a_side_above_the_target_plays_on():
    rules = named_rules("standard").with_options(win_only_by_bid=True)
    events = opening(1, 230), hand(0, 60, 65, 35, bids={1: 55})
    assert not play(rules, *events).outcome.over
    assert play(rules, *events, hand(1, 60, 40, 60)).outcome.winners == (1,)
    assert not play(rules, *events, hand(1, 60, 50, 50)).outcome.over


def test_a_forced_contract_is_a_bid_that_can_win_whoever_else_bid():
    rules = named_rules("standard").with_options(win_only_by_bid=True, all_pass="dealer_minimum")
    for bids in ({}, {2: 50}, None):
        assert play(rules, opening(0, 150), hand(0, 50, 60, 40, bids=bids)).outcome.winners == (0,)


def test_a_free_contract_is_not_a_bid_that_can_win():
    rules = named_rules("le_ruff").with_options(win_only_by_bid=True)
    assert not play(rules, opening(0, 150), hand(0, "free", 60, 40)).outcome.over


def test_a_hundred_wins_from_the_box_and_a_lost_empty_trick_changes_nothing():
    result = play("bloutte", opening(0, -90), hand(0, 60, 100, 0, tricks_lost=1))
    assert result.outcome.rule == "end.hundred"
    assert result.hands[-1].lines[-1].params == {"tricks_lost": 1}


def test_announcing_all_wins_or_loses_the_game():
    assert play("le_rough", hand(0, 70, 100, 0, announced_all=True)).outcome.winners == (0,)
    lost = play("le_rough", hand(0, 70, 95, 5, announced_all=True))
    assert (lost.outcome.winners, lost.outcome.rule) == ((1,), "end.announced_all")


def test_the_hole_waits_while_everyone_else_is_below_zero():
    saved = opening(0, -120), opening(1, -60), hand(0, 80, 65, 35)
    assert not play("standard", *saved).outcome.over
    assert play("standard", *saved, opening(1, 25)).outcome == Outcome("won", (1,), "end.hole", 1)


def test_no_hole_where_the_house_has_turned_it_off():
    rules = named_rules("standard").with_options(hole_limit=None)
    assert not play(rules, opening(0, -300)).outcome.over


def test_a_dropped_pair_leaves_the_deal_and_its_players_cannot_bid():
    events = opening(0, -120), hand(0, 80, 60, 25, 15)
    result = play("six_three_pairs", *events)
    assert (result.dropped, result.next_dealer, result.hands[-1].lines[-1].rule) == ((0,), 1, "end.drop_out")
    assert replay_error("six_three_pairs", *events, hand(3, 60, 60, 20, 20)).params["reason"] == "dropped"
    assert replay_error("six_three_pairs", *events, hand(1, 60, 10, 70, 20)).code == "points.value"


def test_a_pair_dropped_by_an_adjustment_hands_the_deal_on():
    result = play("six_three_pairs", opening(0, -200), first_dealer=3)
    assert (result.dropped, result.next_dealer) == ((0,), 4)


def test_the_last_pair_left_wins():
    result = play("six_three_pairs", opening(0, -200), opening(1, -200))
    assert result.outcome == Outcome("won", (2,), "end.hole", 1)


def test_players_on_their_own_end_the_game_at_the_hole_and_the_best_share_it():
    result = play("cutthroat", opening(0, -150), hand(0, 50, 0, 30, 30, 40))
    assert result.outcome.winners == (3,)
    result = play("cutthroat", opening(0, -150), opening(2, 10), hand(0, 50, 0, 30, 30, 40))
    assert result.outcome.winners == (2, 3)


def test_a_skunk_counts_two_games():
    negative = named_rules("standard").with_options(skunk="loser_negative")
    assert play(negative, opening(1, -20), opening(0, 150), hand(0, 60, 90, 10)).outcome.games == 2
    scoreless = named_rules("standard").with_options(skunk="loser_scoreless")
    assert play(scoreless, hand(0, 60, 100, 0), hand(2, 60, 100, 0)).outcome.games == 2
    assert play(scoreless, opening(1, 10), opening(1, -10), hand(0, 60, 100, 0), hand(2, 60, 100, 0)).outcome.games == 1


def test_passing_out_passes_the_deal_and_a_misdeal_does_not():
    rules = named_rules("standard").with_options(misdeal=True)
    assert play(rules, PassedOut(), first_dealer=3).next_dealer == 0
    assert play(rules, Misdeal(), first_dealer=3).next_dealer == 3
    assert replay_error("standard", Misdeal()).code == "misdeal"
    assert replay_error(named_rules("standard").with_options(all_pass="dealer_minimum"), PassedOut()).code == "passed_out"


def test_after_the_end_nothing_more_is_scored():
    error = replay_error("standard", opening(0, 200), hand(0, 60, 60, 40))
    assert (error.code, error.event) == ("game.over", 2)


def test_a_match_counts_games_a_skunk_two_and_ends_at_the_agreed_number():
    won = Outcome("won", (0,), "end.target", 1), Outcome("won", (1,), "end.target", 2)
    assert match_score(2, won, 3).games == (1, 2)
    assert match_score(2, won, 3).winners == ()
    assert match_score(2, (*won, Outcome("won", (1,), "end.hole", 1)), 3).winners == (1,)


def test_the_pot_is_paid_in_cents_and_the_odd_cent_goes_to_the_earliest_seat():
    rules = named_rules("pot").with_options(target=100, ante=25, boxed=10, hole=5)
    result = play(rules, hand(0, 60, 50, 30, 20), hand(1, 60, 0, 100, 0))
    settled = settle_pot(rules, result)
    assert settled.paid == (40, 25, 25, 40, 25, 25)
    assert (settled.pot, settled.won) == (180, (0, 90, 0, 0, 90, 0))
    odd = settle_pot(rules.with_options(ante=0, boxed=0, hole=0).with_options(ante=1), play(rules, hand(1, 60, 0, 100, 0)))
    assert odd.won == (0, 3, 0, 0, 3, 0)
