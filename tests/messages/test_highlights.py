from __future__ import annotations

from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.replay.highlights import highlights
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.messages.game.ending import facts_text
from scorekeeper.messages.names import names_of
from tests.engine.table import hand, play

FOUR = ("Aline", "Benoît", "Claire", "Denis")


def facts(*events):
    names = names_of(named_rules("informal"), FOUR)
    told = facts_text(lambda text: text, highlights(play("informal", *events)), "Aline & Claire", lambda _hand: names)
    return [(fact.figure, fact.label, fact.said, [one.n for one in fact.hands]) for fact in told]


def test_a_comeback_is_told_with_the_hands_that_it_rests_on():
    assert facts(hand(1, 80, 10, 90), hand(0, 50, 60, 40), hand(1, 60, 80, 20), hand(0, 60, 90, 10)) == [
        ("80", "Highest bid made", "Benoît", [1]),
        ("1 of 4", "Bids that failed", "", [3]),
        ("\u221280", "Behind, then ahead for good", "Aline & Claire", [1, 3]),
    ]


def test_what_is_no_news_is_not_told():
    assert facts(hand(0, 90, 90, 10), hand(2, 80, 85, 15), hand(0, 60, 90, 10)) == [
        ("90", "Highest bid made", "Aline", [1]),
        ("0 of 3", "Bids that failed", "", []),
        ("3", "Bids made in a row", "Aline & Claire", [1, 2, 3]),
    ]
    assert "Bids made in a row" not in [label for _figure, label, *_rest in facts(hand(0, 90, 100, 0), hand(2, 80, 100, 0))]


def test_the_highest_bid_is_as_short_as_its_key():
    assert facts(hand(0, "100-for-200", 100, 0))[0][:3] == ("100", "Highest bid made", "for 200 · Aline")


def test_winners_who_began_behind_are_told_no_way_back():
    found = replay(named_rules("informal"), 0, [hand(0, 90, 100, 0), hand(0, 90, 100, 0)], (0, 60))
    told = facts_text(
        lambda text: text, highlights(found), "Aline & Claire", lambda _hand: names_of(named_rules("informal"), FOUR)
    )
    assert "Behind in this game" not in [fact.label for fact in told]
