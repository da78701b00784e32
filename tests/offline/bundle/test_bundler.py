"""The phone's bundle contains the program's own files, and nothing that is slow or missing there."""

from __future__ import annotations

import ast
import dataclasses
import sys

import pytest

from scorekeeper.offline.bundle import packs, python_minifier
from scorekeeper.offline.bundle.bundle import ENTRY
from scorekeeper.offline.stubs.std import dataclass
from tests.offline.packed import Desk

pytestmark = pytest.mark.slow

SOURCE = '''
"""A module."""
from __future__ import annotations
from dataclasses import dataclass, field, replace
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

@dataclass(frozen=True)
class Fixed:
    """A value."""
    a: int
    b: str = "b"

@dataclass(slots=True)
class Open:
    """Not one."""
    a: int
    b: list[int] = field(default_factory=list)
    kind = "open"

    def total(self, more: int = 0) -> int:
        """A sum."""
        assert isinstance(more, int)
        return self.a + sum(self.b) + more

@dataclass(slots=True)
class Remembers:
    """Beside what it is, what was found out about it."""
    a: int
    found: list[int] | None = field(default=None, init=False, repr=False, compare=False)
    b: int = 0
'''


def lightened():
    tree = python_minifier.strip_module(ast.parse(SOURCE), "made.up")
    names: dict[str, object] = {}
    exec(compile(tree, "made_up", "exec"), names)
    return ast.unparse(tree), names


def run_source():
    names: dict[str, object] = {"__name__": "made_up"}
    sys.modules.setdefault("made_up", type(sys)("made_up"))
    exec(compile(ast.parse(SOURCE), "made_up", "exec"), names)
    return names


def test_docstrings_annotations_and_assertions_stay_at_home():
    text, _ = lightened()
    for gone in ('"""', "Sequence", "->", ": int", "assert", "__future__", "@dataclass"):
        assert gone not in text


@pytest.mark.parametrize("make", [run_source, lambda: lightened()[1]], ids=["dataclasses", "written out"])
def test_a_dataclass_that_is_written_out_behaves_as_the_decorator_makes_it(make):
    names = make()
    fixed, opened = names["Fixed"], names["Open"]
    assert fixed(1) == fixed(a=1, b="b") != fixed(2)
    assert hash(fixed(1)) == hash(fixed(1, "b"))
    assert fixed(1) != (1, "b")
    assert fixed.__match_args__ == ("a", "b")
    assert opened(1).b == []
    assert opened(1).b is not opened(1).b
    assert opened(1, [2]).total(3) == 6
    assert opened.kind == "open"
    assert opened.__hash__ is None
    with pytest.raises(TypeError):
        fixed()
    one, other = names["Remembers"](1, 2), names["Remembers"](1, 2)
    one.found = [3]
    assert (one, one.found, other.found, one.b) == (other, [3], None, 2)
    assert names["Remembers"].__match_args__ == ("a", "b")
    with pytest.raises(TypeError):
        names["Remembers"](1, found=[3])


UPON_ANOTHER = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Figure:
    caption: str
    kind = "drawn"

@dataclass(frozen=True)
class Row(Figure):
    cards: tuple
    points: bool = False

@dataclass(frozen=True)
class Longer(Row):
    points: bool = True
    more: int = 0
