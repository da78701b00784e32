"""Strips modules for the phone, and writes out what `@dataclass` would generate.

The standard library's module imports `inspect`, `re` and forty others, which takes four seconds in a phone's browser.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.offline.bundle.module_sources import STANDS_FOR, file_of, read

#: Names that only type checkers need. Packed modules have none of them.
TYPES = frozenset({"dict", "list", "tuple", "set", "frozenset", "type", "Callable", "Mapping", "Sequence", "Iterable", "Literal"})


def strip_module(tree: ast.Module, name: str) -> ast.Module:
    """Return a module without docstrings, annotations, assertions and typing imports. Dataclasses are written out.

    Raises CannotPack.
    """
    try:
        light = _Lighten(_bases(tree)).visit(tree)
    except CannotPack as error:
        raise CannotPack(f"{name}: {error}") from error
    return ast.fix_missing_locations(_remove_unused(light))


def nodes_of(tree: ast.AST) -> list[ast.AST]:
    """Return every node of a tree in the order of `ast.walk`, the root first.

    It takes half the time, which matters because a kit has half a million nodes.
    """
    found = [tree]
    for node in found:
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                found += [one for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
    return found


def _remove_unused(tree: ast.Module) -> ast.Module:
    """Return a module without the imports and names that only annotations used."""
    for _ in range(2):
        used: set[str] = set()
        for node in nodes_of(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                used.add(node.id)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                used.add(node.value)
        unused = _Unused(used)
        tree = unused.visit(tree)
        if not unused.found:
            break
    return tree


class _OfStatements(ast.NodeTransformer):
    """Visits statements only: nothing inside an expression is ever removed or changed."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name in ("body", "orelse", "handlers", "finalbody", "cases"):
            statements = getattr(node, name, None)
            if isinstance(statements, list):
                visited: list[ast.AST] = []
                for one in statements:
                    result = self.visit(one)
                    visited += result if isinstance(result, list) else [] if result is None else [result]
                statements[:] = visited
        return node


class _Unused(_OfStatements):
    def __init__(self, used: set[str]) -> None:
        self.used = used
        self.found = False

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        names = [alias for alias in node.names if alias.name == "*" or (alias.asname or alias.name) in self.used]
        self.found |= len(names) < len(node.names)
        node.names = names
        return node if node.names else None

    def visit_Assign(self, node: ast.Assign) -> ast.Assign | None:
        value = node.value
        of_types = isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name) and value.value.id in TYPES
        target_names = {target.id for target in node.targets if isinstance(target, ast.Name)}
        if of_types and target_names and not target_names & self.used:
            self.found = True
            return None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_Try(self, node: ast.Try) -> ast.Try:
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node


def _bases(tree: ast.Module) -> dict[str, Declared]:
    """Return the fields of the base dataclasses by class name, from this module or the modules it imports."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and is_dataclass(node)]
    names = [ast.unparse(base) for node in classes for base in node.bases]
    return {name: fields for name in names if (fields := _fields_of(name, tree)) is not None}


def _fields_of(name: str, tree: ast.Module) -> Declared | None:
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == name and is_dataclass(node):
            bases = {base: _fields_of(base, tree) or {} for base in map(ast.unparse, node.bases)}
            return declared_fields(node, bases)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scorekeeper."):
            original_name = next((alias.name for alias in node.names if (alias.asname or alias.name) == name), None)
            if original_name is not None and file_of(str(node.module)).is_file():
                return _fields_of(original_name, read(str(node.module)))
    return None


class _Lighten(_OfStatements):
    def __init__(self, dataclasses: dict[str, Declared]) -> None:
        self.dataclasses = dataclasses

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        return None if isinstance(node.value, ast.Constant) else node

    def visit_Assert(self, _: ast.Assert) -> None:
        return None

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt] | None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return [self.visit(statement) for statement in node.orelse] or None
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        if node.module == "__future__":
            return None
        # A stand-in must stay one module, however it is imported.
        node.module = STANDS_FOR.get(node.module or "", node.module)
        if node.module == "dataclasses":
            node.names = [alias for alias in node.names if alias.name not in ("dataclass", "field")]
        return node if node.names else None

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.Assign | None:
        if node.value is None:
            return None
        self.generic_visit(node)
        return ast.Assign([node.target], node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef | None:
        if any(isinstance(one, ast.Name) and one.id == "overload" for one in node.decorator_list):
            return None
        arguments = node.args
        node.returns = None
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        for argument in every:
            if argument is not None:
                argument.annotation = None
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        if [ast.unparse(base) for base in node.bases] == ["NamedTuple"]:  # treated as a dataclass
            node.bases, node.decorator_list = [], [ast.parse("dataclass(frozen=True)", mode="eval").body]
        if is_dataclass(node):
            node = expand(node, self.dataclasses)
        # only type checkers need list[int]; at run time it is list
        node.bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node


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
            raise CannotPack(f"class {node.name}: its base class is not a dataclass, so it cannot be written out for the phone")
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
    other_statements = [s for s in node.body if not isinstance(s, ast.AnnAssign) or _is_class_variable(s)]
    written = _methods(fields, frozen)
    present = {s.name for s in other_statements if isinstance(s, ast.FunctionDef)}
    node.body = [
        *ast.parse(f"__match_args__ = {tuple(names)!r}").body,
        *[method for method in written if isinstance(method, ast.FunctionDef) and method.name not in present],
        *other_statements,
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
    options = {k.arg: k.value for k in value.keywords}
    default, factory = options.pop("default", None), options.pop("default_factory", None)
    flags = {kind: ast.unparse(options.pop(kind)) == "True" for kind in ("init", "compare") if kind in options}
    options.pop("repr", None)  # the phone has no repr
    if options or (flags.get("init") is False and default is None):
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
