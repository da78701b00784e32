"""A module as a phone wants it: the same statements, without what only readers and type checkers use."""

from __future__ import annotations

import ast

from scorekeeper.phone.expand import CannotPack, Declared, declared, expand, is_dataclass
from scorekeeper.phone.sources import STANDS_FOR, file_of, read

#: What tells a type checker how a value may be used; nothing of it is left in a packed module.
TYPES = frozenset({"dict", "list", "tuple", "set", "frozenset", "type", "Callable", "Mapping", "Sequence", "Iterable", "Literal"})


def lightened(tree: ast.Module, name: str) -> ast.Module:
    """A module without docstrings, annotations, assertions and type checkers' imports, and with dataclasses written out."""
    try:
        light = _Lighten(_bases(tree)).visit(tree)
    except CannotPack as error:
        raise CannotPack(f"{name}: {error}") from error
    return ast.fix_missing_locations(_without_unused(light))


def nodes_of(tree: ast.AST) -> list[ast.AST]:
    """Every node of a tree, itself the first, in the order of `ast.walk`; in half of its time, for a kit has half a million."""
    found = [tree]
    for node in found:
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                found += [one for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
    return found


def _without_unused(tree: ast.Module) -> ast.Module:
    """A module without what was imported, or named, for annotations alone; what only that named goes with it."""
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
    """Visits statements alone: what is taken away or written otherwise never stands inside an expression."""

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
    """The fields of the dataclasses, in the module or in another of the program, that its dataclasses are made of, by name."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and is_dataclass(node)]
    names = [ast.unparse(base) for node in classes for base in node.bases]
    return {name: fields for name in names if (fields := _fields_of(name, tree)) is not None}


def _fields_of(name: str, tree: ast.Module) -> Declared | None:
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == name and is_dataclass(node):
            bases = {base: _fields_of(base, tree) or {} for base in map(ast.unparse, node.bases)}
            return declared(node, bases)
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
        # A stand-in is one module, under whatever name it is imported.
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
        if [ast.unparse(base) for base in node.bases] == ["NamedTuple"]:  # a value like any other
            node.bases, node.decorator_list = [], [ast.parse("dataclass(frozen=True)", mode="eval").body]
        if is_dataclass(node):
            node = expand(node, self.dataclasses)
        # list[int] tells a type checker; list is what there is at run time
        node.bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node
