"""Where the phone's modules come from: the program's own files, stand-ins, and third-party packages."""

from __future__ import annotations

import ast
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent.parent

#: The phone's stand-ins, by the name of the module that they replace.
STAND_INS = {
    "dataclasses": "scorekeeper.offline.stubs.std.dataclass",
    "collections.abc": "scorekeeper.offline.stubs.std.abc",
    **{n: f"scorekeeper.offline.stubs.std.{n}" for n in ("codecs", "collections", "contextlib", "datetime", "functools")},
    **{n: f"scorekeeper.offline.stubs.std.{n}" for n in ("itertools", "json", "math", "operator", "re", "sys", "typing")},
    "urllib.parse": "scorekeeper.offline.stubs.std.parse",
    "secrets": "scorekeeper.offline.stubs.std.random",
    "uuid": "scorekeeper.offline.stubs.std.random",
    "wtforms": "scorekeeper.offline.stubs.std.wtforms",
    "werkzeug.datastructures": "scorekeeper.offline.stubs.request",
    "flask": "scorekeeper.offline.stubs.flask",
    "markupsafe": "scorekeeper.offline.stubs.markup",
    "scorekeeper.core.i18n.translation": "scorekeeper.offline.stubs.translation",
    "scorekeeper.core.i18n.timezones": "scorekeeper.offline.stubs.timezones",
    "scorekeeper.core.pages.layout": "scorekeeper.offline.stubs.layout",
    "scorekeeper.core.pages.lan_address": "scorekeeper.offline.stubs.lan_address",
    **{
        f"scorekeeper.core.{n}": "scorekeeper.offline.stubs.null_services"
        for n in (
            "security.rate_limits",
            "db.database",
            "devices.visitors",
            "http.static_assets",
            "metrics",
            "http.security_headers",
        )
    },
    "scorekeeper.core.http.downloads": "scorekeeper.offline.stubs.downloads",
    "scorekeeper.formats.json_reader": "scorekeeper.offline.stubs.json_reader",
    "scorekeeper.core.cache": "scorekeeper.offline.stubs.cache",
    "scorekeeper.games.commands.library.examples": "scorekeeper.offline.stubs.null_services",
    "scorekeeper.games.commands.change_notifier": "scorekeeper.offline.stubs.null_services",
    "scorekeeper.games.store.empty_query": "scorekeeper.offline.stubs.null_services",
    "scorekeeper.core.security.hashing": "scorekeeper.offline.stubs.games.hashing",
    "scorekeeper.core.security.signing": "scorekeeper.offline.stubs.signing",
    **{
        f"scorekeeper.games.commands.{n}": f"scorekeeper.offline.stubs.games.{n.rpartition('.')[2]}"
        for n in (
            *("authorization", "files.game_export", "library.game_creation", "library.game_lists", "library.matches"),
            *("offline.noop_commands", "sharing.households", "stats.joined_names", "stats.summary_cache"),
        )
    },
    **{f"scorekeeper.games.store.{n}": f"scorekeeper.offline.stubs.games.{n}" for n in ("event_commit", "log_rows")},
    "scorekeeper.rules.commands.house_rules": "scorekeeper.offline.stubs.games.house_rules",
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
        tree.body.insert(0, ast.parse("from scorekeeper.offline.stubs.std.bits import bytearray").body[0])
    return tree
