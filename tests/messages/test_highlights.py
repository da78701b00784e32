"""The facts at the end of a game: the rarest first, and none twice."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given

from scorekeeper.engine.replay.game import advance, replay
from scorekeeper.engine.replay.highlights import highlights
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.engine.state import State
from scorekeeper.messages.game.facts import MOST, REACHED, SHARES, facts_text, rarity
from scorekeeper.messages.names import names_of
from tests.engine.strategies import games
from tests.engine.table import hand, play
from tests.odds.players import tables
from tests.odds.test_calibration import dealt

FOUR = ("Aline", "Benoît", "Claire", "Denis")


def facts_of(found, rules="informal", target=200):
    names = names_of(named_rules(rules), FOUR)
    return facts_text(lambda text: text, highlights(found), lambda _hand: names, target)


def facts(*events):
    return [(fact.figure, fact.label, fact.said, [one.n for one in fact.hands]) for fact in facts_of(play("informal", *events))]


def test_a_comeback_is_told_with_the_hands_that_it_rests_on():
    assert facts(hand(1, 80, 10, 90), hand(0, 50, 60, 40), hand(1, 60, 80, 20), hand(0, 60, 90, 10)) == [
        ("80", "Highest bid made", "Benoît", [1]),
        ("\u221280", "Behind, then ahead for good", "", [1, 3]),
    ]


def test_what_is_no_news_is_not_told():
    assert facts(hand(0, 90, 90, 10), hand(2, 80, 85, 15), hand(0, 60, 90, 10)) == [
        ("90", "Highest bid made", "Aline", [1]),
        ("3", "Bids made in a row", "Aline & Claire", [1, 2, 3]),
        ("3", "Hands in all", "", []),
    ]


def test_an_ordinary_game_has_two_common_facts():
    assert facts(hand(0, 50, 60, 40), hand(1, 50, 60, 40), hand(0, 50, 60, 40), hand(0, 55, 85, 15)) == [
        ("\u221210", "Lowest score of the game", "Benoît & Denis", [2]),
        ("55", "Highest bid made", "Aline", [4]),
    ]


def test_the_highest_bid_is_as_short_as_its_key():
    assert facts(hand(0, "100-for-200", 100, 0))[0][:3] == ("100", "Highest bid made", "for 200 · Aline")


def test_one_hand_is_told_once_even_if_three_things_are_true_of_it():
    told = facts(hand(1, 50, 40, 60), hand(0, 100, 100, 0), hand(0, 50, 60, 40))
    assert [label for _figure, label, _said, hands in told if hands == [2]] == ["Highest bid made"]


def test_winners_who_began_behind_are_told_no_way_back():
    found = replay(named_rules("informal"), 0, [hand(0, 90, 100, 0), hand(0, 90, 100, 0)], (0, 60))
    assert "Behind, then ahead for good" not in [fact.label for fact in facts_of(found)]


def test_a_longer_game_needs_more_for_a_rare_fact():
    assert rarity("many", 8) == 4
    assert rarity("many", 8, target=500) == 0


@given(games())
def test_facts_are_few_and_sorted_and_none_repeats_another(game):
    rules, first_dealer, events = game
    found = replay(rules, first_dealer, events)
    names = names_of(rules, (*FOUR, "Édith", "Fernand")[: rules.table.players])
    told = facts_text(lambda text: text, highlights(found), lambda _hand: names, rules.target)
    assert len(told) <= MOST
    assert [fact.rarity for fact in told] == sorted([fact.rarity for fact in told], reverse=True)
    assert not any(one.repeats(other) for one in told for other in told if one is not other)


@pytest.mark.slow
def test_facts_are_as_rare_as_the_table_says():
    rules, chance, pool, count = named_rules("standard"), random.Random(3), tables(11, 3_000), 3_000
    reached: Counter[tuple[str, int]] = Counter()
    for _ in range(count):
        state, events = State(rules, 0), []
        while not state.outcome.over:
            events.append(dealt(chance, pool))
            advance(state, events[-1])
        best = highlights(replay(rules, 0, events))
        values = {
            "unpaid": best.unpaid[2] if best.unpaid else 0,
            "run": len(best.run),
            "failed": len(best.failed),
            "behind": best.behind if best.lowest and best.turned else 0,
            "depth": -best.depth[2] if best.depth else 0,
            "leads": len(best.leads),
            "close": -best.margin,
            "many": len(best.contracts),
        }
        reached.update([(kind, n) for kind, value in values.items() for n in range(rarity(kind, value))])
    for (kind, n), games_with_it in reached.items():
        assert games_with_it / count <= SHARES[n] / 1000 * 1.2 + 0.005, (kind, REACHED[kind][n])
