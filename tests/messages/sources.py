"""Static analysis of the sources: error codes and reasons, and rules named by lines."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent.parent / "scorekeeper"
ERRORS = ("Malformed", "Illegal", "NotEnoughKnown")


@dataclass(frozen=True)
class Raised:
    """A place that raises an error: its code, its reason if any, and its parameters (None: unknown)."""

    where: str
    code: str
    reason: str | None
    params: frozenset[str] | None


def calls(name: str, folders: tuple[str, ...]) -> Iterator[tuple[Path, ast.Call]]:
    """Yield every call of a function or class of that name."""
    for folder in folders:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            for node in _called_by_name(path):
                if (node.func.id if isinstance(node.func, ast.Name) else node.func.attr) == name:
                    yield path, node


@cache
def _called_by_name(path: Path) -> list[ast.Call]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute))]


def constants(node: ast.expr) -> list[str]:
    """Return the texts that an expression can be: a constant, or one of two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return constants(node.body) + constants(node.orelse)
    return []


def raised(tournament: bool = False) -> list[Raised]:
    """Return every error whose code is written where it is raised, of games or of tournaments."""
    found = []
    for name in ERRORS:
        for path, call in calls(name, ("engine", "pairing", "formats", "cli")):
            if (
                not call.args
                or not constants(call.args[0])
                or any(one in str(path.relative_to(PACKAGE)) for one in ("pairing", "tournament")) != tournament
            ):
                continue
            given = {keyword.arg for keyword in call.keywords}
            params = None if None in given else frozenset(str(arg) for arg in given)
            where = f"{path.relative_to(PACKAGE)}:{call.lineno}"
            reason = next((keyword.value for keyword in call.keywords if keyword.arg == "reason"), None)
            reasons: list[str | None] = [None] if reason is None else list(constants(reason))
            found += [Raised(where, code, r, params) for code in constants(call.args[0]) for r in reasons]
    return found


def first_arguments(name: str, folders: tuple[str, ...] = ("engine",)) -> set[str]:
    """Return the texts given as first argument to every call of that name."""
    return {text for _, call in calls(name, folders) if call.args for text in constants(call.args[0])}
