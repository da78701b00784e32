from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.what_if.coach import COSTS, EVEN, PAYS, TOO_FEW, Coach, barely_score, break_even, contracts, interval
from scorekeeper.what_if.words import bid_level_rows, bid_level_text
from tests.engine.table import hand

STANDARD = named_rules("standard").with_options(target=5000, hole_limit=None)


def coach_from(*played, rules=STANDARD) -> Coach:
    coach = Coach()
    for one in contracts(("Aline", "Benoît", "Claire", "Denis", "Élise")[: rules.table.players], replay(rules, 0, played).hands):
        coach.add(one)
    return coach


def test_where_a_height_pays_follows_from_what_it_brought_both_sides():
    made, failed = hand(0, 75, 85, 15), hand(0, 75, 60, 40)
    (one,) = coach_from(*[made] * 6, *[failed] * 4).heights("Aline", STANDARD)
    assert (one.bid, one.tried, one.made) == (75, 10, 6)
    assert one.net == pytest.approx((6 * (85 - 15) + 4 * (-75 - 40)) / 10)
    assert one.pays_from == pytest.approx(115 / (115 + 70))
    assert one.measured
    assert one.advice == EVEN
    t = t_for("en")
    assert bid_level_text(t, one) == "At 75: 6 of 10 made. Under these rules, it pays to bid this if at least 6.2 in 10 are made."
    assert bid_level_rows(t, [one])[0].pays == "from 62 % on"


def test_many_hands_are_advised_upon_and_few_are_not():
    made, failed = hand(0, 75, 85, 15), hand(0, 75, 60, 40)
    assert coach_from(*[made] * 90, *[failed] * 10).heights("Aline", STANDARD)[0].advice == PAYS
    assert coach_from(*[made] * 10, *[failed] * 90).heights("Aline", STANDARD)[0].advice == COSTS
    assert coach_from(made, made, failed, failed).heights("Aline", STANDARD)[0].advice == TOO_FEW


def test_where_none_failed_the_line_is_that_of_one_that_just_fails():
    (one,) = coach_from(hand(0, 60, 60, 40)).heights("Aline", STANDARD)
    assert not one.measured
    assert one.pays_from == pytest.approx(break_even(20, -60 - 45))
    assert barely_score(STANDARD, 60, made=True) == 20
    assert barely_score(STANDARD, 60, made=False) == -105
    assert barely_score(STANDARD, "100-for-200", made=True) == 200
    assert barely_score(STANDARD, "100-for-200", made=False) == -105
    assert barely_score(named_rules("six_three_pairs"), 60, made=True) is None
    assert barely_score(named_rules("cutthroat").with_options(defenders_score="temporary_team"), 60, made=True) == 20


def test_everybody_is_all_of_them_together_and_the_line_is_the_same_for_each():
    coach = coach_from(hand(0, 60, 70, 30), hand(1, 60, 70, 30), hand(1, 55, 40, 60))
    assert coach.players == ["Benoît", "Aline"]
    assert [(one.bid, one.tried) for one in coach.heights(None, STANDARD)] == [(55, 1), (60, 2)]
    lines = {player: coach.heights(player, STANDARD)[-1].pays_from for player in (None, "Aline", "Benoît")}
    assert len(set(lines.values())) == 1
    assert coach.heights("Denis", STANDARD) == []


def test_a_called_partner_shares_it_and_is_none_of_the_others():
    rules = named_rules("five_called")
    coach = coach_from(hand(0, 60, 70, 30, called_seat=2, trump="H"), rules=rules)
    assert coach.heights("Aline", rules)[0].net == 70 - 30


def test_contracts_that_nobody_bid_are_none_of_a_height():
    rules = named_rules("le_ruff")
    assert coach_from(hand(0, "free", 70, 30), rules=rules).players == []


def test_what_never_or_always_pays():
    assert break_even(-5, -60) == 1
    assert break_even(20, 0) == 0
    assert break_even(50, -50) == 0.5


@given(st.integers(0, 300), st.integers(1, 300))
def test_the_interval_holds_the_share_and_grows_narrower(made, failed):
    tried = made + failed
    low, high = interval(made, tried)
    assert 0 <= low <= made / tried <= high <= 1
    wide = interval(made * 4, tried * 4)
    assert wide[1] - wide[0] < high - low


def test_the_interval_is_wilsons():
    low, high = interval(6, 10)
    assert (round(low, 3), round(high, 3)) == (0.313, 0.832)
    assert interval(0, 0) == (0.0, 1.0)
