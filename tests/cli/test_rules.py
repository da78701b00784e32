from __future__ import annotations

import json
import re

from click.testing import CliRunner

from scorekeeper.cli.command_line import main
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules
from scorekeeper.formats.rules import parse_rules


def run(*args: str, stdin: str = "", status: int = 0) -> str:
    result = CliRunner().invoke(main, ["rules", *args], input=stdin)
    assert result.exit_code == status, result.output
    return result.stdout


def test_every_named_rule_set_is_listed():
    rows = [json.loads(line) for line in run("list", "--json").splitlines()]
    assert [row["name"] for row in rows] == list(VARIANTS_BY_NAME)
    text = run("list", "--lang", "fr")
    assert all(name in text for name in VARIANTS_BY_NAME)


def test_the_named_rule_sets_stand_under_the_headings_of_the_pages():
    lines = run("list", "--lang", "en").splitlines()
    headings = [line for line in lines if line and not line.startswith(" ")]
    assert headings[:3] == ["The usual games", "New Brunswick", "Quebec"]
    assert lines.index("Quebec") < next(n for n, line in enumerate(lines) if line.strip().startswith("bloutte"))
    rows = [json.loads(line) for line in run("list", "--json", "--lang", "fr").splitlines()]
    assert {row["name"]: row["group"] for row in rows}["bloutte"] == "Au Québec"


def test_a_rule_set_is_shown_in_full_as_json_and_in_words():
    assert parse_rules(json.loads(run("show", "le_rough", "--json"))) == named_rules("le_rough")
    assert "350" in run("show", "le_rough")
    assert run("show", "le_rough", "--lang", "fr") != run("show", "le_rough")


def test_only_the_differences_of_two_rule_sets_are_shown():
    assert json.loads(run("diff", "standard", "kitty", "--json")) == {"pack": [36, 40], "kitty": [0, 4]}
    assert len(run("diff", "standard", "kitty").splitlines()) == 2
    assert run("diff", "kitty", "kitty").strip()


def test_a_sound_file_is_printed_in_full(tmp_path):
    file = tmp_path / "house.json"
    file.write_text('{"base": "kitty", "target": 300}', encoding="utf-8")
    assert json.loads(run("check", str(file))) == named_rules("kitty").with_options(target=300).values()


def test_an_unsound_file_is_refused_with_every_reason():
    answer = json.loads(run("check", "-", stdin='{"pack": 40, "discard_to": "contractor"}', status=1))
    assert answer["error"]["code"] == "rules"
    assert "40" in answer["error"]["message"]
    assert json.loads(run("check", "-", stdin="{", status=1))["error"]["code"] == "json"


def test_an_unknown_name_is_refused():
    run("show", "whist", status=2)


def test_a_byte_order_mark_before_a_rule_set_is_passed_over(tmp_path):
    file = tmp_path / "house.json"
    file.write_bytes(b'\xef\xbb\xbf{"base": "kitty", "target": 300}')
    assert json.loads(run("check", str(file)))["target"] == 300
    assert json.loads(run("show", str(file), "--json"))["target"] == 300


def test_an_option_that_stands_twice_is_refused_by_its_name(tmp_path):
    answer = json.loads(run("check", "-", stdin='{"target": 300, "target": 500}', status=1))
    assert (answer["error"]["code"], answer["error"]["message"][:7]) == ("format", "target:")
    file = tmp_path / "house.json"
    file.write_text('{"target": 300, "target": 500}', encoding="utf-8")
    run("show", str(file), status=2)


def test_people_are_spoken_to_in_the_language_of_their_terminal_and_programs_in_english():
    def said(*args: str) -> str:
        return CliRunner().invoke(main, ["rules", *args], env={"LANG": "fr_CA.UTF-8", "LANGUAGE": "", "LC_ALL": ""}).output

    for args in (["list"], ["show", "kitty"], ["diff", "standard", "kitty"]):
        assert said(*args) == run(*args, "--lang", "fr") != run(*args, "--lang", "en")
        assert not re.search(r"\w[:;?!]", said(*args)), "French has a space before it"
    assert said("list", "--json") == run("list", "--json", "--lang", "en")
    assert "aucun jeu de règles ne s’appelle" in said("show", "whist")
