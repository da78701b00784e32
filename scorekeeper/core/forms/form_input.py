"""Reads form data without labels: buttons, the key and the revision of every form, and all fields to send again."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import overload

from flask import request
from werkzeug.datastructures import ImmutableMultiDict

from scorekeeper.core.http.site_root import rooted, unrooted
from scorekeeper.core.numbers import parse_tapped_number

COMMON_FIELDS = ("csrf_token", "revision", "uuid")
"""Fields that every form has."""
LARGEST = 1_000_000_000
"""Upper bound for numbers from our own pages."""


class Taps(dict[str, str]):
    """Values sent by our own buttons, by field. No one types them, so invalid ones need no message."""

    @overload
    def number(self, name: str) -> int | None: ...

    @overload
    def number(self, name: str, usual: int) -> int: ...

    def number(self, name: str, usual: int | None = None) -> int | None:
        """Return the number in a field, or `usual`."""
        value = parse_tapped_number(self.get(name), LARGEST)
        return usual if value is None else value


def taps() -> Taps:
    """Return the posted values, if any."""
    return Taps(request.form.to_dict())


def revision() -> int:
    """Return the revision shown on the page, or 0, which is never valid."""
    return parse_tapped_number(request.form.get("revision"), LARGEST) or 0


def key() -> str:
    """Return the form's idempotency key, or ""."""
    return request.form.get("uuid", "")


def key_or_new() -> str:
    """Return the form's idempotency key, or a new one."""
    return key() or submission_key()


def pressed_button(usual: str = "") -> str:
    """Return the name of the button pressed, or `usual` for the Enter key."""
    return request.form.get("do", usual)


def pressed_list_button(usual: str = "") -> tuple[str, int | None]:
    """Return the name and number of a button in a list, such as `rename-12`."""
    what, _dash, number = pressed_button(usual).partition("-")
    return what, parse_tapped_number(number, LARGEST)


def is_confirmed(seen: str) -> bool:
    """Return whether the change described by `seen` was shown and confirmed."""
    return request.form.get("action") == "record" and request.form.get("seen") == seen


def return_page(within: str, usual: str) -> str:
    """Return the form's `return_page` page if it is below `within`, else `usual`."""
    requested_page = request.form.get("back", "")
    return requested_page if requested_page.startswith(within) else usual


def next_page() -> str:
    """Return the `next` page of the form or the URL if it is ours, else the home page."""
    return own_path(request.values.get("next", rooted("/")))


def own_path(target: str) -> str:
    """Return the path if it is on this site, else the home page, to prevent open redirects."""
    target = target.rstrip("?")
    # Browsers treat `//host` and `/\\host` as another site.
    path = unrooted(target) or ""
    inside = path.startswith("/") and path[1:2] not in ("/", "\\") and target.isprintable()
    return target if inside else rooted("/")


def fields_to_resend(most: int, *, ours: bool = False) -> list[tuple[str, str]]:
    """Return the fields as sent, to send them again. Fields of every form are left out unless `ours`."""
    return [(name, value) for name, value in list(request.form.items(multi=True))[:most] if ours or name not in COMMON_FIELDS]


def form_content() -> list[list[object]]:
    """Return everything that was sent, sorted, as the content of the form's idempotency key."""
    return sorted([name, values] for name, values in request.form.lists() if name not in COMMON_FIELDS)


def replace_form(fields: Mapping[str, str], *, seen: int, key: str) -> None:
    """Make this request look like a form with these fields, the revision `seen` and this key."""
    request.form = ImmutableMultiDict({**fields, "revision": str(seen), "uuid": key})


def submission_key() -> str:
    """Return a new key for a form's hidden field `uuid`."""
    return str(uuid.uuid4())
