"""How an operation of the API is declared: once, for the router and for the OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response

from scorekeeper.api.problems import handle_errors

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")
handle_errors(blueprint)

View = Callable[..., Response]


@dataclass(frozen=True)
class Operation:
    """An operation: `path` as OpenAPI writes it, under `/api/v1`.

    `access`: `open` (anyone), `device` (the device's cookie, if there is one), `watch` or `score` (a link or the device's
    cookie). `query`: names of parameters declared in `schemas.PARAMETERS`. `headers`: `revision`, `key`, `key?`. `body`: the
    name of a schema. `answers`: status to schema name, None for no body. `about`: what the summary leaves open.
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
    answers: Mapping[int, str | None] = field(default_factory=dict)
    problems: tuple[int, ...] = ()


OPERATIONS: list[Operation] = []


def operation(method: str, path: str, **declared: Any) -> Callable[[View], View]:
    """Put a view on the API and into its document."""

    def register(view: View) -> View:
        OPERATIONS.append(Operation(view.__name__, method, path, **declared))
        blueprint.add_url_rule(_flask_path(path), view.__name__, view, methods=[method])
        return view

    return register


def _flask_path(path: str) -> str:
    """`/games/{game}` as Flask writes it; every parameter but a name is a number."""
    return re.sub(r"\{(\w+)\}", lambda m: f"<{m[1]}>" if m[1] in _TEXTS else f"<int:{m[1]}>", path)


_TEXTS = ("name", "other")
