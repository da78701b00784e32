"""Every option is declared once, used by the engine, and listed wherever players look for it."""

from __future__ import annotations

from itertools import combinations

import pytest

from scorekeeper.core.i18n.translation import LANGUAGES, t_for
from scorekeeper.engine.ruleset import PHASES, VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.messages.rules.labels import CHOICES, OPTIONS
from scorekeeper.messages.rules.rules import choice_label, option_help, option_label
from scorekeeper.rulebook.options.entries import entries
from scorekeeper.rules.titles import has_other, to_text, values_offered
from tests.options_search import differing_answer, refused, values_to_try

pytestmark = pytest.mark.slow

BY_REFUSAL = {"format", "pack", "hand_cards", "kitty", "pot"}
"""Options that on their own often make the rules unplayable, so that the answer that changes is the error.

A pot alone has no effect without amounts.
"""

SAME_IN_BOTH = {"Skunk"}


@pytest.mark.parametrize("name", RuleSet.options)
def test_an_option_is_declared_once(name):
    declared = [phase for phase in PHASES if name in vars(phase)]
    assert [phase.__name__.lower() for phase in declared] == [RuleSet.options[name].phase]


@pytest.mark.parametrize("name", RuleSet.options)
def test_changing_only_this_option_changes_an_answer_whatever_the_choice(name):
    option = RuleSet.options[name]
    for one, other in combinations(values_to_try(option), 2):
        found = differing_answer(option, one, other)
        if found is None and name in BY_REFUSAL:
            found = refused(option, one, other)
        assert found, f"{name}: nothing tells {one!r} from {other!r}"


@pytest.mark.thorough("every option against every other")
def test_the_search_finds_nothing_where_nothing_differs():
    assert differing_answer(RuleSet.options["keep"], "dealer", "dealer") is None


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", RuleSet.options)
def test_an_option_and_each_of_its_choices_have_words_in_every_language(name, lang):
    t = t_for(lang)
    assert option_label(t, name)
    assert option_help(t, name)
    labels = [choice_label(t, name, value) for value in values_offered(RuleSet.options[name])]
    assert all(labels)
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("name", RuleSet.options)
def test_the_french_words_are_french(name):
    french = t_for("fr")
    for message in (*OPTIONS[name], *CHOICES.get(name, {}).values()):
        assert french(message) != message or message in SAME_IN_BOTH


@pytest.mark.parametrize("name", RuleSet.options)
def test_the_rulebook_explains_the_option_and_each_named_choice_of_it(name, client):
    entry = entries()[name]
    assert entry.body
    assert set(CHOICES.get(name, ())) <= set(entry.choices)
    from scorekeeper.rules.pages.rulebook_links import option_url

    with client.application.test_request_context():
        address = option_url(name)
    page = client.get(address)
    assert page.status_code == 200
    anchor = address.partition("#")[2]
    assert not anchor or f'id="{anchor}"' in page.text


@pytest.mark.parametrize("path", ["/rules/ours/new?of=kitty", "/games/new?rules=five_silent"])
def test_every_option_is_a_field_of_the_form_with_every_value_offered(path, client):
    page = client.get(path).text
    for name, option in RuleSet.options.items():
        players = named_rules("five_silent").table.players if name == "silent_seat" else 0
        for value in [v for v in values_offered(option) if not (players and isinstance(v, int) and v >= players)]:
            assert f'name="opt-{name}" type="radio" value="{to_text(value)}"' in page, f"{name} {value}"
        if has_other(option):
            assert f'name="opt-{name}_other"' in page


def test_every_named_rule_set_can_be_reached_from_the_form(client):
    page = client.get("/rules/ours/new").text
    assert all(f'name="rules" value="{name}"' in page for name in VARIANTS_BY_NAME)
