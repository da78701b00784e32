import ast
from fractions import Fraction
from pathlib import Path

import pytest

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.record.draft import Reason
from scorekeeper.pairing.search.pairing_constraints import STRICTEST_FIRST
from scorekeeper.pairing.sentences import FAULTS
from scorekeeper.pairing.staged_standings import OVER_POOLS
from scorekeeper.pairing.standings.tiebreaks import TIEBREAKS
from scorekeeper.pairing.verify.verify import CheckProblem
from scorekeeper.pairing.words import (
    PROBLEMS,
    REASONS,
    method_title,
    points_text,
    problem_text,
    reason_text,
    short_tiebreak_title,
    tiebreak_title,
)

FOLDER = Path("scorekeeper/pairing")


def literals(*names: str) -> set[str]:
    """Return every constant text in these modules, without the modules and tables of messages."""
    found = set()
    for path in FOLDER.rglob("*.py"):
        if path.stem not in ("words", "sentences") and (not names or path.stem in names):
            tree = ast.parse(path.read_text())
            words = _words(tree)
            texts = (n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and n not in words)
            found |= {text for text in texts if isinstance(text, str)}
    return found


def _words(tree: ast.Module) -> set[ast.AST]:
    """Return the tables of messages in classes."""
    assigned = [line for one in tree.body if isinstance(one, ast.ClassDef) for line in one.body if isinstance(line, ast.Assign)]
    named = ("reasons", "problems", "counted", "offered")
    said = [line for line in assigned if isinstance(line.targets[0], ast.Name) and line.targets[0].id in named]
    return {part for line in said for part in ast.walk(line)}


def test_every_reason_and_problem_in_words_is_one_the_code_gives():
    code = literals()
    made = {f"winners_up.{k}" for k in ("up", "stay", "down", "bottom")} | {f"rotation.{k}" for k in ("whist", "search")}
    made |= {f"up_and_down.{k}" for k in ("up", "stay", "down")}
    made |= {f"knockout.{k}" for k in ("main", "losers", "consolation", "third", "final")}
    made |= {f"apart.{rule}{role}" for rule in STRICTEST_FIRST for role in ("", ".partners")}
    costs = ("never", "rematches", "rather", "second_byes", "gaps", "fold", "partners", "opponents", "order", "plan")
    made |= {f"apart.cost.{k}" for k in costs}
    assert {name.partition(":")[0] for name in REASONS} <= code | made
    assert {name.partition(":")[0] for name in PROBLEMS} <= code


def test_every_code_of_the_tournament_has_words():
    for text in literals():
        head = text.split(".")[0]
        if (
            "." in text
            and " " not in text
            and head in ("swiss", "bye", "knockout", "mitchell", "round_robin")
            and text[-1] != "."
        ):
            assert text in REASONS or text in PROBLEMS, text
        if head in ("needs", "entrants") and "." in text and " " not in text:
            assert text in FAULTS, text


@pytest.mark.parametrize("code", sorted(REASONS))
def test_a_reason_names_the_entrants(code):
    names = {"a": "Aline & Denis"}
    params = dict.fromkeys(
        ("upper", "lower", "who", "other", "guest", "more", "less", "points", "size", "rounds", "round", "entrants"), "a"
    )
    params |= {"first": "W1.1", "second": "W1.2", "table": 3, "wished": 4, "read": 6, "right": 2, "final": "A", "tables": (4, 5)}
    text = reason_text(str, Reason(code.partition(":")[0], params), names)
    assert "%(" not in text
    assert text.endswith((".", "decides."))


@pytest.mark.parametrize("rule", sorted(PROBLEMS))
def test_a_problem_is_a_sentence(rule):
    params = dict.fromkeys(("who", "other", "upper", "lower", "times", "table", "match", "field", "read", "right", "seed"), "x")
    assert problem_text(str, CheckProblem(1, rule.partition(":")[0], params)).endswith(".")


@pytest.mark.parametrize(
    ("points", "english", "french"),
    [
        (
            0,
            "Neither has a match point yet, in a group of 4.",
            "Aucune des deux équipes n’a encore de point de match, dans un groupe de 4 équipes.",
        ),
        (0.5, "Both have ½ match point, in a group of 4.", "Les deux équipes ont ½ point de match, dans un groupe de 4 équipes."),
        (1, "Both have 1 match point, in a group of 4.", "Les deux équipes ont 1 point de match, dans un groupe de 4 équipes."),
        (
            1.5,
            "Both have 1½ match points, in a group of 4.",
            "Les deux équipes ont 1½ point de match, dans un groupe de 4 équipes.",
        ),
        (2, "Both have 2 match points, in a group of 4.", "Les deux équipes ont 2 points de match, dans un groupe de 4 équipes."),
    ],
)
def test_a_sentence_agrees_with_its_number(points, english, french):
    reason = Reason("swiss.same", {"points": Fraction(points), "size": 4})
    assert [reason_text(t_for(lang), reason) for lang in ("en", "fr")] == [english, french]


def test_methods_and_tie_breaks_have_titles():
    assert all(method_title(str, m) for m in METHODS)
    assert all(tiebreak_title(str, name) and short_tiebreak_title(str, name) for name in (*TIEBREAKS, *OVER_POOLS, "place"))


def test_half_points_are_written_as_people_write_them():
    assert [points_text(Fraction(n, 4)) for n in (0, 2, 4, 10, 3)] == ["0", "½", "1", "2½", "¾"]
    assert [points_text(Fraction(n, 2)) for n in (-7, -1, -4)] == ["−3½", "−½", "−2"]
