"""The OpenAPI document, generated from the declared operations."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from scorekeeper.app.parameters import HEADERS, PATH_DESCRIPTIONS, QUERY, path_schema
from scorekeeper.app.schemas import schemas
from scorekeeper.app.subjects import SUBJECTS, operations_of
from scorekeeper.core.api.access import ACCESS_KINDS, SCHEMES, concerns_club
from scorekeeper.core.api.json_schema import Schema, ref, text
from scorekeeper.core.api.operations import JSON, Operation
from scorekeeper.core.version import VERSION

TAGS = {
    "games": "Games",
    "events": "Hands and corrections",
    "links": "Share links",
    "matches": "Matches",
    "figures": "Stats",
    "rules": "Rules and scoring",
    "referee": "Rulings",
    "clubs": "Clubs and players",
    "people": "Members and invitations",
    "tournaments": "Tournaments",
    "entrants": "Entrants",
    "door": "Check-ins, payments and prizes",
    "adjustments": "Meetings, places and penalties",
    "rounds": "Rounds and the clock",
    "results": "Results",
    "standings": "Standings and reports",
    "history": "History and undo",
    "papers": "Printouts",
    "files": "Import and export",
    "records": "Tournament files",
    "tables": "Tables and seats",
    "season": "Leagues, ratings and records",
}

GROUPS = (
    ("Games", ("games", "events", "links", "matches", "figures", "rules", "referee")),
    ("Clubs", ("clubs", "people", "season")),
    ("Tournaments", ("tournaments", "entrants", "door", "adjustments", "rounds", "results", "standings", "history", "tables")),
    ("Printouts and files", ("papers", "files", "records")),
)
"""Headings of the API page, with the tags below each."""

ABOUT = (
    "Programs can do everything that the pages do. Game and tournament files are the same as on the command line, and scores are"
    " always calculated, never stored. Messages are in English or French, according to `Accept-Language`. Timestamps have a UTC"
    " offset; the day and start time of a tournament are in its club’s time zone."
)

_PROBLEMS = {
    400: "Malformed request",
    401: "A link or a token is required",
    403: "Not allowed",
    404: "Not found, or not visible to you",
    409: "Someone else changed it; nothing was saved",
    413: "Request body too large",
    415: "Unsupported content type",
    429: "Too many requests",
    422: "Against the rules, or information is missing",
    428: "The If-Match header is missing",
    503: "Temporarily unavailable; try again",
}

_FILE = {"type": "string", "format": "binary"}
"""The schema of a file. OpenAPI 3.1 could leave it out, but client generators ask for one."""

_ANSWERS = {
    200: "Success",
    201: "Created",
    202: "Accepted; not finished yet",
    204: "Success, no response body",
    304: "Not modified",
}


@cache
def document(subjects: frozenset[str] = frozenset(SUBJECTS)) -> dict[str, Any]:
    """Return the OpenAPI document of these subjects. It is in English, whatever language a request asks for."""
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations_of(subjects):
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation)
    shapes = schemas(tournaments="tournaments" in subjects)
    tags = {tag for path in paths.values() for one in path.values() for tag in one["tags"]}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "200 Scorekeeper",
            "version": VERSION,
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api/v1"}],
        "tags": [{"name": tag, "description": title} for tag, title in TAGS.items() if tag in tags],
        "paths": paths,
        "components": {
            "schemas": _used(shapes, paths) if subjects < SUBJECTS.keys() else shapes,
            "securitySchemes": {name: {**form, "description": about} for name, (form, about) in SCHEMES.items()},
        },
    }


def _used(schemas: dict[str, Schema], paths: dict[str, Any]) -> dict[str, Schema]:
    """Return the schemas to which the paths refer, directly or through others."""
    used: dict[str, Schema] = {}
    new = paths
    while new:
        names = set(re.findall(r"#/components/schemas/(\w+)", str(new))) - used.keys()
        new = {name: schemas[name] for name in sorted(names)}
        used |= new
    return used


def _operation(operation: Operation) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": operation.summary,
        "security": [{name: []} if name else {} for name in ACCESS_KINDS[operation.access].schemes],
        "x-access": operation.access,
        "responses": _responses(operation),
    }
    if operation.about:
        described["description"] = operation.about
    if parameters := _parameters(operation):
        described["parameters"] = parameters
    if operation.body:
        described["requestBody"] = {"required": operation.body_required, "content": _content(operation.takes, operation.body)}
    return described


def _content(kind: str, name: str) -> dict[str, Any]:
    """Return the content of a body: a named schema, or a file."""
    return {kind: {"schema": ref(name) if kind == JSON else _FILE}}


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = []
    for name in re.findall(r"\{(\w+)\}", operation.path):
        listed.append({"name": name, "in": "path", "required": True, "schema": path_schema(name)})
        if name in PATH_DESCRIPTIONS:
            listed[-1]["description"] = PATH_DESCRIPTIONS[name]
    for short in operation.query:
        name, (schema, about) = short.partition(":")[0], QUERY[short]
        listed.append({"name": name, "in": "query", "required": False, "schema": schema, "description": about})
    for short in operation.headers:
        name, required, schema, about = HEADERS[short.rstrip("?")]
        required = required and not short.endswith("?")
        listed.append({"name": name, "in": "header", "required": required, "schema": schema, "description": about})
    return listed


def _responses(operation: Operation) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status, name in operation.answers.items():
        responses[str(status)] = {"description": _ANSWERS[status]}
        if headers := _headers(operation, status):
            responses[str(status)]["headers"] = {header: {"schema": text()} for header in headers}
        if name:
            responses[str(status)]["content"] = _content(operation.gives if status == 200 else JSON, name)
    for status in problem_statuses(operation):
        conflict = "TournamentConflict" if concerns_club(operation.access) else "Conflict"
        schema = ref(conflict if status == 409 else "Problem")
        content = {"application/problem+json": {"schema": schema}}
        responses[str(status)] = {"description": _PROBLEMS[status], "content": content}
    return responses


def _headers(operation: Operation, status: int) -> list[str]:
    """Return the response headers that API clients use."""
    has_etag = (status == 200 and 304 in operation.answers) or "revision" in operation.headers
    is_limited = 429 in problem_statuses(operation)
    return ["ETag"] * has_etag + ["RateLimit", "RateLimit-Policy"] * is_limited


def _access_statuses(operation: Operation) -> set[int]:
    if operation.access == "open":
        return set()
    statuses = {503}
    if operation.access in ("watch", "score") or concerns_club(operation.access):
        statuses |= {401, 403, 404}
    if operation.access == "club.public" and operation.method != "GET":
        statuses |= {429}
    if operation.access == "device" and operation.method != "GET":
        statuses |= {403}
    return statuses


def problem_statuses(operation: Operation) -> list[int]:
    """Return the HTTP statuses of the problems that an operation may answer with."""
    statuses = {400} | set(operation.problems) | _access_statuses(operation)
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
