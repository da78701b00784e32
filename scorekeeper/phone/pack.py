"""The program's own files, packed for the phone: the same statements, without what only readers and type checkers use."""

from __future__ import annotations

import ast
from collections.abc import Collection
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

from scorekeeper.phone.expand import CannotPack, Declared, declared, expand, is_dataclass
from scorekeeper.phone.made import MADE

PACKAGE = Path(__file__).resolve().parent.parent

#: What Brython has built in.
BUILT_IN = frozenset({"browser", "javascript"})

#: Modules that the phone has a few lines of its own for, by the name that they are imported by.
STAND_INS = {
    "dataclasses": "scorekeeper.phone.shim",
    "collections.abc": "scorekeeper.phone.here.std.abc",
    **{n: f"scorekeeper.phone.here.std.{n}" for n in ("codecs", "collections", "contextlib", "datetime", "functools")},
    **{n: f"scorekeeper.phone.here.std.{n}" for n in ("itertools", "json", "math", "operator", "re", "sys", "typing")},
    "urllib.parse": "scorekeeper.phone.here.std.parse",
    "secrets": "scorekeeper.phone.here.std.chance",
    "uuid": "scorekeeper.phone.here.std.chance",
    "wtforms": "scorekeeper.phone.here.std.wtforms",
    "werkzeug.datastructures": "scorekeeper.phone.here.sent",
    "flask": "scorekeeper.phone.here.flask",
    "markupsafe": "scorekeeper.phone.here.markup",
    "scorekeeper.base.i18n": "scorekeeper.phone.here.i18n",
    "scorekeeper.base.hours": "scorekeeper.phone.here.hours",
    "scorekeeper.base.pages.frame": "scorekeeper.phone.here.frame",
    "scorekeeper.base.pages.reach": "scorekeeper.phone.here.reach",
    **{
        f"scorekeeper.base.{n}": "scorekeeper.phone.here.nothing"
        for n in ("allowances", "db", "devices", "fingerprinted", "metrics", "security")
    },
    "scorekeeper.base.downloads": "scorekeeper.phone.here.downloads",
    "scorekeeper.codec.reading": "scorekeeper.phone.here.reading",
    "scorekeeper.base.cache": "scorekeeper.phone.here.caches",
    "scorekeeper.games.actions.examples": "scorekeeper.phone.here.nothing",
    "scorekeeper.games.actions.news": "scorekeeper.phone.here.nothing",
    "scorekeeper.games.store.nowhere": "scorekeeper.phone.here.nothing",
    "scorekeeper.base.digests": "scorekeeper.phone.here.games.digests",
    "scorekeeper.base.keys": "scorekeeper.phone.here.names",
    **{
        f"scorekeeper.games.actions.{n}": f"scorekeeper.phone.here.games.{n}"
        for n in ("counted_kept", "diary", "entrance", "games", "households", "idle_acts", "joining", "lists", "matches")
    },
    **{f"scorekeeper.games.store.{n}": f"scorekeeper.phone.here.games.{n}" for n in ("committing", "log_rows")},
    "scorekeeper.rules.actions.house_rules": "scorekeeper.phone.here.games.house_rules",
}

STANDS_FOR = {module: name for name, module in STAND_INS.items() if list(STAND_INS.values()).count(module) == 1}

#: What tells a type checker how a value may be used; nothing of it is left in a packed module.
TYPES = frozenset({"dict", "list", "tuple", "set", "frozenset", "type", "Callable", "Mapping", "Sequence", "Iterable", "Literal"})

#: Nothing of these packages' own files is wanted on the phone: they make the server's application.
EMPTY = frozenset({"scorekeeper", "scorekeeper.phone", "segno"})

#: Packages of others that run on the phone as they are installed here.
BORROWED = frozenset({"segno"})


def collect(entry: str, without: Collection[str] = ()) -> dict[str, ast.Module]:
    """Every module of the program that `entry` needs at run time, by name, as it runs on the phone; `entry` is the last.

    `without`: those that are there already. Raises CannotPack for an import of something that the phone does not have.
    """
    modules: dict[str, ast.Module] = {}
    _collect(entry, modules, set(without))
    return modules


