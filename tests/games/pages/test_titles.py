"""The title of a game's rules is the same on every page, in print and in the terminal."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from scorekeeper.cli.command_line import main
from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine.errors import UnsoundRules
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, name_of, named_rules
from scorekeeper.formats.rules import rules_to_link
from scorekeeper.messages.rules.changes import change_phrase
from scorekeeper.rules.titles import for_players, title_of, values_offered
from tests.games.pages.table import FOUR, Table
from tests.visitor import text_of

EN = t_for("en")
THREE = FOUR[:3]
CASES = [
    (named_rules("informal").with_options(target=500), FOUR, "Kitchen-table, to 500"),
    (named_rules("informal").with_options(target=5000, margin=4950, hole_limit=None), FOUR, "Kitchen-table, no target"),
    (named_rules("kitty").with_options(target=300), FOUR, "200 with a kitty, to 300"),
    (named_rules("le_ruff").with_options(target=300), FOUR, "Le Ruff, to 300"),
    (for_players(named_rules("cutthroat"), 3), THREE, "Cutthroat 200"),
    (for_players(named_rules("cutthroat"), 3).with_options(target=300), THREE, "Cutthroat, to 300"),
    (named_rules("informal"), FOUR, "Kitchen-table 200"),
    (named_rules("informal").with_options(no_trump="double"), FOUR, "Kitchen-table 200, no trump double"),
    (
        named_rules("kitty").with_options(target=500, no_trump="plain", hundred_for_200=True),
        FOUR,
        "200 with a kitty, to 500, 100 for 200, no trump",
    ),
    (named_rules("kitty").with_options(minimum_bid=60, opponents_score="always"), FOUR, "bids from 60, defenders always score"),
]


@pytest.mark.parametrize(("rules", "players", "title"), CASES, ids=[title for *_, title in CASES])
def test_rules_have_one_name_on_every_page_that_shows_them(app, client, rules, players, title):
    table = Table(app, client, {"base": "standard", **rules.values()}, players)
    pages = ["", "/rules", "/board", "/paper"]
    for page in pages:
        answer = table.get(page)
        assert title in text_of(answer), page
        assert "ouse rules" not in text_of(answer).replace("House rules saved on", ""), page
    home = text_of(client.get("/"))
    assert title in home
    assert title in text_of(client.get(f"/rulings/over?rules={rules_to_link(rules)}"))


@pytest.mark.parametrize("name", [*VARIANTS_BY_NAME])
def test_another_target_leaves_a_rule_set_its_name_unless_it_is_called_after_its_target(name):
    for target in (150, 200, 250, 350, 500):
        try:
            rules = named_rules(name).with_options(target=target)
        except UnsoundRules:
            continue
        said = title_of(EN, rules)
        if name_of(rules):
            assert "to 1" not in said
        elif name.startswith("north"):
            assert said.startswith("200, ")
        else:
            assert said.endswith(f", to {target}"), said


def test_the_terminal_calls_them_the_same(tmp_path):
    file = tmp_path / "rules.json"
    file.write_text(json.dumps({"base": "informal", "target": 500}), "utf-8")
    result = CliRunner().invoke(main, ["rules", "show", "--lang", "en", str(file)])
    assert result.stdout.startswith("Kitchen-table, to 500\n")


def test_three_changes_besides_the_target_are_called_house_rules():
    rules = named_rules("kitty").with_options(target=500, no_trump="plain", hundred_for_200=True, minimum_bid=60)
    assert title_of(EN, rules) == "200 with a kitty, to 500, house rules"


def test_every_option_has_words_for_a_title():
    for name, option in RuleSet.options.items():
        for value in values_offered(option):
            words = change_phrase(EN, name, value)
            assert words, name
            assert "%" not in words, words


def test_which_seat_is_silent_has_no_part_in_the_title():
    assert title_of(EN, named_rules("five_silent").with_options(silent_seat=2)) == "Five players, silent partner"


def test_rules_without_a_kitty_are_not_called_after_a_set_that_has_one():
    rules = named_rules("informal").with_options(pack=36, kitty=0)
    assert title_of(EN, rules) == "200, the dealer may keep, 100 for 200"
