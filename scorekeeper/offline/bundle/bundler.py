"""Packs the program's files for the phone: each module that an entry needs, in order, and the messages in them."""

from __future__ import annotations

import ast
from collections.abc import Collection

from scorekeeper.offline.bundle.dataclass_codegen import CannotPack
from scorekeeper.offline.bundle.generated_modules import GENERATED
from scorekeeper.offline.bundle.module_sources import STAND_INS, THIRD_PARTY, file_of, folders, read
from scorekeeper.offline.bundle.python_minifier import nodes_of, strip_module

#: Modules built into Brython.
BUILT_IN = frozenset({"browser", "javascript"})

#: Packages that are empty on the phone, because their own files make the server's application.
EMPTY = frozenset({"scorekeeper", "scorekeeper.offline", "segno"})


def collect(entry: str, without: Collection[str] = ()) -> dict[str, ast.Module]:
    """Return every module that `entry` needs at run time, by name, ready for the phone. `entry` itself is the last.

    Modules in `without` are already there. Raises CannotPack for an import that the phone does not have.
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
    """Return whether the phone has a module of that name: one of the program's, a stand-in, or a package with one."""
    return name.partition(".")[0] in ("scorekeeper", *THIRD_PARTY) or name in STAND_INS or name in folders()


def _tree(name: str) -> ast.Module:
    if name in EMPTY or (name in folders() and name not in STAND_INS):
        return ast.Module([], [])
    return strip_module(GENERATED[name]() if name in GENERATED else read(STAND_INS.get(name, name)), name)


def imports(tree: ast.Module) -> list[str]:
    """Return the modules that a module imports, in order. Raises CannotPack for a relative import."""
    names: list[str] = []
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise CannotPack(f"write out the relative import of {node.module}")
            module = node.module or ""
            inside = [f"{module}.{alias.name}" for alias in node.names]
            names += [module, *[one for one in inside if one in STAND_INS or _is_module(one)]]
    return names


def _is_module(name: str) -> bool:
    """Return whether the name is a module that runs on the phone, and not something defined in one."""
    return name.partition(".")[0] in ("scorekeeper", *THIRD_PARTY) and file_of(name).is_file()


MESSAGE_FUNCTIONS = ("N_", "_", "t", "gettext")
"""The functions that mark a message."""


def message_ids(trees: dict[str, ast.Module]) -> set[str]:
    """Return the messages in the packed modules: every `N_("…")`, `_("…")` and `t("…")`."""
    return messages_in([node for tree in trees.values() for node in nodes_of(tree) if isinstance(node, ast.Call)])


def messages_in(calls: list[ast.Call]) -> set[str]:
    """Return the messages that these calls mark."""
    marked = [
        call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id in MESSAGE_FUNCTIONS and call.args
    ]
    said = [part for one in marked for part in ([one.body, one.orelse] if isinstance(one, ast.IfExp) else [one])]
    return {node.value for node in said if isinstance(node, ast.Constant) and isinstance(node.value, str)}
