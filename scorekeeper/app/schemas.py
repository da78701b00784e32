"""The schemas of all API requests and responses."""

from __future__ import annotations

from scorekeeper.core.api.json_schema import OBJECT, Schema, array, integer, nullable, object_schema, one_of, ref, text
from scorekeeper.core.api.problems import TITLES
from scorekeeper.core.api.schema import schemas as declared
from scorekeeper.games.api.record_schemas import event_schemas, record_schemas, replay_schemas, rules_schemas
from scorekeeper.games.commands.history import REVISION
from scorekeeper.rulings.api import referee_schemas
from scorekeeper.tournaments.api.titles import CODES as CLUB_CODES


def schemas() -> dict[str, Schema]:
    """Return every schema by name."""
    return {
        **rules_schemas(),
        **event_schemas(),
        **record_schemas(),
        **replay_schemas(),
        **referee_schemas(),
        **declared(),
        **_problem_schemas(),
    }


def _problem_schemas() -> dict[str, Schema]:
    problem = {
        "type": text(format="uri-reference"),
        "title": text(),
        "status": integer(400, 599),
        "code": one_of(dict.fromkeys([*TITLES, *CLUB_CODES, "list.lines", "list.ambiguous"])),
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
    current = object_schema({"revision": REVISION, "tables": array(ref("Table"))})
    of_tournament = {**problem, "current": current, "since": array(ref("TournamentChange")), "yours": yours}
    of_tournament["told"] = array(object_schema({"side": nullable(integer(0, 5)), "result": ref("TableResult")}))
    both = ("current", "since", "yours")
    # If a tournament's idempotency key was used for something else, the 422 shows what that was.
    reused = {name: of_tournament[name] for name in both}
    return {
        "Problem": object_schema({**problem, **reused}, (*optional, *both)),
        "Conflict": object_schema(conflict, (*optional, *both)),
        "TournamentConflict": object_schema(of_tournament, (*optional, *both, "told")),
    }
