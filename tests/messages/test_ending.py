"""The title at the end of a game names the winners, once."""

from __future__ import annotations

import pytest

from scorekeeper.formats.rules import parse_rules
from scorekeeper.messages.game.ending import ending_text
from scorekeeper.messages.names import names_of
from tests.engine.table import hand, opening, play

FOUR = ("Aline", "Benoît", "Claire", "Denis")


def ending(rules, *events):
    names = names_of(rules, FOUR)
    return ending_text(lambda text: text, play(rules, *events), rules.target, names, lambda _hand: names)


@pytest.mark.parametrize(
    ("rules", "events", "why"),
    [
        ("kitty", [opening(0, 150), hand(0, 60, 70, 30)], []),
        (
            {"base": "kitty", "opponents_score": "always"},
            [opening(0, 150), opening(1, 180), hand(0, 60, 70, 30)],
            ["Benoît & Denis reached 200 too, but the bidding side comes first."],
        ),
        ("le_rough", [hand(0, 70, 100, 0, announced_all=True)], ["All 100 points were announced and taken."]),
        ("le_rough", [hand(0, 70, 95, 5, announced_all=True)], ["All 100 points were announced and not all were taken."]),
        (
            "bloutte",
            [hand(0, 60, 100, 0, tricks_lost=1)],
            ["All 100 points in one hand, though empty tricks were lost: 1."],
        ),
        ("bloutte", [hand(0, 60, 100, 0)], ["All 100 points in one hand."]),
    ],
)
def test_only_the_title_says_who_has_won(rules, events, why):
    told = ending(parse_rules(rules), *events)
    assert told.title.endswith("win the game.")
    assert [text for text in told.why if "skunk" not in text] == why
