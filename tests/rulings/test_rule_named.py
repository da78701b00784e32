"""An answer names the rule that decides, and cites only texts with the value in force."""

from __future__ import annotations

import pytest

from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.messages.rules.titles import RULES
from scorekeeper.rulings import auction
from scorekeeper.rulings.questions import discard, game_end, links, score
from scorekeeper.rulings.sources import source_text, sources_of
from tests.rulings.asked import EN, names

STANDARD = named_rules("standard")


def call_rule(rules, calls: str, dealer: int = 0) -> str:
    asked = auction.Question(dealer, links.read_calls({"calls": calls}, "calls"))
    return auction.answer(EN, rules, asked, names(rules)).rule


def score_rule(rules, scores, contractor, bid, *points, **facts) -> str:
    asked = score.Question(scores, 0, contractor, bid, points, **{"bids": {}, **facts})
    return score.answer(EN, rules, asked, names(rules)).rule


def over_rule(rules, scores, **facts) -> str:
    return game_end.answer(EN, rules, game_end.Question(scores, **facts), names(rules)).rule


@pytest.mark.parametrize(
    ("rules", "calls", "rule"),
    [
        (STANDARD.with_options(rounds="single"), "60.75.p.p.80", "auction.single_round"),
        (STANDARD.with_options(rounds="single"), "60.p.p.p.80", "auction.end"),
        (STANDARD.with_options(rounds="single"), "60.75.p.p.s1-80", "auction.single_round"),
        (STANDARD.with_options(rounds="single"), "60.75.80.85", "auction.single_round"),
        (STANDARD.with_options(rounds="single"), "60.p.p.p", "auction.end"),
        (STANDARD.with_options(keep="dealer"), "60.75.p.k.p.p", "auction.keep"),
        (STANDARD, "60.75.p.p.p", "auction.end"),
        (named_rules("le_rough").with_options(all_pass="dealer_passes"), "p.p.p.70", "auction.all_pass"),
        (STANDARD.with_options(all_pass="dealer_minimum"), "p.p.p.p", "auction.all_pass"),
        (STANDARD, "62", "auction.step"),
        (STANDARD, "45", "auction.minimum"),
    ],
)
def test_an_auction_is_ruled_by_what_ended_it_or_refused_the_call(rules, calls, rule):
    assert call_rule(rules, calls) == rule


@pytest.mark.parametrize(
    ("rules", "scores", "hand", "facts", "rule"),
    [
        (STANDARD, (0, 0), (0, 60, 70, 30), {}, "score.made"),
        (STANDARD, (0, 0), (0, 60, 50, 50), {}, "score.failed"),
        (STANDARD.with_options(no_trump="double"), (0, 0), (0, 60, 50, 50), {"trump": "NT"}, "score.no_trump"),
        (STANDARD.with_options(no_trump="double"), (0, 0), (0, 60, 50, 50), {"trump": "S"}, "score.failed"),
        (STANDARD, (0, 120), (0, 60, 70, 30), {}, "score.must_bid"),
        (STANDARD, (0, 120), (0, 60, 70, 30), {"bids": {1: 55}}, "score.made"),
        (STANDARD.with_options(qualifying_bid=60), (0, 120), (0, 60, 70, 30), {"bids": {1: 55}}, "score.must_bid"),
        (STANDARD, (0, 120), (0, 60, 100, 0), {}, "score.made"),
    ],
)
def test_a_score_is_ruled_by_what_it_hangs_on_most(rules, scores, hand, facts, rule):
    assert score_rule(rules, scores, *hand, **facts) == rule


@pytest.mark.parametrize(
    ("rules", "scores", "facts", "rule"),
    [
        (STANDARD, (205, 120), {"camp": (0,)}, "end.target"),
        (STANDARD, (205, 220), {"camp": (0,)}, "end.both_reach"),
        (STANDARD.with_options(both_reach="higher_score"), (205, 220), {"camp": (0,)}, "end.both_reach"),
        (STANDARD.with_options(win_only_by_bid=True), (205, 220), {"camp": (0,)}, "end.win_only_by_bid"),
        (STANDARD, (-200, 20), {"camp": (0,), "made": False}, "end.hole"),
    ],
)
def test_an_ending_is_ruled_by_what_says_whose_game_it_is(rules, scores, facts, rule):
    assert over_rule(rules, scores, **facts) == rule


def test_a_discard_of_too_few_cards_is_refused_by_the_cards_there_are():
    held = ("AS", "KS", "10S", "5S", "9S", "8S", "7S", "6S", "AH", "5H", "9D", "8D", "7C")
    asked = discard.Question(held, ("9D", "8D", "7C"), "S")
    assert discard.answer(EN, named_rules("kitty"), asked).rule == "deal.pack"
    assert (
        discard.answer(EN, named_rules("online_kitty"), discard.Question(held, ("9D", "8D", "7C", "5H"), "S")).rule
        == "kitty.discard_limit"
    )


KITTY = named_rules("kitty")
CITED = [
    ("auction.minimum", STANDARD, ("S1", "S2", "S3")),
    ("auction.minimum", named_rules("le_rough"), ("S2",)),
    ("auction.minimum", STANDARD.with_options(minimum_bid=65), ("S2",)),
    ("auction.minimum", STANDARD.with_options(minimum_bid=55), ()),
    ("end.target", STANDARD, ("S1", "S2", "S3")),
    ("end.target", named_rules("north_500"), ("S2",)),
    ("end.target", STANDARD.with_options(target=220), ()),
    ("end.hole", named_rules("north_500_300"), ("S2",)),
    ("kitty.discard_limit", KITTY, ("S1", "S2")),
    ("kitty.discard_limit", named_rules("online_kitty"), ("S3",)),
    ("kitty.discard_limit", KITTY.with_options(discard_limit="no_points_or_trumps"), ("S2",)),
    ("kitty.discard_to", KITTY.with_options(discard_to="contractor"), ("S2",)),
    ("auction.all_pass", STANDARD, ("S1", "S2")),
    ("auction.all_pass", STANDARD.with_options(all_pass="dealer_minimum"), ("S2",)),
    ("auction.all_pass", STANDARD.with_options(all_pass="dealer_passes"), ("S2",)),
]


@pytest.mark.parametrize(("rule", "rules", "texts"), CITED)
def test_a_text_is_cited_only_where_it_has_the_value_in_force(rule, rules, texts):
    assert sources_of(rule, rules) == texts
    assert bool(texts) != (source_text(EN, rule, rules) == "none, this is a house rule")


@pytest.mark.parametrize("rule", [*RULES])
def test_no_text_is_cited_for_a_value_that_its_games_do_not_play(rule):
    for name in VARIANTS_BY_NAME:
        rules = named_rules(name)
        for key in {"S1", "S3"}.intersection(sources_of(rule, rules)):
            games = [named_rules(game).values() for game in VARIANTS_BY_NAME if key in VARIANTS_BY_NAME[game].source]
            for option in RuleSet.options.values():
                if option.rule == rule:
                    assert rules.values()[option.name] in [game[option.name] for game in games], (name, key, option.name)


def test_the_desk_cites_no_text_for_a_minimum_that_none_has(client):
    page = client.get("/rulings/auction?rules=standard~minimum_bid-55&dealer=0&calls=50").text
    assert "none, this is a house rule" in page
