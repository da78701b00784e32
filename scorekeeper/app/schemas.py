"""The schemas of all API requests and responses."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.core.api.json_schema import OBJECT, Schema, array, integer, nullable, object_schema, one_of, ref, text
from scorekeeper.core.api.problems import TITLES
from scorekeeper.core.api.schema import schemas as declared
from scorekeeper.games.api.record_schemas import event_schemas, record_schemas, replay_schemas, rules_schemas
from scorekeeper.games.commands.history import REVISION

SOURCES: list[Callable[[], dict[str, Schema]]] = [rules_schemas, event_schemas, record_schemas, replay_schemas]
"""Functions that return schemas by name. Subjects add theirs."""
CODES = ["list.lines", "list.ambiguous"]
"""Codes of problems that have the title of another. Subjects add theirs."""


def schemas(*, tournaments: bool = True) -> dict[str, Schema]:
    """Return every schema by name. `tournaments`: with their conflicts."""
    return {
        **{name: schema for source in SOURCES for name, schema in source().items()},
        **declared(),
        **_problem_schemas(tournaments=tournaments),
    }


def _problem_schemas(*, tournaments: bool) -> dict[str, Schema]:
    problem = {
        "type": text(format="uri-reference"),
        "title": text(),
        "status": integer(400, 599),
        "code": one_of(dict.fromkeys([*TITLES, *CODES])),
        "detail": text(),
        "kind": one_of(("malformed", "illegal", "unknown")),
        "event": integer(0),
        "field": text(),
        "problems": array(text()),
        "matches": array(text()),
    }
    optional = ("kind", "event", "field", "problems", "matches")
    yours = nullable(OBJECT)
    conflict = {**problem, "current": ref("Current"), "since": array(ref("Change")), "yours": yours}
    conflicts = {"Conflict": object_schema(conflict, (*optional, "current", "since", "yours"))}
    if not tournaments:
        return {"Problem": object_schema(problem, optional), **conflicts}
    current = object_schema({"revision": REVISION, "tables": array(ref("Table"))})
    of_tournament = {**problem, "current": current, "since": array(ref("TournamentChange")), "yours": yours}
    of_tournament["told"] = array(object_schema({"side": nullable(integer(0, 5)), "result": ref("TableResult")}))
    both = ("current", "since", "yours")
    # If a tournament's idempotency key was used for something else, the 422 shows what that was.
    reused = {name: of_tournament[name] for name in both}
    return {
        "Problem": object_schema({**problem, **reused}, (*optional, *both)),
        **conflicts,
        "TournamentConflict": object_schema(of_tournament, (*optional, *both, "told")),
    }
