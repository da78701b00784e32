"""Where the phone's modules come from: the program's own files, stand-ins, and third-party packages."""

from __future__ import annotations

import ast
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent

#: The phone's stand-ins, by the name of the module that they replace.
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

#: Third-party packages that run on the phone unchanged.
THIRD_PARTY = frozenset({"segno"})


def folders() -> set[str]:
    """Return the packages that contain only stand-ins."""
    return {name.rpartition(".")[0] for name in STAND_INS if "." in name and not name.startswith("scorekeeper")}


def file_of(name: str) -> Path:
    """Return the source file of a module."""
    package, *inside = name.split(".")
    root = Path(str(files(package))) if package in THIRD_PARTY else PACKAGE.parent / package
    path = root.joinpath(*inside)
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def is_package(name: str) -> bool:
    """Return whether a name is a package."""
    return name in folders() or (name not in STAND_INS and file_of(name).name == "__init__.py")


def read(name: str) -> ast.Module:
    """Return a module's source as a tree."""
    tree = ast.parse(file_of(name).read_text(encoding="utf-8"))
    return _prepare_third_party(tree, name) if name.partition(".")[0] in THIRD_PARTY else tree


def _licence(package: str) -> str:
    """Return the licence text of a third-party package, which must go with its code."""
    found = [path for path in distribution(package).files or [] if path.name == "LICENSE"]
    return found[0].read_text(encoding="utf-8")


def _prepare_third_party(tree: ast.Module, name: str) -> ast.Module:
    """Prepare a third-party module: absolute imports, the licence, and a `bytearray` that works in Brython."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            node.module, node.level = ".".join([name.rpartition(".")[0], *filter(None, [node.module])]), 0
    package = name.partition(".")[0]
    if name == f"{package}.encoder":
        tree.body.append(ast.parse(f"__license__ = {_licence(package)!r}").body[0])
    if any(isinstance(node, ast.Name) and node.id == "bytearray" for node in ast.walk(tree)):
        tree.body.insert(0, ast.parse("from scorekeeper.phone.here.std.bits import bytearray").body[0])
    return tree