"""


def test_a_dataclass_upon_another_has_its_fields_first():
    names: dict[str, object] = {"__name__": "made_up"}
    exec(compile(python_minifier.strip_module(ast.parse(UPON_ANOTHER), "made.up"), "made_up", "exec"), names)
    row = names["Longer"]("said", ("AS",))
    assert (row.caption, row.cards, row.points, row.more, row.kind) == ("said", ("AS",), True, 0, "drawn")
    assert row == names["Longer"]("said", ("AS",), True, 0) != names["Longer"]("other", ("AS",))
    assert names["Longer"].__match_args__ == ("caption", "cards", "points", "more")


def test_a_dataclass_upon_one_of_another_module_is_written_out_too():
    source = UPON_ANOTHER.replace(
        UPON_ANOTHER[UPON_ANOTHER.index("@") : UPON_ANOTHER.index("@dataclass(frozen=True)\nclass Row")], ""
    )
    imported = "from scorekeeper.rulebook.examples.illustrations import Figure\n" + source
    assert "__init__(self, caption, cards, points=True, more=0)" in ast.unparse(
        python_minifier.strip_module(ast.parse(imported), "made.up")
    )


def test_replace_on_the_phone_is_that_of_the_standard_library():
    fixed = run_source()["Fixed"](1, "x")
    assert dataclass.replace(fixed, a=5) == dataclasses.replace(fixed, a=5)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("@dataclass(order=True)\nclass A:\n    x: int", "order"),
        ("@dataclass\nclass A(B):\n    x: int", "base class is not a dataclass"),
        ("@dataclass\nclass A:\n    x: int = field(default=1, kw_only=True)", "kw_only"),
        ("@dataclass\nclass A:\n    x: int = field(init=False)", "init=False"),
    ],
)
def test_what_cannot_be_written_out_is_refused_and_named(source, told):
    with pytest.raises(python_minifier.CannotPack, match=f"made.up: class A: .*{told}"):
        python_minifier.strip_module(ast.parse(source), "made.up")


def test_a_module_that_the_phone_does_not_have_is_refused_and_named(monkeypatch):
    monkeypatch.setattr(packs, "read", lambda _: ast.parse("import socket"))
    with pytest.raises(
        python_minifier.CannotPack,
        match=r"scorekeeper\.formats\.missing_facts imports socket|scorekeeper\.formats imports socket",
    ):
        packs.collect("scorekeeper.formats.bidding")


def test_the_kit_holds_the_engine_its_codec_and_its_words_and_no_standard_library():
    modules = packs.collect(ENTRY)
    assert {"scorekeeper.engine.replay.game", "scorekeeper.formats.game_record", "scorekeeper.messages.game.lines"} <= set(
        modules
    )
    assert [name for name in modules if not name.startswith("scorekeeper")] == ["dataclasses"]
    assert modules["scorekeeper"].body == []


def test_every_message_of_the_packed_files_can_be_translated():
    assert "%(side)s bid %(bid)s and took %(took)s: %(change)s." in packs.message_ids(packs.collect(ENTRY))


def test_every_pack_has_all_that_its_modules_import_and_starts_with_nothing_else():
    desk = Desk(addresses={name: [f"/there/{name}"] for one in packs.make_packs().values() for name in one.endpoints})
    try:
        answer = desk.answer("/games/9000000000001", "fr")
    finally:
        desk.close()
    assert answer["status"] == 404
    assert answer["headers"]["Content-Type"] == "text/html; charset=utf-8"
    assert "<h1>Introuvable</h1>" in answer["body"]


def test_what_is_imported_or_named_for_annotations_alone_is_left_out():
    source = "from a import b, c, d\nJson = dict[str, int]\nTable = dict[str, int]\n"
    source += "def f(x: b, y: Json) -> None:\n    return c(Table)\n"
    text = ast.unparse(python_minifier.strip_module(ast.parse(source), "made.up"))
    assert text.splitlines()[0] == "from a import c"
    assert "Json" not in text
    assert "Table = dict" in text


def test_a_stand_in_is_one_module_under_whatever_name_it_is_imported():
    source = "from scorekeeper.offline.stubs.flask import GLOBALS\nfrom flask import request\nprint(GLOBALS, request)"
    assert packs.imports(python_minifier.strip_module(ast.parse(source), "made.up")) == ["flask", "flask"]


def test_whatever_a_packed_module_names_of_another_is_there():
    """A name changed on the server but not in its stub would fail only on the phone."""
    modules = {name: tree for one in packs.make_packs().values() for name, tree in one.modules.items()}
    there = {name: defined_names(tree) for name, tree in modules.items()}
    missing = {
        (name, of, wanted)
        for name, tree in modules.items()
        for of, wanted in used_names(tree, modules)
        if wanted not in there[of]
    }
    assert missing == set()


def defined_names(tree):
    """Return every name that a module defines."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names.update(one.asname or one.name for one in node.names)
    return names


def used_names(tree, modules):
    """Return the names that a module uses from others, with their modules."""
    as_module = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for one in node.names:
                if (whole := f"{node.module}.{one.name}") in modules:
                    as_module[one.asname or one.name] = whole
                elif node.module in modules:
                    yield node.module, one.name
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in as_module:
            yield as_module[node.value.id], node.attr