def _collect(name: str, modules: dict[str, ast.Module], seen: set[str]) -> None:
    if name in seen:
        return
    seen.add(name)
    if "." in name:
        _collect(name.rpartition(".")[0], modules, seen)
    tree = _tree(name)
    for wanted in imports(tree):
        if wanted in BUILT_IN:
            continue
        if not is_here(wanted):
            raise CannotPack(f"{name} imports {wanted}, which the phone does not have")
        _collect(wanted, modules, seen)
    modules[name] = tree


def is_here(name: str) -> bool:
    """Whether the phone has a module of that name: the program's own, a stand-in, or a package that one lies in."""
    return name.partition(".")[0] in ("scorekeeper", *BORROWED) or name in STAND_INS or name in _folders()


def _folders() -> set[str]:
    """The packages that stand-ins lie in, of which the phone has nothing else."""
    return {name.rpartition(".")[0] for name in STAND_INS if "." in name and not name.startswith("scorekeeper")}


def _tree(name: str) -> ast.Module:
    if name in EMPTY or (name in _folders() and name not in STAND_INS):
        return ast.Module([], [])
    return lightened(MADE[name]() if name in MADE else _read(STAND_INS.get(name, name)), name)


def file_of(name: str) -> Path:
    """Where a module of the program is written."""
    package, *inside = name.split(".")
    root = Path(str(files(package))) if package in BORROWED else PACKAGE.parent / package
    path = root.joinpath(*inside)
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def is_package(name: str) -> bool:
    """Whether other modules lie inside this one."""
    return name in _folders() or (name not in STAND_INS and file_of(name).name == "__init__.py")


def _read(name: str) -> ast.Module:
    tree = ast.parse(file_of(name).read_text(encoding="utf-8"))
    return _borrowed(tree, name) if name.partition(".")[0] in BORROWED else tree


def _licence(package: str) -> str:
    """Under what others gave it: it goes along."""
    found = [path for path in distribution(package).files or [] if path.name == "LICENSE"]
    return found[0].read_text(encoding="utf-8")


def _borrowed(tree: ast.Module, name: str) -> ast.Module:
    """A module of somebody else's, with its imports written out, and with rows of numbers that Brython can make longer."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            node.module, node.level = ".".join([name.rpartition(".")[0], *filter(None, [node.module])]), 0
    package = name.partition(".")[0]
    if name == f"{package}.encoder":
        tree.body.append(ast.parse(f"__license__ = {_licence(package)!r}").body[0])
    if any(isinstance(node, ast.Name) and node.id == "bytearray" for node in ast.walk(tree)):
        tree.body.insert(0, ast.parse("from scorekeeper.phone.here.std.bits import bytearray").body[0])
    return tree


def imports(tree: ast.Module) -> list[str]:
    """The modules that a module imports, in order."""
    names: list[str] = []
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise CannotPack(f"write out the relative import of {node.module}")
            module = node.module or ""
            inside = [f"{module}.{alias.name}" for alias in node.names]
            names += [
                module,
                *[
                    n
                    for n in inside
                    if n in STAND_INS or (n.partition(".")[0] in ("scorekeeper", *BORROWED) and file_of(n).is_file())
                ],
            ]
    return names


def _is_module(name: str) -> bool:
    """Whether it is a module of the program's or of a package that runs on the phone, and nothing that one defines."""
    return name.partition(".")[0] in ("scorekeeper", *BORROWED) and file_of(name).is_file()


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
                return _fields_of(wanted, _read(str(node.module)))
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


SAID = ("N_", "_", "t", "gettext")
"""What marks a message."""


def message_ids(trees: dict[str, ast.Module]) -> set[str]:
    """The messages that the packed modules may want in the user's language: every `N_("…")`, `_("…")` and `t("…")`."""
    return messages_in([node for tree in trees.values() for node in nodes_of(tree) if isinstance(node, ast.Call)])


def messages_in(calls: list[ast.Call]) -> set[str]:
    """The messages that these calls mark."""
    marked = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id in SAID and call.args]
    said = [part for one in marked for part in ([one.body, one.orelse] if isinstance(one, ast.IfExp) else [one])]
    return {node.value for node in said if isinstance(node, ast.Constant) and isinstance(node.value, str)}
