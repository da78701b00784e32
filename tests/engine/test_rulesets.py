from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.errors import UnsoundRules
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, name_of, named_rules
from scorekeeper.formats.rules import dump_rules, parse_rules


@pytest.mark.parametrize("name", sorted(VARIANTS_BY_NAME))
def test_every_named_rule_set_builds_and_is_known_by_its_name(name):
    rules = named_rules(name)
    assert name_of(rules) == name
    assert parse_rules(dump_rules(rules)) == rules


def test_the_hole_and_the_line_follow_the_target_until_someone_sets_them():
    north = named_rules("north_500")
    assert (north.hole_limit, north.target - north.margin) == (500, 400)
    assert named_rules("standard").with_options(target=300).hole_limit == 300
    assert named_rules("north_500_300").with_options(target=300).hole_limit == 300
    assert named_rules("standard").with_options(opponents_score="must_win_or_set").margin == 50


def test_a_rule_set_is_a_value():
    rules = named_rules("kitty")
    assert rules == RuleSet({"pack": 40, "kitty": 4})
    assert hash(rules) == hash(named_rules("standard").with_options(pack=40, kitty=4))
    with pytest.raises(AttributeError):
        rules.target = 300


def problems(**differs):
    with pytest.raises(UnsoundRules) as caught:
        named_rules("standard").with_options(**differs)
    return {problem.reason for problem in caught.value.problems}


def test_unsound_rule_sets_are_refused_by_name():
    assert problems(pack=40) == {"cards.sum"}
    assert problems(format="cutthroat", hand_cards=8) == {"cards.cutthroat"}
    assert problems(format="two_handed", pack=40, kitty=0, hand_cards=10) == {"cards.two_handed"}
    assert problems(discard_to="contractor", discard_show_trumps=True) == {"kitty.missing"}
    assert problems(format="three_pairs", hand_cards=6, announced_all=True) == {"announced_all.sides"}
    assert problems(format="two_threes", hand_cards=6, misdeal=True) == {"misdeal.six"}
    assert problems(format="cutthroat", hand_cards=6, misdeal=True) == {"misdeal.six"}
    assert problems(all_pass="dealer_minimum", minimum_bid=0) == {"dealer_minimum.none"}
    assert problems(target=203) == {"option.number"}
    assert problems(keep="sometimes") == {"option.choice"}
    assert problems(colour="red") == {"option.unknown"}
    assert problems(silent_seat=2) == {"silent_seat.format"}
    assert problems(bid_step=10, minimum_bid=55) == {"bid_step.multiple"}
    assert problems(ante=25) == {"pot.missing"}


def test_every_reason_is_given_at_once():
    assert problems(pack=44, discard_limit="no_points", all_pass="dealer_minimum", minimum_bid=0) == {
        "cards.sum",
        "kitty.missing",
        "dealer_minimum.none",
    }
    assert problems(target="much", keep=3, nonsense=1) == {"option.number", "option.choice", "option.unknown"}


def test_a_flag_is_not_a_number_and_a_number_is_not_a_flag():
    assert problems(misdeal=1) == {"option.choice"}
    assert problems(target=True) == {"option.number"}


def test_cutthroat_seats_as_many_players_as_the_pack_has_hands():
    assert named_rules("cutthroat").table.players == 4
    assert named_rules("cutthroat").with_options(hand_cards=12).table.players == 3
    assert named_rules("cutthroat").with_options(pack=40, hand_cards=8).table.players == 5


@given(
    st.dictionaries(
        st.sampled_from(sorted(RuleSet.options)),
        st.one_of(st.booleans(), st.integers(-5, 600), st.none(), st.sampled_from(["", "dealer", "always", "rotates"])),
    )
)
def test_whatever_is_asked_for_a_rule_set_is_either_whole_or_refused(differs):
    try:
        rules = RuleSet(differs)
    except UnsoundRules as error:
        refused = error
    else:
        assert rules.with_options() == rules
        assert RuleSet(rules.values()) == rules
        assert len(rules.table.side_of) == rules.table.players
        return
    assert refused.problems
