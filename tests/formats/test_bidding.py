"""The pad's view of an auction in progress."""

from __future__ import annotations

import pytest

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.formats.bidding import bidding_json, hold_until_illegal
from scorekeeper.messages.names import names_of

PLAYERS = ("Aline", "Donat", "Rosa", "Edgar")


@pytest.mark.parametrize(
    ("all_pass", "calls", "said"),
    [
        ("throw_in", [], "Donat to bid."),
        ("throw_in", [60], "Rosa to answer Donat’s bid of 60."),
        ("throw_in", [60, "pass", "pass", "pass"], "Donat plays 60."),
        ("throw_in", ["pass"] * 4, "Everyone passed: the hand is thrown in."),
        ("dealer_minimum", ["pass"] * 3, "Everyone else passed: Aline must take it at 50."),
        ("dealer_free", ["pass"] * 3, "Everyone else passed: Aline plays without a bid and cannot lose points."),
        ("dealer_passes", ["pass"] * 3, "Everyone before the dealer passed, so Aline must pass too."),
    ],
)
def test_every_sentence_about_an_auction_is_said_of_some_auction(all_pass, calls, said):
    rules = named_rules("standard").with_options(all_pass=all_pass)
    assert bidding_json(t_for("en"), names_of(rules, PLAYERS), hold_until_illegal(rules, 0, calls))["note"] == said
