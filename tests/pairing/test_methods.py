"""Pairing methods are declared in one place and are complete, and no other code depends on a method's name."""

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

from scorekeeper.engine.options import Flag
from scorekeeper.formats.tournament_options import DECLARED, parse_options
from scorekeeper.formats.tournament_record import parse_tournament
from scorekeeper.pairing.directing.director import next_round
from scorekeeper.pairing.duration_estimate import Evening
from scorekeeper.pairing.method import METHODS, Method
from scorekeeper.pairing.methods.stages import Stages
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.record import Options
from scorekeeper.pairing.verify.verify import check
from scorekeeper.tournaments.desk.setup.format_fields import rows

ROOT = Path(__file__).parent.parent.parent
NAMES = frozenset(METHODS)


def by_name(tree: ast.AST) -> list[int]:
    """Return the lines that compare a method's name or look it up."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            asked: list[ast.expr] = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            asked = [node.value]
        else:
            several = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
            asked = list(several) if sum(_is_name(one) for one in several) > 1 else []
        if any(_is_name(part) for one in asked if one is not None for part in _parts(one)):
            found.append(node.lineno)  # type: ignore[attr-defined]
    return found


def _parts(node: ast.expr) -> list[ast.expr]:
    return [part for one in node.elts for part in _parts(one)] if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]


def _is_name(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value in NAMES


@pytest.mark.parametrize(
    "source",
    [
        'x = t.method == "swiss"',
        'if "stages" != method: pass',
        'if t.method in ("mitchell", other): pass',
        'if t.method not in {*KNOCKOUTS, "stages"}: pass',
        'KNOCKOUTS = ("single_elimination", "double_elimination")',
        'ROUNDS = {"swiss": swiss_round, "mitchell": mitchell_round}',
        'match t.method:\n    case "swiss": pass',
    ],
)
def test_what_decides_by_name_is_seen(source):
    assert by_name(ast.parse(source))


@pytest.mark.slow
def test_nothing_but_a_declaration_decides_by_the_name_of_a_method():
    package = ROOT / "scorekeeper"
    for path in sorted(package.rglob("*.py")):
        if path.parent != package / "pairing" / "methods":
            lines = by_name(ast.parse(path.read_text(encoding="utf-8")))
            assert not lines, f"{path.relative_to(ROOT)}:{lines[0]}: ask the method (scorekeeper/pairing/method.py)"


def test_no_page_script_or_style_sheet_knows_a_method_by_name():
    # “stages” is the name of an option, too.
    names = "|".join(NAMES - {Stages.name})
    asked = r"""(?<!request\.)method["'\])]* *(==|!=|\bin\b|not in) *["'([]"""
    said = re.compile(rf"""["'~= ]({names})["'\] ]|{asked}|value="{Stages.name}\"""")
    for folder, ends in (("templates", "*.html"), ("static", "*.css"), ("static", "*.js")):
        for path in sorted((ROOT / folder).rglob(ends)):
            text = path.read_text(encoding="utf-8")
            if "curl" not in text:  # an example
                assert not said.search(text), f"{path.relative_to(ROOT)}: {said.search(text)[0]}"


@pytest.mark.parametrize("method", METHODS.values(), ids=lambda one: one.name)
def test_a_method_is_declared_whole(method):
    assert method.title
    assert method.blurb.endswith(".")
    assert set(method.labels) - {"stages"} <= set(method.options)
    assert method.later <= set(method.options)
    assert set(method.counted) <= set(method.reasons) | set(method.problems)
    for name in ("pair", "check"):
        assert getattr(type(method), name) is not getattr(Method, name), name
    if not method.by_results:
        assert type(method).plan is not Method.plan
    assert method.side(Options()) in (1, 2)


def test_an_option_is_said_once_and_as_the_record_has_it():
    usual = Options()
    told = {name: option.settle({}) for name, option in DECLARED.items()}
    assert told == {name: getattr(usual, name) for name in DECLARED}
    assert list(DECLARED) == [f.name for f in fields(Options) if f.name in DECLARED]
    for method in METHODS.values():
        for name, option in method.options.items():
            assert option.kind == DECLARED[name].kind
            assert option.choices == DECLARED[name].choices
            assert option.rule


@pytest.mark.parametrize("name", DECLARED)
def test_a_value_that_an_option_cannot_have_is_refused_by_name(name):
    option = DECLARED[name]
    wrong = "perhaps" if isinstance(option, Flag) or option.choices else 0
    for method in set(METHODS) - {Stages.name}:
        with pytest.raises(errors.Malformed) as caught:
            parse_options({name: wrong}, method)
        assert caught.value.params["field"] == f"options.{name}"


def test_the_form_has_every_option_that_a_method_shows_and_the_style_sheet_knows_them():
    groups = [group for row in rows(fixed=False) for group in row.groups]
    controls = [control.name for group in groups for control in group.controls]
    assert len(set(controls)) == len(controls)
    assert {*controls, Stages.name} == {name for method in METHODS.values() for name in method.form_options}
    css = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "static" / "css").rglob("*.css"))
    for name in (*(group.name for group in groups), Stages.name):
        assert f':not([data-has~="{name}"])) [data-field="{name}"]' in css, name


def test_what_can_change_later_is_all_that_the_form_shows_then():
    controls = {control.name for row in rows(fixed=True) for group in row.groups for control in group.controls}
    assert controls == {name for method in METHODS.values() for name in method.later}


@pytest.mark.parametrize("individuals", [False, True])
def test_what_is_offered_has_words_and_can_be_set(individuals):
    for entrants in range(4, 40):
        for minutes in (30, 120, 240, 600):
            for method in METHODS.values():
                for one in method.offers(Evening(entrants, minutes, individuals)):
                    assert one.method == method.name
                    assert method.offered[one.code] % {**one.params}
                    assert (method.side(parse_options(one.options, method.name)) == 2) == individuals


@pytest.mark.parametrize("method", ["swiss", "round_robin"])
def test_one_who_is_left_where_the_others_have_given_byes_has_a_bye_and_the_round_is_made(method):
    record = {
        "format": "scorekeeper-tournament/1",
        "method": method,
        "entrants": [{"id": f"e{n}", **({"byes": [1]} if n < 5 else {})} for n in range(1, 6)],
    }
    event = parse_tournament(record)
    draft = next_round(event)
    assert (draft.tables, {*draft.byes}) == ((), {"e1", "e2", "e3", "e4", "e5"})
    record["rounds"] = [{"round": 1, "tables": [], "byes": [*draft.byes]}]
    event = parse_tournament(record)
    assert check(event) == []
    assert len(next_round(event).tables) == 2
