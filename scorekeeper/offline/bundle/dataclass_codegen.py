"""Writes out the methods that `@dataclass` would generate, so that the phone need not load `dataclasses`.

The standard library's module imports `inspect`, `re` and forty others, which takes four seconds in a phone's browser.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

OPTIONS = frozenset({"frozen", "slots"})


class CannotPack(ValueError):
    """A construct that is not supported on the phone. The message names the file and what to write instead."""


@dataclass(frozen=True)
class _Field:
    name: str
    default: ast.expr | None
    factory: ast.expr | None
    init: bool = True
    compare: bool = True


def is_dataclass(node: ast.ClassDef) -> bool:
    return any(_decorator_name(d) == "dataclass" for d in node.decorator_list)


Declared = dict[str, ast.AnnAssign]
"""The declared fields of a dataclass by name, in order."""


def declared_fields(node: ast.ClassDef, bases: Mapping[str, Declared]) -> Declared:
    """Return the fields of a dataclass, inherited ones first. `bases` are the dataclasses known so far.

    Raises CannotPack for a base class that is not a dataclass.
    """
    fields: Declared = {}
    for base in node.bases:
        name = ast.unparse(base)
        if name not in bases:
            raise CannotPack(f"class {node.name}: a dataclass upon a base class that is none is not written out for the phone")
        fields |= bases[name]
    own = [s for s in node.body if isinstance(s, ast.AnnAssign) and not _is_class_variable(s)]
    return fields | {ast.unparse(statement.target): statement for statement in own}


def expand(node: ast.ClassDef, bases: Mapping[str, Declared]) -> ast.ClassDef:
    """Return the class with its methods written out and without the decorator. `bases` is as in `declared_fields`.

    A frozen class is hashable, but assignments to it are caught only by the tests on the server. Raises CannotPack for an
    unsupported option of `dataclass` or `field`.
    """
    frozen = bool(_options(node).get("frozen"))
    fields = [_field(node, statement) for statement in declared_fields(node, bases).values()]
    names = [field.name for field in fields if field.init]
    kept = [s for s in node.body if not isinstance(s, ast.AnnAssign) or _is_class_variable(s)]
    written = _methods(fields, frozen)
    present = {s.name for s in kept if isinstance(s, ast.FunctionDef)}
    node.body = [
        *ast.parse(f"__match_args__ = {tuple(names)!r}").body,
        *[method for method in written if isinstance(method, ast.FunctionDef) and method.name not in present],
        *kept,
    ]
    node.decorator_list = [d for d in node.decorator_list if _decorator_name(d) != "dataclass"]
    return node


def _decorator_name(node: ast.expr) -> str:
    target = node.func if isinstance(node, ast.Call) else node
    return target.id if isinstance(target, ast.Name) else ""


def _options(node: ast.ClassDef) -> dict[str, object]:
    call = next(d for d in node.decorator_list if _decorator_name(d) == "dataclass")
    keywords = call.keywords if isinstance(call, ast.Call) else []
    for keyword in keywords:
        if keyword.arg not in OPTIONS:
            raise CannotPack(f"class {node.name}: dataclass({keyword.arg}=…) is not written out for the phone")
    return {str(k.arg): ast.literal_eval(k.value) for k in keywords}


def _is_class_variable(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.AnnAssign) and "ClassVar" in ast.unparse(statement.annotation)


def _field(node: ast.ClassDef, statement: ast.AnnAssign) -> _Field:
    assert isinstance(statement.target, ast.Name)
    name, value = statement.target.id, statement.value
    if not isinstance(value, ast.Call) or ast.unparse(value.func) != "field":
        return _Field(name, value, None)
    given = {k.arg: k.value for k in value.keywords}
    default, factory = given.pop("default", None), given.pop("default_factory", None)
    flags = {kind: ast.unparse(given.pop(kind)) == "True" for kind in ("init", "compare") if kind in given}
    given.pop("repr", None)  # the phone has no repr
    if given or (flags.get("init") is False and default is None):
        raise CannotPack(f"class {node.name}: {ast.unparse(value)} is not written out for the phone")
    return _Field(name, default, factory, **flags)


def _methods(fields: list[_Field], frozen: bool) -> list[ast.stmt]:
    arguments = ["self", *[_argument(field) for field in fields if field.init]]
    sets = [f"    self.{field.name} = {_value(field)}" for field in fields] or ["    pass"]
    compared = [field.name for field in fields if field.compare]
    same = " and ".join(f"self.{name} == other.{name}" for name in compared) or "True"
    key = "".join(f"self.{name}, " for name in compared)
    lines = [
        f"def __init__({', '.join(arguments)}):",
        *sets,
        "def __eq__(self, other):",
        f"    return {same} if other.__class__ is self.__class__ else NotImplemented",
    ]
    lines += ["def __hash__(self):", f"    return hash(({key}))"] if frozen else []
    return ast.parse("\n".join(lines)).body


def _argument(field: _Field) -> str:
    if field.factory is not None:
        return f"{field.name}=None"
    return field.name if field.default is None else f"{field.name}={ast.unparse(field.default)}"


def _value(field: _Field) -> str:
    if not field.init and field.default is not None:
        return ast.unparse(field.default)
    if field.factory is None:
        return field.name
    return f"{ast.unparse(field.factory)}() if {field.name} is None else {field.name}"
