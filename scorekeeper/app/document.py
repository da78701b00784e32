"""The OpenAPI document, generated from the declared operations."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from scorekeeper.app.parameters import HEADERS, QUERY, of_path
from scorekeeper.app.schemas import schemas
from scorekeeper.base.api.access import SCHEMES, WAYS, of_club
from scorekeeper.base.api.operations import JSON, OPERATIONS, Operation
from scorekeeper.base.api.shapes import ref, text
from scorekeeper.base.i18n import t_for
from scorekeeper.base.version import VERSION
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

TAGS = {
    "games": N_("Games"),
    "events": N_("Hands and changes"),
    "links": N_("Share links"),
    "matches": N_("Matches"),
    "figures": N_("Figures"),
    "rules": N_("Rules and scoring"),
    "referee": N_("Questions to the referee"),
    "clubs": N_("Clubs and their players"),
    "people": N_("Who runs a club"),
    "tournaments": N_("Tournaments"),
    "entrants": N_("Entrants"),
    "rounds": N_("Rounds and the clock"),
    "results": N_("Results at the desk"),
    "standings": N_("Standings, cross-table, bracket, report"),
    "history": N_("History and undo"),
    "papers": N_("Papers to print"),
    "files": N_("Files in and out"),
    "records": N_("Questions about a tournament record"),
    "tables": N_("The players’ own tables"),
    "season": N_("Leagues, ratings, records"),
}

GROUPS = (
    (N_("Games"), ("games", "events", "links", "matches", "figures", "rules", "referee")),
    (N_("Clubs"), ("clubs", "people", "season")),
    (N_("Tournaments"), ("tournaments", "entrants", "rounds", "results", "standings", "history", "tables")),
    (N_("Papers and files"), ("papers", "files", "records")),
)
"""Headings of the API page, with the tags below each."""

ABOUT = N_(
    "The same actions as the pages, for programs. What goes in and out is the game record of the command line; scores are never"
    " stored, always derived. Sentences come in English or French: see Accept-Language. Every moment has its distance from UTC;"
    " the day and the start of a tournament are those of its club’s time zone."
)

_PROBLEMS = {
    400: N_("Not of this form"),
    401: N_("A link or a token is needed"),
    403: N_("Not allowed"),
    404: N_("No such thing, or not yours to see"),
    409: N_("It has changed meanwhile: nothing was recorded"),
    413: N_("Too large"),
    415: N_("Not of this type"),
    429: N_("Too often: wait"),
    422: N_("The rules say no, or not enough is known"),
    428: N_("The revision is missing"),
    503: N_("The database cannot be reached: send it again"),
}

_FILE = {"type": "string", "format": "binary"}
"""The schema of a file. OpenAPI 3.1 could leave it out, but client generators ask for one."""

_ANSWERS = {200: N_("Done"), 201: N_("Made"), 202: N_("Begun"), 204: N_("Done; nothing to say"), 304: N_("Nothing has changed")}


@cache
def document(lang: str) -> dict[str, Any]:
    """Return the OpenAPI document in one language."""
    t = t_for(lang)
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(t, operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": t(N_("200 Scorekeeper")),
            "version": VERSION,
            "description": t(ABOUT),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api/v1"}],
        "tags": [{"name": tag, "description": t(title)} for tag, title in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": schemas(t),
            "securitySchemes": {name: {**form, "description": t(about)} for name, (form, about) in SCHEMES.items()},
        },
    }


def _operation(t: Gettext, operation: Operation) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": t(operation.summary),
        "security": [{name: []} if name else {} for name in WAYS[operation.access].schemes],
        "x-access": operation.access,
        "responses": _responses(t, operation),
    }
    if operation.about:
        described["description"] = t(operation.about)
    if parameters := _parameters(t, operation):
        described["parameters"] = parameters
    if operation.body:
        described["requestBody"] = {"required": operation.body_required, "content": _content(operation.takes, operation.body)}
    return described


def _content(kind: str, name: str) -> dict[str, Any]:
    """Return the content of a body: a named schema, or a file."""
    return {kind: {"schema": ref(name) if kind == JSON else _FILE}}


def _parameters(t: Gettext, operation: Operation) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": of_path(name)}
        for name in re.findall(r"\{(\w+)\}", operation.path)
    ]
    for short in operation.query:
        name, (schema, about) = short.partition(":")[0], QUERY[short]
        listed.append({"name": name, "in": "query", "required": False, "schema": schema, "description": t(about)})
    for short in operation.headers:
        name, required, schema, about = HEADERS[short.rstrip("?")]
        required = required and not short.endswith("?")
        listed.append({"name": name, "in": "header", "required": required, "schema": schema, "description": t(about)})
    return listed


def _responses(t: Gettext, operation: Operation) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status, name in operation.answers.items():
        responses[str(status)] = {"description": t(_ANSWERS[status])}
        if headers := _headers(operation, status):
            responses[str(status)]["headers"] = {header: {"schema": text()} for header in headers}
        if name:
            responses[str(status)]["content"] = _content(operation.gives if status == 200 else JSON, name)
    for status in problem_statuses(operation):
        conflict = "TournamentConflict" if of_club(operation.access) else "Conflict"
        schema = ref(conflict if status == 409 else "Problem")
        content = {"application/problem+json": {"schema": schema}}
        responses[str(status)] = {"description": t(_PROBLEMS[status]), "content": content}
    return responses


def _headers(operation: Operation, status: int) -> list[str]:
    """Return the response headers that API clients use."""
    has_etag = (status == 200 and 304 in operation.answers) or "revision" in operation.headers
    is_limited = 429 in problem_statuses(operation)
    return ["ETag"] * has_etag + ["RateLimit", "RateLimit-Policy"] * is_limited


def _of_access(operation: Operation) -> set[int]:
    if operation.access == "open":
        return set()
    statuses = {503}
    if operation.access in ("watch", "score") or of_club(operation.access):
        statuses |= {401, 403, 404}
    if operation.access == "club.public" and operation.method != "GET":
        statuses |= {429}
    if operation.access == "device" and operation.method != "GET":
        statuses |= {403}
    return statuses


def problem_statuses(operation: Operation) -> list[int]:
    """Return the HTTP statuses of the problems that an operation may answer with."""
    statuses = {400} | set(operation.problems) | _of_access(operation)
    if "{" in operation.path:
        statuses |= {404}
    if operation.body:
        statuses |= {413, 415, 422}
    if operation.query:
        statuses |= {404}
    if operation.headers:
        statuses |= {422}
    if "revision" in operation.headers:
        statuses |= {409, 428}
    if operation.tag in ("links", "matches") and operation.method != "GET":
        statuses |= {422}
    return sorted(statuses)
