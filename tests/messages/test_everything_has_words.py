from __future__ import annotations

import ast
import re

import pytest

from scorekeeper.core.i18n.translation import LANGUAGES, t_for
from scorekeeper.engine.ruleset import PHASES, VARIANTS_BY_NAME, RuleSet
from scorekeeper.messages.errors import error_messages
from scorekeeper.messages.game import lines, outcome
from scorekeeper.messages.game.lines import of_kind
from scorekeeper.messages.names import DOER_KINDS
from scorekeeper.messages.rules import labels, rules, titles
from scorekeeper.pairing import sentences
from tests.messages import sources

PLACEHOLDER = re.compile(r"%\((\w+?)(?:_as_\w+)?\)")

RULEBOOK = {
    *("deal.first_dealer", "deal.rotation"),
    *("auction.minimum", "auction.step", "auction.single_round", "auction.keep", "auction.all_pass"),
    *("auction.hundred_for_200", "score.hundred_for_200"),
    *("score.made", "score.failed", "score.opponents", "score.must_bid", "score.must_win_or_set", "score.no_trump"),
    *("end.announced_all", "end.hundred", "end.target", "end.hole", "end.drop_out"),
    *("skunk", "match", "pot", "adjustment"),
}


@pytest.fixture(params=list(LANGUAGES))
def t(request):
    return t_for(request.param)


@pytest.mark.parametrize("name", RuleSet.options)
def test_every_option_has_a_label_a_help_and_words_for_each_choice(t, name):
    option = RuleSet.options[name]
    assert rules.option_label(t, name)
    assert rules.option_help(t, name).endswith(".")
    values = list(option.choices) or [option.low, option.low + option.step, option.high]
    labels = [rules.choice_label(t, name, value) for value in values + [None] * option.nullable]
    assert all(labels)
    assert len(set(labels)) == len(labels), "two choices that a player cannot tell apart"


def test_no_word_is_kept_for_an_option_that_is_gone():
    from scorekeeper.messages.rules import labels

    assert list(labels.OPTIONS) == list(RuleSet.options)
    for name, choices in labels.CHOICES.items():
        assert set(choices) <= set(RuleSet.options[name].choices)


def test_every_phase_has_a_title(t):
    assert all(rules.phase_title(t, phase.__name__.lower()) for phase in PHASES)


def test_every_named_rule_set_has_a_title_of_its_own_and_a_blurb(t):
    assert list(titles.VARIANTS) == list(VARIANTS_BY_NAME)
    assert len({rules.variant_title(t, name) for name in VARIANTS_BY_NAME}) == len(VARIANTS_BY_NAME)
    assert all(rules.variant_blurb(t, name).endswith(".") for name in VARIANTS_BY_NAME)


def test_every_rule_id_has_a_title(t):
    named = {option.rule for option in RuleSet.options.values()}
    named |= {f"format.{choice}" for choice in RuleSet.options["format"].choices}
    named |= sources.first_arguments("Line") | sources.first_arguments("Objection") | RULEBOOK
    assert {rule for rule in named if not rules.rule_title(t, rule)} == set()


def test_every_rule_that_a_line_names_has_sentences():
    named = {"score.made", "score.failed", "score.hundred_for_200"}  # one call makes all three
    assert set(lines.BUILDERS) == sources.first_arguments("Line") | named


def test_every_kind_of_side_has_the_same_sentences():
    drop_out = {"end.drop_out"}  # only pairs drop out
    for kind in DOER_KINDS:
        assert set(of_kind(kind)) | drop_out == set(of_kind("pair"))


@pytest.mark.parametrize("error", sources.raised(), ids=lambda e: f"{e.code}:{e.reason} {e.where}")
def test_every_error_has_a_sentence_that_its_parameters_fill(error):
    refereed = f"{error.code}:illegal"
    if refereed in error_messages.FAULTS and (error.params is None or "rule" in error.params):
        assert error_messages.FAULTS[refereed].endswith("%(why)s")  # the objection, whose words are tested below
        return
    key, faults = f"{error.code}:{error.reason}", error_messages.FAULTS
    sentence = faults.get(key) or faults.get(f":{error.reason}") or faults.get(error.code)
    assert sentence, f"no words for {key} raised at {error.where}"
    if error.params is not None:
        assert set(PLACEHOLDER.findall(sentence)) <= error.params


@pytest.mark.parametrize("error", sources.raised(tournament=True), ids=lambda e: f"{e.code}:{e.reason} {e.where}")
def test_every_error_of_a_tournament_has_a_sentence(error):
    keys = (f"{error.code}:{error.reason}", f":{error.reason}", error.code)
    assert any(key in sentences.FAULTS for key in keys), f"no words for {keys[0]} raised at {error.where}"


def test_every_reason_against_a_rule_set_has_a_sentence():
    codes = sources.first_arguments("Problem", ("engine", "formats"))
    assert codes <= set(labels.PROBLEMS)


def test_every_objection_of_the_referee_has_a_sentence():
    found = set()
    for _, call in sources.calls("Objection", ("engine",)):
        rules_named = sources.constants(call.args[0])
        params = call.args[1]
        for key, value in zip(params.keys, params.values, strict=True) if isinstance(params, ast.Dict) else ():
            if isinstance(key, ast.Constant) and key.value == "reason":
                found |= {f"{rule}:{reason}" for rule in rules_named for reason in sources.constants(value)}
    assert len(found) > 10
    assert found <= set(error_messages.OBJECTIONS)


def test_every_kind_of_value_that_a_record_can_lack_is_described():
    kinds = {
        text
        for _, call in sources.calls("_wrong_type", ("formats",))
        if len(call.args) > 2
        for text in sources.constants(call.args[2])
    }
    assert kinds
    assert kinds <= set(error_messages.EXPECTED)


def test_every_ending_and_every_trump_has_words(t):
    endings = {rule for rule in sources.first_arguments("Line") if rule.startswith("end.")} - {"end.drop_out"}
    assert all(outcome.ending_text(t, rule) for rule in endings)
    assert [outcome.trump_symbol(t, trump) for trump in "SHDC"] == ["♠", "♥", "♦", "♣"]
    assert len({outcome.trump_text(t, trump) for trump in (*"SHDC", "NT")}) == 5


def test_the_wording_imports_only_the_engine_so_that_a_phone_can_load_it():
    for path in sorted((sources.PACKAGE / "messages").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in tree.body:  # code under TYPE_CHECKING never runs
            assert not isinstance(node, ast.Import), f"{path.name}:{node.lineno}"
            if isinstance(node, ast.ImportFrom):
                module = node.module or ""
                assert module == "__future__" or module.startswith(
                    ("scorekeeper.engine", "scorekeeper.odds", "scorekeeper.stats", "scorekeeper.messages")
                ), path.name
