"""The OpenAPI document, made from the operations as they are declared."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from scorekeeper.api.operations import Operation
from scorekeeper.api.resources import OPERATIONS
from scorekeeper.api.schemas import schemas
from scorekeeper.api.shapes import ID, ref, text
from scorekeeper.engine.variants import NAMED
from scorekeeper.i18n import t_for
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

TAGS = {
    "games": N_("Games"),
    "events": N_("Hands and changes"),
    "links": N_("Share links"),
    "matches": N_("Matches"),
    "rules": N_("Rules and scoring"),
    "referee": N_("Questions to the referee"),
    "clubs": N_("Clubs and their players"),
    "season": N_("Leagues and ratings"),
    "tournaments": N_("Tournaments"),
    "entrants": N_("Entrants"),
    "rounds": N_("Rounds and the clock"),
    "results": N_("Results at the desk"),
    "tables": N_("The players’ own tables"),
}

ABOUT = N_(
    "The same actions as the pages, for programs. What goes in and out is the game record of the command line; scores are never"
    " stored, always derived. Sentences come in English or French: see Accept-Language."
)

_QUERY: dict[str, tuple[dict[str, Any], str]] = {
    "before": ({"type": "integer", "minimum": 1, "maximum": 999_999_999}, N_("The entry to put it before.")),
    "unscored": (
        {"type": "boolean"},
        N_("Bring in also what cannot be scored, to be mended in the game; without it such a record is refused."),
    ),
    "live": ({"type": "boolean"}, N_("As if every match on the pad ended as it stands now.")),
    "rules": ({"enum": list(NAMED)}, N_("Score it as if these rules had been played.")),
}

_HEADERS: dict[str, tuple[str, bool, dict[str, Any], str]] = {
    "revision": (
        "If-Match",
        True,
        {"type": "string", "pattern": '^"[0-9]{1,9}"$', "example": '"1"'},
        N_("The revision that you have seen, in quotes. If the game has moved on the answer is 409, with both versions."),
    ),
    "key": (
        "Idempotency-Key",
        True,
        {"type": "string", "pattern": "^[0-9A-Za-z_-]{8,36}$"},
        N_("A key of your own making, such as a UUID: the same again counts once, and gives the first answer again."),
    ),
}

_PROBLEMS = {
    400: N_("Not of this form"),
    401: N_("A link is needed"),
    403: N_("Not allowed"),
    404: N_("No such thing, or not yours to see"),
    409: N_("The game has changed meanwhile: nothing was recorded"),
    413: N_("Too large"),
    415: N_("Not JSON"),
    429: N_("Too often: wait"),
    422: N_("The rules say no, or not enough is known"),
    428: N_("The revision is missing"),
}

_ANSWERS = {200: N_("Done"), 201: N_("Made"), 204: N_("Done; nothing to say"), 304: N_("Nothing has changed")}


@cache
def document(lang: str) -> dict[str, Any]:
    """The document in one language."""
    t = t_for(lang)
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(t, operation)
    return {
        "openapi": "3.1.0",
        "info": {"title": t(N_("200 Scorekeeper")), "version": version("scorekeeper"), "description": t(ABOUT)},
        "servers": [{"url": "/api/v1"}],
        "tags": [{"name": tag, "description": t(title)} for tag, title in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": schemas(t),
            "securitySchemes": {
                "link": {"type": "http", "scheme": "bearer", "description": t(N_("The secret of a share link."))},
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": t(
                        N_("A token of a club’s account, made on its own page, with a scope: read, score or direct.")
                    ),
                },
                "table": {"type": "http", "scheme": "bearer", "description": t(N_("The secret of a table’s link."))},
                "account": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "scorekeeper_account",
                    "description": t(N_("A browser that is signed in. What writes must also carry the header X-Scorekeeper: 1.")),
                },
                "device": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "scorekeeper_device",
                    "description": t(N_("A device’s own games. What writes must also carry the header X-Scorekeeper: 1.")),
                },
            },
        },
    }


def _operation(t: Gettext, operation: Operation) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": t(operation.summary),
        "security": _security(operation),
        "x-access": operation.access,
        "responses": _responses(t, operation),
    }
    if operation.about:
        found["description"] = t(operation.about)
    if parameters := _parameters(t, operation):
        found["parameters"] = parameters
    if operation.body:
        content = {"application/json": {"schema": ref(operation.body)}}
        found["requestBody"] = {"required": operation.body_required, "content": content}
    return found


def _security(operation: Operation) -> list[dict[str, list[str]]]:
    ways = {
        "open": [],
        "device": ["", "device"],
        "table": ["table"],
        "club.public": ["", "token", "account"],
    }
    usual = ["token", "account"] if operation.access.startswith("club.") else ["link", "device"]
    return [{name: []} if name else {} for name in ways.get(operation.access, usual)]


def _parameters(t: Gettext, operation: Operation) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for name in re.findall(r"\{(\w+)\}", operation.path):
        schema = ref("RulesName") if name in ("name", "other") else ID
        found.append({"name": name, "in": "path", "required": True, "schema": schema})
    for name in operation.query:
        schema, about = _QUERY[name]
        found.append({"name": name, "in": "query", "required": False, "schema": schema, "description": t(about)})
    for short in operation.headers:
        name, required, schema, about = _HEADERS[short.rstrip("?")]
        required = required and not short.endswith("?")
        found.append({"name": name, "in": "header", "required": required, "schema": schema, "description": t(about)})
    return found


def _responses(t: Gettext, operation: Operation) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for status, name in operation.answers.items():
        found[str(status)] = {"description": t(_ANSWERS[status])}
        if name:
            found[str(status)]["content"] = {"application/json": {"schema": ref(name)}}
        if status == 200 and 304 in operation.answers:
            found["200"]["headers"] = {"ETag": {"schema": text()}}
    for status in problem_statuses(operation):
        of_club = operation.access == "table" or operation.access.startswith("club.")
        conflict = "TournamentConflict" if of_club else "Conflict"
        schema = ref(conflict if status == 409 else "Problem")
        content = {"application/problem+json": {"schema": schema}}
        found[str(status)] = {"description": t(_PROBLEMS[status]), "content": content}
    return found


def problem_statuses(operation: Operation) -> list[int]:
    """Which problems an operation may answer with."""
    found = set(operation.problems)
    if operation.access in ("watch", "score", "table") or operation.access.startswith("club."):
        found |= {401, 403, 404}
    if operation.access == "club.public" and operation.method != "GET":
        found |= {429}
    if operation.access == "device" and operation.method != "GET":
        found |= {403}
    if "{" in operation.path:
        found |= {404}
    if operation.body:
        found |= {400, 413, 415, 422}
    if operation.query:
        found |= {400, 404}
    if operation.headers:
        found |= {400, 422}
    if "revision" in operation.headers:
        found |= {409, 428}
    if operation.tag in ("links", "matches") and operation.method != "GET":
        found |= {422}
    return sorted(found)
