from __future__ import annotations

from scorekeeper.engine.game import replay
from scorekeeper.engine.highlights import highlights
from scorekeeper.engine.variants import named
from scorekeeper.wording.highlights import facts_text
from scorekeeper.wording.names import names_of
from tests.engine.table import hand, play

FOUR = ("Aline", "Benoît", "Claire", "Denis")


def facts(*events):
    names = names_of(named("informal"), FOUR)
    told = facts_text(lambda text: text, highlights(play("informal", *events)), "Aline & Claire", lambda _hand: names)
    return [(fact.figure, fact.label, fact.said, [one.n for one in fact.hands]) for fact in told]


def test_a_comeback_is_told_with_the_hands_that_it_rests_on():
    assert facts(hand(1, 80, 10, 90), hand(0, 50, 60, 40), hand(1, 60, 80, 20), hand(0, 60, 90, 10)) == [
        ("80", "Highest bid made", "Benoît", [1]),
        ("1 of 4", "Bids that failed", "", [3]),
        ("\u221280", "Behind, and in front again", "Aline & Claire", [1, 3]),
    ]


def test_winners_who_led_all_along_were_never_behind():
    assert facts(hand(0, 90, 90, 10), hand(2, 80, 85, 15), hand(0, 60, 90, 10)) == [
        ("90", "Highest bid made", "Aline", [1]),
        ("0 of 3", "Bids that failed", "", []),
        ("3", "Bids made in a row", "Aline & Claire", [1, 2, 3]),
        ("Never", "Behind in this game", "Aline & Claire", [1]),
    ]


def test_winners_who_began_behind_are_not_said_to_have_never_been_behind():
    found = replay(named("informal"), 0, [hand(0, 90, 100, 0), hand(0, 90, 100, 0)], (0, 60))
    told = facts_text(lambda text: text, highlights(found), "Aline & Claire", lambda _hand: names_of(named("informal"), FOUR))
    assert "Never" not in [fact.figure for fact in told]
