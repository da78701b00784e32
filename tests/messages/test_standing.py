"""The text under a score: points to go, the box, the must-bid line."""

from __future__ import annotations

import pytest

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine import ruleset
from scorekeeper.engine.events import Adjustment
from scorekeeper.engine.replay.ledger import Ledger
from scorekeeper.engine.state import State
from scorekeeper.messages.game.outcome import standing_text
from scorekeeper.messages.odds import way_text
from scorekeeper.odds.winning_results import AGAINST_MADE, FAILED, Way


def standing(rules, side, score, target=200):
    ledger = Ledger(State(rules, 0))
    if score:
        ledger.post(Adjustment(side, score, "other"))
    return standing_text(lambda text: text, ledger.state, side, target)


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (0, "200 to go"),
        (60, "140 to go"),
        (95, "105 to go"),
        (100, "100 to go · must bid"),
        (140, "60 to go · must bid"),
        (-55, "\u221255 · in the box"),
        (200, ""),
    ],
)
def test_two_sides_read_how_far_they_have_to_go_and_what_holds_for_them(score, text):
    assert standing(ruleset.named_rules("standard"), 0, score) == text
    assert standing(ruleset.named_rules("standard"), 1, score) == text


def test_where_no_score_wins_there_is_nothing_to_go():
    assert standing(ruleset.named_rules("standard"), 0, 60, None) == ""
    assert standing(ruleset.named_rules("standard"), 0, 140, None) == "must bid"


def test_four_sides_have_room_for_the_figure_below_zero_alone():
    rules = ruleset.named_rules("cutthroat")
    assert standing(rules, 2, -55) == "\u221255"
    assert standing(rules, 2, 60) == "140 to go"


def test_where_defenders_at_the_line_score_only_if_the_contract_fails_that_is_said():
    rules = ruleset.named_rules("standard").with_options(opponents_score="must_win_or_set")
    assert standing(rules, 0, 160) == "40 to go · scores if they fail"


@pytest.mark.parametrize(
    ("kind", "english", "french"),
    [
        (AGAINST_MADE, "60 or more against a made bid", "60 ou plus contre une enchère réussie"),
        (FAILED, "60 or more against a failed bid", "60 ou plus contre une enchère manquée"),
    ],
)
def test_a_defender_s_way_to_win_says_how_the_contract_ends(kind, english, french):
    """AGAINST is a contract that is made, FAILED one that fails (`odds.winning_results`)."""
    assert way_text(t_for("en"), Way(kind, 60), 50) == english
    assert way_text(t_for("fr"), Way(kind, 60), 50) == french
