"""The program's own files, packed for the phone: each module that one needs, in order, and the messages in them."""

from __future__ import annotations

import ast
from collections.abc import Collection

from scorekeeper.phone.expand import CannotPack
from scorekeeper.phone.lighten import lightened, nodes_of
from scorekeeper.phone.made import MADE
from scorekeeper.phone.sources import BORROWED, STAND_INS, file_of, folders, read

#: What Brython has built in.
BUILT_IN = frozenset({"browser", "javascript"})

#: Nothing of these packages' own files is wanted on the phone: they make the server's application.
EMPTY = frozenset({"scorekeeper", "scorekeeper.phone", "segno"})


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
    return name.partition(".")[0] in ("scorekeeper", *BORROWED) or name in STAND_INS or name in folders()


def _tree(name: str) -> ast.Module:
    if name in EMPTY or (name in folders() and name not in STAND_INS):
        return ast.Module([], [])
    return lightened(MADE[name]() if name in MADE else read(STAND_INS.get(name, name)), name)


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
            names += [module, *[one for one in inside if one in STAND_INS or _is_module(one)]]
    return names


def _is_module(name: str) -> bool:
    """Whether it is a module of the program's or of a package that runs on the phone, and nothing that one defines."""
    return name.partition(".")[0] in ("scorekeeper", *BORROWED) and file_of(name).is_file()


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
