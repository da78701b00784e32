"""Paginated lists: `limit` and `cursor` in the query, and the next page's cursor as `next` in the response."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, TypeVar

from flask import request

from scorekeeper.core.api import requests
from scorekeeper.core.api.json_schema import text
from scorekeeper.core.api.problems import RequestProblem

T = TypeVar("T")
Position = tuple[int, ...]
"""The position of an item. Positions are unique, and the list is sorted by them."""

PAGING = ("limit", "cursor")
"""The query parameters of a paginated operation."""

MOST = 1000
LONGEST_CURSOR = 60
Next = Annotated[str, text(LONGEST_CURSOR)] | None
"""The cursor of the next page, or None on the last one."""

_CURSOR = re.compile(r"-?\d{1,18}(?:\.-?\d{1,18}){0,2}", re.ASCII)


def requested_page() -> tuple[int | None, Position | None]:
    """Return the requested number of items, and the position after which they start. Raises RequestProblem."""
    limit, cursor = requests.number("limit"), request.args.get("cursor")
    if limit is not None and not 1 <= limit <= MOST:
        raise RequestProblem(400, "parameter", "parameter.limit", field="limit", read=limit, most=MOST)
    if cursor is None:
        return limit, None
    if not _CURSOR.fullmatch(cursor):
        raise invalid_cursor()
    return limit, tuple(int(part) for part in cursor.split("."))


def invalid_cursor() -> RequestProblem:
    """Return the problem for an invalid cursor."""
    return RequestProblem(400, "parameter", "parameter.cursor", field="cursor", read=request.args["cursor"][:40])


def split_page(items: Sequence[T], place: Callable[[T], Position], limit: int | None) -> tuple[list[T], str | None]:
    """Return the first `limit` items, and the cursor of the next page if there are more."""
    shown = list(items if limit is None else items[:limit])
    return shown, cursor_of(place(shown[-1])) if len(shown) < len(items) else None


def select_page(items: Sequence[T], place: Callable[[T], Position]) -> tuple[list[T], str | None]:
    """Return the requested page of items, and the cursor of the next one. Raises RequestProblem."""
    limit, after = requested_page()
    return split_page([one for one in items if after is None or place(one) > after], place, limit)


def cursor_of(place: Position) -> str:
    """Return the cursor of the page that starts after this position."""
    return ".".join(str(part) for part in place)
