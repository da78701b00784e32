"""Reads API requests: client, expected revision, idempotency key, body, parameters and the requested page of a list."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, TypeVar

from flask import current_app, request
from flask_wtf.csrf import validate_csrf
from wtforms.validators import ValidationError

from scorekeeper.core.api import schema
from scorekeeper.core.api.json_schema import text
from scorekeeper.core.api.problems import RequestProblem
from scorekeeper.core.devices import visitors
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.limits import check_uuid
from scorekeeper.formats.json_reader import read_json

T = TypeVar("T")

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_HEADER = "X-Scorekeeper"

_REVISION = re.compile(r'\s*(?:W/)?"?(\d{1,9})(?:-[0-9a-z-]*)?"?\s*', re.ASCII)


def token() -> str | None:
    """Return the bearer token, or None."""
    scheme, _, value = request.headers.get("Authorization", "").partition(" ")
    return value.strip() if scheme.lower() == "bearer" and value.strip() else None


def visitor() -> Visitor | None:
    """Return the device of the request, or None if it is unknown."""
    cookie = request.cookies.get(visitors.COOKIE)
    if cookie is None or token() is not None:
        return None
    check_own_pages()
    return visitors.load(cookie)


def check_own_pages() -> None:
    """Raise RequestProblem unless a write has a header that other sites cannot set (CSRF protection).

    Browsers send the device's cookie automatically.
    """
    if request.method in SAFE or request.headers.get(OWN_HEADER):
        return
    try:
        validate_csrf(request.headers.get("X-CSRFToken"))
    except ValidationError:
        if current_app.config.get("WTF_CSRF_ENABLED", True):
            raise RequestProblem(403, "csrf") from None


def revision(now: int) -> int:
    """Return the expected revision from `If-Match`, which may be an ETag. `*` means the current one, `now`."""
    read = request.headers.get("If-Match", "")
    if read.strip() == "*":
        return now
    match = _REVISION.fullmatch(read)
    if match is None:
        raise RequestProblem(428, "revision.missing", right=1)
    return int(match[1])


def key(*, required: bool = False) -> str:
    """Return the idempotency key, or a new one if none was sent. Raises RequestProblem if it is `required`."""
    read = request.headers.get("Idempotency-Key", "").strip().strip('"')
    if read:
        return check_uuid(read)
    if required:
        raise RequestProblem(400, "uuid.missing")
    return str(uuid.uuid4())


def optional_key() -> str | None:
    """Return the idempotency key if one was sent."""
    return key() if request.headers.get("Idempotency-Key", "").strip() else None


def body(*, required: bool = True, most: int | None = None) -> Any:
    """Return the JSON body, or None if it is empty and not required. Raises RequestProblem, `Malformed("json")`.

    `most`: a higher size limit in bytes. Pass it only after authentication.
    """
    if most is not None:
        request.max_content_length = most
    data = request.get_data(cache=False)
    if not data and not required:
        return None
    if not request.is_json:
        raise RequestProblem(415, "http.media_type", "http.415", right="application/json")
    return read_json(data)


def file(kind: str, most: int) -> bytes:
    """Return a file of this type, at most `most` bytes long. Raises RequestProblem."""
    request.max_content_length = most
    if request.mimetype != kind:
        raise RequestProblem(415, "http.media_type", "http.415", right=kind)
    return request.get_data(cache=False)


def read(kind: type[T], *, required: bool = True) -> T:
    """Return the JSON body as this shape. Raises as `read_object` does."""
    return schema.parse_values(kind, read_object(kind, required=required))


def read_object(kind: type, *, required: bool = True) -> dict[str, Any]:
    """Return the JSON object, which may only have this shape's keys. Raises as `body` does, and `Malformed("event")`."""
    value = body(required=required)
    if value is None and not required:
        return {}
    if not isinstance(value, dict):
        raise RequestProblem(422, "event", "object")
    schema.check_keys(kind, value)
    return value


def number(name: str) -> int | None:
    """Return an integer from the query, or None. Raises RequestProblem."""
    read = request.args.get(name)
    if read is None:
        return None
    if not re.fullmatch(r"\d{1,9}", read, re.ASCII):
        raise RequestProblem(400, "parameter", field=name, read=read[:40])
    return int(read)


def flag(name: str) -> bool:
    """Return whether a query parameter is `true` or `1`."""
    return request.args.get(name, "").lower() in ("1", "true")


def choice(name: str, choices: Iterable[str], default: str) -> str:
    """Return one of a few values from the query. Raises RequestProblem."""
    read = request.args.get(name)
    if read is None:
        return default
    if read not in choices:
        raise RequestProblem(400, "parameter", "parameter.choice", field=name, read=read[:40], right=", ".join(choices))
    return read


Position = tuple[int, ...]
"""The position of an item. Positions are unique, and the list is sorted by them."""

PAGING = ("limit", "cursor")
"""The query parameters of a paginated operation."""

MOST_ITEMS = 1000
LONGEST_CURSOR = 60
Next = Annotated[str, text(LONGEST_CURSOR)] | None
"""The cursor of the next page, or None on the last one."""

_CURSOR = re.compile(r"-?\d{1,18}(?:\.-?\d{1,18}){0,2}", re.ASCII)


def requested_page() -> tuple[int | None, Position | None]:
    """Return the requested number of items, and the position after which they start. Raises RequestProblem."""
    limit, cursor = number("limit"), request.args.get("cursor")
    if limit is not None and not 1 <= limit <= MOST_ITEMS:
        raise RequestProblem(400, "parameter", "parameter.limit", field="limit", read=limit, most=MOST_ITEMS)
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
    page_items = list(items if limit is None else items[:limit])
    return page_items, cursor_of(place(page_items[-1])) if len(page_items) < len(items) else None


def select_page(items: Sequence[T], place: Callable[[T], Position]) -> tuple[list[T], str | None]:
    """Return the requested page of items, and the cursor of the next one. Raises RequestProblem."""
    limit, after = requested_page()
    return split_page([one for one in items if after is None or place(one) > after], place, limit)


def cursor_of(place: Position) -> str:
    """Return the cursor of the page that starts after this position."""
    return ".".join(str(part) for part in place)
