"""Rulings on auctions, scores and endings: the answer, its rule, and rules that change it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine.auction import Bidding, calling_order
from scorekeeper.engine.endings import Endings
from scorekeeper.engine.events import PassedOut
from scorekeeper.engine.kitty import Kitty
from scorekeeper.engine.replay.game import advance
from scorekeeper.engine.ruleset import RuleSet, named_rules
from scorekeeper.engine.scoring import Scoring
from scorekeeper.engine.state import State
from scorekeeper.formats.rules import parse_rules
from scorekeeper.messages.rules.titles import RULES
from scorekeeper.rulings import auction
from scorekeeper.rulings.answer import common_values
from scorekeeper.rulings.questions import discard, game_end, play, score
from scorekeeper.rulings.sources import source_text, sources_of
from tests.engine.strategies import played, rule_sets
from tests.rulings.asked import EN, differs_as_said, names

pytestmark = pytest.mark.slow

CASES = Path(__file__).parent.parent / "conformance"


def cases(file: str) -> list[dict]:
    return [json.loads(line) for line in (CASES / file).read_text("utf-8").splitlines() if line.strip()]


@pytest.mark.parametrize("case", cases("auction.jsonl"), ids=lambda case: case["name"])
def test_the_desk_tells_every_auction_of_the_conformance_cases_as_the_referee_does(case):
    request, expect = case["request"], case["expect"]
    if "error" in expect:
        return
    rules = parse_rules(request["rules"])
    found = auction.find(rules, auction.Question(request["dealer"], tuple(auction.Call(c) for c in request["calls"])))
    status = "illegal" if found.refused else found.bidding.status
    assert status == expect.get("status", status)
    if status == "closed":
        assert (found.bidding.contractor, found.bidding.bid) == (expect["contractor"], expect["bid"])


def test_whoever_keeps_without_the_right_to_is_told_under_which_house_rule_it_would_be_allowed():
    rules = named_rules("standard")
    calls = tuple(auction.Call(call) for call in ("pass", 60, 75, "keep"))
    told = auction.answer(EN, rules, auction.Question(0, calls), names(rules))
    assert told.verdict == "no"
    assert told.rule == "auction.keep"
    assert told.sentence == "No: P0 may not say “keep”. Under these rules a bid may not be kept. It must be raised."
    dealer = next(other for other in told.others if other.option == "keep")
    assert dealer.label == "Keeping the bid: the dealer may keep"
    assert dealer.sentence == "Yes: P0 may say “keep”. It is now P2’s turn."
    assert "La Bloutte" in dealer.played


@pytest.mark.parametrize(
    ("rules", "dealer", "dropped"), [("standard", 3, ()), ("six_three_pairs", 5, (0,)), ("five_silent", 1, ())]
)
def test_after_passes_all_round_it_is_said_who_deals_next(rules, dealer, dropped):
    rules = named_rules(rules)
    passes = (auction.Call("pass"),) * len(calling_order(rules, dealer, dropped))
    told = auction.answer(EN, rules, auction.Question(dealer, passes, dropped), names(rules))
    state = State(rules, dealer)
    state.dropped = dropped
    advance(state, PassedOut())
    assert told.sentence == f"No one has the contract, because everyone passed. P{state.dealer} deals next."


@pytest.mark.parametrize(
    ("calls", "said"),
    [((60, 75, "keep"), False), ((60, 75, "pass", "pass", "pass"), False), ((60, "pass", "pass", "pass"), True), ((60,), True)],
)
def test_a_higher_minimum_is_another_answer_only_about_the_bid_that_is_asked_about(calls, said):
    rules = named_rules("standard")
    told = auction.answer(EN, rules, auction.Question(0, tuple(map(auction.Call, calls))), names(rules))
    assert any(other.option == "minimum_bid" for other in told.others) == said


def test_a_contractor_who_holds_the_called_card_is_said_to_play_alone():
    rules = named_rules("five_called")
    alone = "P2 holds the called card and plays alone."
    for called, first in ((2, alone), (3, "P2 bid 75 and")):
        asked = score.Question((0,) * 5, 0, 2, 75, (75, 25), {}, called_seat=called)
        assert score.answer(EN, rules, asked, names(rules)).reasons[0].text.startswith(first)
    assert play.answer(EN, rules, play.Question(2, "S", ("AS",), 2), names(rules)).reasons[0].text == alone
    assert play.answer(EN, rules, play.Question(2, "S", ("AS",), 3), names(rules)).reasons == ()


def test_a_bid_out_of_turn_is_refused_by_the_turn():
    rules = named_rules("standard")
    question = auction.Question(0, (auction.Call(60), auction.Call(70, seat=0)))
    told = auction.answer(EN, rules, question, names(rules))
    assert (told.verdict, told.rule) == ("no", "auction.turn")


def test_what_the_dealer_must_do_after_three_passes_depends_on_the_house():
    rules = named_rules("standard")
    told = auction.answer(EN, rules, auction.Question(0, (auction.Call("pass"),) * 3), names(rules))
    said = {other.rules.all_pass: other.sentence for other in told.others if other.option == "all_pass"}
    assert said["dealer_minimum"] == "P0 has to take the contract at 50, because everyone else passed."
    assert said["dealer_free"] == "P0 has the contract without a bid, because everyone else passed."
    assert said["dealer_passes"] == "No one has the contract, because everyone passed. P1 deals next."


@given(rule_sets(), st.data())
def test_under_every_other_rule_that_an_auction_names_it_goes_another_way(rules, data):
    bidding = Bidding(rules, 0 if rules.table.fixed_silent != 0 else 1)
    while bidding.turn is not None and data.draw(st.integers(0, 9)):
        bidding.call(data.draw(st.sampled_from(bidding.legal())))
    calls = [auction.Call(call, seat) for seat, call in bidding.calls]
    if data.draw(st.booleans()):
        calls.append(auction.Call(data.draw(st.sampled_from(["keep", "100-for-200", 45, 50, 62, 100, "pass"]))))
    question = auction.Question(bidding.dealer, tuple(calls))
    told = auction.answer(EN, rules, question, names(rules))
    asked = auction.with_seats(question, auction.find(rules, question))
    differs_as_said(told, rules, lambda r: auction.find_elsewhere(r, asked))


@given(rule_sets(), st.data())
def test_under_every_other_rule_that_a_score_names_the_hand_scores_otherwise(rules, data):
    sides = len(rules.table.sides)
    scores = data.draw(st.tuples(*[st.integers(-40, 60).map(lambda n: n * 5)] * sides))
    dealer = 0 if rules.table.fixed_silent != 0 else 1
    state = score.state_of(rules, score.Question(scores, dealer))
    hand = data.draw(played(state))
    facts = {"contractor": hand.contractor, "bid": hand.bid, "points": hand.points, "bids": hand.bids, "trump": hand.trump}
    question = score.Question(scores, dealer, called_seat=hand.called_seat, announced_all=hand.announced_all, **facts)
    told = score.answer(EN, rules, question, names(rules))
    assert told.verdict in ("yes", "no")
    if game_end.find_earlier_end(EN, rules, scores, (), names(rules)):
        assert told.sentence == "The game was over before this hand, so it is not scored."
        return
    found = score.find(rules, question).hand
    sums = [sum(line.points for line in found.lines if line.side == side) for side in range(sides)]
    assert tuple(sums) == found.deltas
    steps = [reason.points for reason in told.reasons if reason.rule != "format.called_partner"]
    assert steps == [line.points for line in found.lines]
    differs_as_said(told, rules, lambda r: score.find(r, question))


@given(rule_sets(), st.data())
def test_under_every_other_rule_that_an_end_names_another_wins_or_nobody(rules, data):
    sides = len(rules.table.sides)
    scores = data.draw(st.tuples(*[st.integers(-80, 80).map(lambda n: n * 5)] * sides))
    camp = data.draw(st.sampled_from([(), (0,), (sides - 1,)]))
    question = game_end.Question(scores, camp, made=data.draw(st.booleans()), took_all=data.draw(st.booleans()))
    told = game_end.answer(EN, rules, question, names(rules))
    assert told.reasons
    differs_as_said(told, rules, lambda r: game_end.find(r, question))


def test_both_at_the_target_the_bidding_side_wins_and_elsewhere_the_higher_score():
    rules = named_rules("standard")
    told = game_end.answer(EN, rules, game_end.Question((205, 220), (0,)), names(rules))
    assert told.sentence == "Yes: P0 & P2 win the game."
    higher = next(other for other in told.others if other.option == "both_reach")
    assert higher.sentence == "Yes: P1 & P3 win the game."


@pytest.mark.parametrize(
    ("changes", "question", "rule", "reason"),
    [
        ({}, game_end.Question((-210, -5), (0,)), "end.hole", "It does not count yet"),
        ({}, game_end.Question((100, 5), (0,)), "end.target", "No one has reached 200."),
        ({"both_reach": "higher_score"}, game_end.Question((210, 210), (0,)), "end.both_reach", "are equal"),
        ({"win_only_by_bid": True}, game_end.Question((100, 230), (0,)), "end.win_only_by_bid", "side is not at 200"),
        ({"win_only_by_bid": True}, game_end.Question((230, 0), (0,), made=False), "end.win_only_by_bid", "the contract failed"),
        ({"win_only_by_bid": True}, game_end.Question((230, 0)), "end.win_only_by_bid", "no contract has just been played"),
        (
            {"win_only_by_bid": True},
            game_end.Question((230, 0), (0,), real_bid=False),
            "end.win_only_by_bid",
            "It fell to the dealer.",
        ),
    ],
)
def test_where_the_game_goes_on_the_rule_is_cited_that_lets_it_go_on(changes, question, rule, reason):
    rules = named_rules("standard").with_options(**changes)
    told = game_end.answer(EN, rules, question, names(rules))
    assert (told.verdict, told.rule) == ("no", rule)
    assert any(reason in r.text and r.rule == rule for r in told.reasons)


def test_a_contract_that_was_forced_on_the_dealer_wins_where_only_a_made_bid_wins():
    rules = named_rules("standard").with_options(win_only_by_bid=True, all_pass="dealer_minimum")
    assert game_end.answer(EN, rules, game_end.Question((210, 0), (0,)), names(rules)).sentence == "Yes: P0 & P2 win the game."


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_points_that_nobody_told_are_not_told_as_none(lang):
    rules = named_rules("le_rough")
    told = game_end.answer(t_for(lang), rules, game_end.Question((100, 90), (0,), announced=True), names(rules))
    assert told.rule == "end.announced_all"
    assert "0" not in told.reasons[-1].text.replace("100", "").replace("P0", "")


def test_a_side_in_the_hole_is_safe_while_everyone_else_is_below_zero():
    rules = named_rules("standard")
    told = game_end.answer(EN, rules, game_end.Question((-210, -5), (0,)), names(rules))
    assert (told.verdict, told.sentence) == ("no", "No: the game goes on.")
    assert any("It does not count yet" in reason.text for reason in told.reasons)
    assert game_end.answer(EN, rules, game_end.Question((-210, 0), (0,)), names(rules)).sentence == "Yes: P1 & P3 win the game."


def test_a_hand_after_the_end_is_not_scored_but_told_so_with_the_rule_that_ended_the_game():
    rules = named_rules("standard")
    hand = {"contractor": 0, "bid": 60, "points": (60, 40), "bids": {}}
    told = score.answer(EN, rules, score.Question((205, 0), **hand), names(rules))
    assert (told.verdict, told.rule) == ("no", "end.target")
    assert told.sentence == "The game was over before this hand, so it is not scored."
    assert [r.text for r in told.reasons] == ["P0 & P2 (205): at 200 or more."]
    longer = next(o for o in told.others if o.rules.target == 500)
    assert longer.sentence == "The contract is made: P0 & P2 +60 and P1 & P3 +40."
    assert score.answer(EN, rules, score.Question((-200, 0), **hand), names(rules)).rule == "end.hole"


def auction_told(rules, calls, dealer=3, lang="en"):
    question = auction.Question(dealer, tuple(auction.Call(call) for call in calls))
    return auction.answer(t_for(lang), rules, question, names(rules))


def test_a_dealer_who_must_pass_too_is_named_and_so_is_the_rule():
    told = auction_told(named_rules("le_rough").with_options(all_pass="dealer_passes"), ["pass", "pass", "pass", 70])
    assert told.rule == "auction.all_pass"
    assert told.sentence == (
        "No: P3 may not say “70”. The auction was over. When everyone before the dealer has passed, the dealer must pass too."
    )


def test_a_call_after_the_end_names_nobody_where_nobody_can_tell_who_made_it():
    told = auction_told(named_rules("standard"), [100, 55])
    assert told.rule == "auction.end"
    assert told.sentence == "No: it is too late to say “55”. The auction was over. P0 has the contract at 100."


def test_when_all_have_called_once_nobody_is_still_to_speak():
    told = auction_told(named_rules("bloutte"), [50, 60, "pass", "pass"])
    assert [r.text for r in told.reasons][-1] == "Everyone has called once, so the auction is over."


def test_the_first_bid_is_told_without_a_rule_that_nobody_asked_for():
    assert auction_told(named_rules("standard"), [60]).reasons[0].text == "P0 opens the bidding with 60."


def test_a_score_that_needs_who_bid_is_not_guessed():
    rules = named_rules("standard")
    question = score.Question((120, 150), 0, 0, 75, (75, 25))
    told = score.answer(EN, rules, question, names(rules))
    assert told.verdict == "unknown"
    assert told.rule == "score.must_bid"
    assert score.missing_facts(rules, question).who_bid


def test_a_refusal_for_another_reason_is_no_other_answer():
    rules = named_rules("informal")
    told = auction.answer(EN, rules, auction.Question(0, (auction.Call(100), auction.Call("keep"))), names(rules))
    assert [o.rules.keep for o in told.others if o.option == "keep"] == ["anyone_once"]


def test_a_hand_is_not_scored_under_rules_by_which_the_game_was_over_before_it():
    rules = named_rules("standard")
    question = score.Question((120, 100), 0, contractor=0, bid=75, points=(70, 30), bids={})
    told = score.answer(EN, rules, question, names(rules))
    assert 100 not in [o.rules.target for o in told.others]
    assert 500 in [o.rules.target for o in told.others]


def test_every_rule_has_a_source():
    for rule in RULES:
        assert sources_of(rule)
        assert source_text(EN, rule)


def test_the_most_played_value_of_an_option_comes_first():
    assert common_values("target")[0] == 200
    assert common_values("keep") == ("none", "dealer", "anyone_once")
    assert None in common_values("hole_limit")


@pytest.mark.parametrize(("asked", "phases"), [(game_end, [Endings]), (score, [Scoring, Endings]), (discard, [Kitty])])
def test_no_option_of_the_phases_that_decide_is_left_out_of_what_would_change_the_answer(asked, phases):
    declared = {name for name in RuleSet.options if any(name in vars(phase) for phase in phases)}
    assert declared <= set(asked.OPTIONS)
    assert len(set(asked.OPTIONS)) == len(asked.OPTIONS)
