"""Declares each API operation once, for the router and the OpenAPI document. See `OperationGroup`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, is_dataclass
from functools import cache, partialmethod, wraps
from inspect import cleandoc, signature
from typing import Any, get_type_hints

from flask import Blueprint, Flask, Response, request

from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.problems import FORMS, RequestProblem, handle_errors
from scorekeeper.core.api.responses import PUBLIC_ROUTES
from scorekeeper.core.api.schema import name_of

PREFIX = "/api/v1"
blueprint = Blueprint("api", __name__, url_prefix=PREFIX)
handle_errors(blueprint)
blueprint.after_request(responses.allow_cross_origin)
blueprint.after_request(responses.add_limit_headers)

View = Callable[..., Any]

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
VIEWS: dict[str, View] = {}
"""The view of each operation, by its name."""

COMMAND_RUNNERS: dict[type, tuple[type, Callable[[Any, Callable[[], Any]], Response]]] = {}
"""By class of command: the answer's class, and a function that takes the access and the function that makes the command."""


@dataclass(frozen=True)
class OperationGroup:
    """Declares operations with the same tag and access.

        @_DIRECT.post("/tournaments/{tournament}/seeds")
        def seed_entrants(sent: SeedOrder) -> TournamentCommand:
            '''Set the seed order.

            Send every entrant’s ID, first seed first. Only possible before round 1.
            '''
            return entries.seed_order(sent.order)

    The docstring is the operation's summary and description. A view gets the arguments that it names: the numbers in the
    address; `access`, which `enter` returns; `sent`, the body in the shape of its annotation; and what `provides` makes from the
    access. Its return annotation declares the answer: a command is carried out, a shape is sent as JSON, and None is 204.
    """

    tag: str
    access: str
    enter: Callable[..., Any] = lambda: None
    provides: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)

    def declare(
        self,
        method: str,
        path: str,
        *,
        body: type | str | None = None,
        status: int = 200,
        etag: Callable[..., str] | None = None,
        **declared: Any,
    ) -> Callable[[View], View]:
        """Return a decorator that registers a view in the API and its document.

        `body`: the body in the document, unless it is the class of `sent`: another class, or the name of a schema. If `sent` is a
        dict, it has only the keys of this class. `status`: of the answer. `etag`: returns the ETag, given the arguments that it
        names. `declared`: other fields of `Operation`.
        """

        def register(view: View) -> View:
            hints, declares = get_type_hints(view), dict(declared)
            result, sent = hints["return"], hints.get("sent")
            answer, run = COMMAND_RUNNERS.get(result, (None, None))
            if run is not None:
                declares.setdefault("headers", ("revision", "key?"))
            if "answers" not in declares:
                answer = answer or declares.get("gives") or (None if result is type(None) else result)
                declares["answers"] = {204 if answer is None else status: answer, **({304: None} if etag else {})}
            declares["answers"] = {code: _name(shape) for code, shape in declares["answers"].items()}
            declares["body"] = _name(body or sent)
            summary, _, about = cleandoc(view.__doc__ or "").partition("\n\n")
            texts = (summary.removesuffix("."), self.access, " ".join(about.split()))
            operation = Operation(view.__name__, method, path, self.tag, *texts, **declares)
            success = next(iter(operation.answers))
            parameters = {*_names(view), *(_names(etag) if etag else ())}
            provides = {name: make for name, make in self.provides.items() if name in parameters}

            @wraps(view)
            def answer_request(**values: Any) -> Response:
                access = values["access"] = _call(self.enter, values)
                values.update({name: make(access) for name, make in provides.items()})
                version = None if etag is None else _call(etag, values)
                if version is not None and (same := responses.not_modified(version)) is not None:
                    return same
                if sent is not None:
                    values["sent"] = _read_body(sent, body, required=operation.body_required)
                if run is not None:
                    return run(access, lambda: _call(view, values))
                answer = _call(view, values)
                if answer is None:
                    return Response(status=204)
                return answer if isinstance(answer, Response) else responses.respond(answer, success, etag=version)

            _register(operation, answer_request)
            return view

        return register

    get = partialmethod(declare, "GET")
    post = partialmethod(declare, "POST")
    put = partialmethod(declare, "PUT")
    patch = partialmethod(declare, "PATCH")
    delete = partialmethod(declare, "DELETE")


def _name(shape: Any) -> str | None:
    return name_of(shape) if isinstance(shape, type) else shape


@cache
def _names(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(signature(function).parameters)


def _call(function: Callable[..., Any], values: dict[str, Any]) -> Any:
    """Call a function with the values that it names."""
    return function(**{name: values[name] for name in _names(function) if name in values})


def _read_body(sent: Any, body: type | str | None, *, required: bool) -> Any:
    if isinstance(sent, type) and is_dataclass(sent):
        return requests.read(sent, required=required)
    return requests.read_object(body) if isinstance(body, type) else requests.body(required=required)


def _register(operation: Operation, view: Callable[..., Response]) -> None:
    endpoint = f"{blueprint.name}.{operation.name}"
    OPERATIONS.append(operation)
    VIEWS[operation.name] = view
    _PARAMETERS[endpoint] = (*(short.partition(":")[0] for short in operation.query), "lang")
    FORMS[endpoint] = _FORMS.get(operation.tag, "body")
    if operation.is_public_read:
        PUBLIC_ROUTES.add(PREFIX + _flask_path(operation.path))


def add_routes(app: Flask, chosen: Iterable[Operation]) -> None:
    """Route requests to these operations."""
    for one in chosen:
        app.add_url_rule(PREFIX + _flask_path(one.path), f"{blueprint.name}.{one.name}", VIEWS[one.name], methods=[one.method])


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
