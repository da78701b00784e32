"""Declares each API operation once, for the router and the OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, request

from scorekeeper.core.api import cross_origin, rate_limit_headers
from scorekeeper.core.api.problems import FORMS, RequestProblem, handle_errors

PREFIX = "/api/v1"
blueprint = Blueprint("api", __name__, url_prefix=PREFIX)
handle_errors(blueprint)
blueprint.after_request(cross_origin.allow)
blueprint.after_request(rate_limit_headers.add_limit_headers)

View = Callable[..., Response]

JSON = "application/json"


@dataclass(frozen=True)
class Operation:
    """An operation. `path`: in OpenAPI's notation, under `/api/v1`.

    `access`: one of `access.ACCESS_KINDS`. `query`: names from `parameters.QUERY`. `headers`: `revision`, `key`, `key?`. `body`:
    a schema's name, or a MIME type if `takes` is not JSON. `answers`: schema name by status, None without a body; if `gives`
    is not JSON, the answer 200 is a file of that type. `about`: details beyond the summary.
    """

    name: str
    method: str
    path: str
    tag: str
    summary: str
    access: str
    about: str = ""
    query: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    body: str | None = None
    body_required: bool = True
    takes: str = JSON
    gives: str = JSON
    answers: Mapping[int, str | None] = field(default_factory=dict)
    problems: tuple[int, ...] = ()

    @property
    def is_public_read(self) -> bool:
        """Whether anyone may read the response, even scripts of other sites."""
        return self.method == "GET" and self.access in ("open", "club.public")


OPERATIONS: list[Operation] = []


def operation(method: str, path: str, **declared: Any) -> Callable[[View], View]:
    """Register a view in the API and its document."""

    def register(view: View) -> View:
        made = Operation(view.__name__, method, path, **declared)
        OPERATIONS.append(made)
        _PARAMETERS[f"{blueprint.name}.{view.__name__}"] = (*(short.partition(":")[0] for short in made.query), "lang")
        FORMS[f"{blueprint.name}.{view.__name__}"] = _FORMS.get(made.tag, "body")
        blueprint.add_url_rule(_flask_path(path), view.__name__, view, methods=[method])
        if made.is_public_read:
            cross_origin.PUBLIC.add(PREFIX + _flask_path(path))
        return view

    return register


_PARAMETERS: dict[str, tuple[str, ...]] = {}
"""Query parameters by endpoint, including the language, which every endpoint accepts."""


@blueprint.before_request
def check_parameters() -> None:
    """Raise RequestProblem for an unknown query parameter, because a misspelled one would do nothing."""
    known = _PARAMETERS.get(request.endpoint or "")
    unknown = next((name for name in request.args if known and name not in known), None)
    if unknown is not None and request.method != "OPTIONS":
        raise RequestProblem(400, "parameter", "parameter.unknown", field=unknown[:40], right=", ".join(known or ()))


def _flask_path(path: str) -> str:
    """Convert `/games/{game}` to Flask's notation. Every parameter is a number, except those in `_TEXTS`."""
    return re.sub(r"\{(\w+)\}", lambda m: f"<{_TEXTS.get(m[1], 'int')}:{m[1]}>", path)


_TEXTS = {**dict.fromkeys(("name", "other", "kind", "sheet"), "string"), "person": "path"}

_FORMS = {"referee": "question", **dict.fromkeys(("games", "events", "links", "matches", "rules"), "event")}
"""Title of the problem for a malformed body, by tag."""
