from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.errors import Malformed, UnsoundRules
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.formats.rules import rules_from_link, rules_from_query, rules_to_link, rules_to_query
from tests.tiers import examples

pytestmark = pytest.mark.slow

LONGEST = 600


def _values(option):
    if option.choices:
        return st.sampled_from(option.choices)
    numbers = st.integers(option.low // option.step, option.high // option.step).map(lambda n: n * option.step)
    return st.one_of(numbers.filter(lambda n: option.problem(n) is None), *[st.none()] * option.nullable)


@st.composite
def any_rules(draw):
    """Draw a named rule set with any playable changes."""
    rules = named_rules(draw(st.sampled_from(sorted(VARIANTS_BY_NAME))))
    for name in draw(st.lists(st.sampled_from(list(RuleSet.options)), unique=True)):
        try:
            rules = rules.with_options(**{name: draw(_values(RuleSet.options[name]))})
        except UnsoundRules:
            continue
    return rules


@given(any_rules())
@settings(max_examples=examples(300), deadline=None)
def test_a_link_gives_the_same_rules_back_and_is_never_long(rules):
    base, query = rules_to_query(rules)
    assert rules_from_query(base, query) == rules
    assert len(base) + sum(len(name) + len(text) + 2 for name, text in query.items()) < LONGEST
    assert rules_from_link(rules_to_link(rules)) == rules


@given(any_rules())
@settings(max_examples=examples(50), deadline=None)
def test_a_link_has_no_sign_that_an_address_would_escape(rules):
    assert all(c.isascii() and (c.isalnum() or c in "_-~") for c in rules_to_link(rules))


def test_a_link_can_be_read():
    assert rules_to_query(named_rules("kitty").with_options(target=300, keep="dealer")) == (
        "kitty",
        {"keep": "dealer", "target": "300"},
    )
    assert rules_to_query(named_rules("bloutte").with_options(misdeal=True, hole_limit=None)) == (
        "bloutte",
        {"misdeal": "yes", "hole_limit": "off"},
    )


@pytest.mark.parametrize("name", VARIANTS_BY_NAME)
def test_a_named_rule_set_is_its_name(name):
    assert rules_to_query(named_rules(name)) == (name, {})
    assert rules_to_link(named_rules(name)) == name


def test_what_follows_another_option_is_named_only_where_it_does_not():
    assert rules_to_query(named_rules("standard").with_options(target=250)) == ("standard", {"target": "250"})
    assert rules_to_query(named_rules("standard").with_options(target=250, hole_limit=200))[1] == {
        "target": "250",
        "hole_limit": "200",
    }


def test_what_a_link_does_not_name_is_as_in_its_base():
    assert rules_from_query("informal", {"target": "300"}) == named_rules("informal").with_options(target=300)


@pytest.mark.parametrize("text", ["kitty~target", "kitty~target-300~target-500", "kitty~base-standard", "~" * 2000])
def test_what_is_no_link_is_refused(text):
    with pytest.raises(Malformed):
        rules_from_link(text)


def test_every_reason_is_told_at_once_and_an_unknown_option_by_its_name():
    with pytest.raises(UnsoundRules) as caught:
        rules_from_query("kitty", {"target": "three hundred", "wind": "east", "misdeal": "maybe"})
    assert {p.params["option"] for p in caught.value.problems} == {"target", "wind", "misdeal"}
    with pytest.raises(UnsoundRules):
        rules_from_query("nonsense", {})


def test_the_largest_stake_survives_a_link():
    rules = named_rules("pot").with_options(ante=100_000, boxed=99_999)
    assert rules_from_link(rules_to_link(rules)) == rules
