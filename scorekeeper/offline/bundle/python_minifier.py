"""Strips modules for the phone: the same statements, without the parts that only readers and type checkers use."""

from __future__ import annotations

import ast

from scorekeeper.offline.bundle.dataclass_codegen import CannotPack, Declared, declared_fields, expand, is_dataclass
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
                    told = self.visit(one)
                    visited += told if isinstance(told, list) else [] if told is None else [told]
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
        named = {target.id for target in node.targets if isinstance(target, ast.Name)}
        if of_types and named and not named & self.used:
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
            wanted = next((alias.name for alias in node.names if (alias.asname or alias.name) == name), None)
            if wanted is not None and file_of(str(node.module)).is_file():
                return _fields_of(wanted, read(str(node.module)))
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
