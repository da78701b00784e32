"""Finds the page for a URL on a phone, and builds the URL of every page of the program."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

VIEWS: list[tuple[list[tuple[str, str]], list[str], Callable[..., Any], str]] = []
"""The views on this phone: the parts of the URL, the methods, the function, and the endpoint."""
ADDRESSES: dict[str, list[str]] = {}
"""The URL rules of every page by endpoint, including pages that only a server has."""


def parts_of(rule: str) -> list[tuple[str, str]]:
    """Return a URL rule in parts: literal `text`, or a converter and its name."""
    parts: list[tuple[str, str]] = []
    while rule:
        before, opened, rule = rule.partition("<")
        if before:
            parts.append(("text", before))
        if opened:
            inside, _closed, rule = rule.partition(">")
            kind, colon, name = inside.rpartition(":")
            parts.append((kind if colon else "string", name))
    return parts


def add(name: str, rule: str, methods: list[str], view: Callable[..., Any]) -> None:
    """Register a view. It may have several URLs."""
    VIEWS.append((parts_of(rule), methods, view, name))
    known = ADDRESSES.setdefault(name, [])
    if rule not in known:
        known.append(rule)


def add_addresses(addresses: Mapping[str, list[str]]) -> None:
    """Add the URL rules of the program's pages."""
    ADDRESSES.update(addresses)


def find(path: str, method: str) -> tuple[Callable[..., Any], dict[str, Any]] | None:
    """Return the view for a URL with its arguments, or None."""
    for parts, methods, view, _name in sorted(VIEWS, key=_exactness):
        view_args = _match(parts, path)
        if view_args is not None and (method in methods or (method == "HEAD" and "GET" in methods)):
            return view, view_args
    return None


def _exactness(view: tuple[list[tuple[str, str]], Any, Any, str]) -> tuple[int, int]:
    """Return the sort key of a view: fewer variable parts first, then longer text."""
    parts = view[0]
    return sum(kind != "text" for kind, _name in parts), -sum(len(text) for kind, text in parts if kind == "text")


def _match(parts: list[tuple[str, str]], path: str) -> dict[str, Any] | None:
    view_args: dict[str, Any] = {}
    for place, (kind, name) in enumerate(parts):
        if kind == "text":
            if not path.startswith(name):
                return None
            path = path[len(name) :]
            continue
        after = parts[place + 1][1] if place + 1 < len(parts) else ""
        end = path.find(after) if after else len(path)
        found = path[: max(end, 0)]
        if not found or ("/" in found and kind != "path") or (kind == "int" and not (found.isascii() and found.isdecimal())):
            return None
        view_args[name] = int(found) if kind == "int" else found
        path = path[len(found) :]
    return None if path else view_args


def build_url(name: str, values: Mapping[str, Any]) -> str:
    """Return the URL of a page. Values without a part in the rule go into the query. Raises KeyError."""
    values = {key: value for key, value in values.items() if value is not None}
    anchor = values.pop("_anchor", None)
    external = values.pop("_external", None)
    assert not external
    rules = [parts_of(rule) for rule in ADDRESSES[name]]
    fitting = [parts for parts in rules if all(kind == "text" or place in values for kind, place in parts)]
    parts = max(fitting, key=len)
    open_places = {place for kind, place in parts if kind != "text"}
    path = "".join(
        [place if kind == "text" else quoted(str(values[place]), "/" if kind == "path" else "") for kind, place in parts]
    )
    others = [(key, value) for key, value in values.items() if key not in open_places]
    behind = [(key, one) for key, value in others for one in (value if isinstance(value, (list, tuple)) else [value])]
    query = "&".join([f"{key}={quoted(str(value), IN_A_QUERY).replace('%20', '+')}" for key, value in behind])
    return path + (f"?{query}" if query else "") + (f"#{quoted(anchor, '')}" if anchor else "")


IN_A_QUERY = "!$'()*,/:;?@"
"""Characters that Flask does not escape in a query."""
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"


def quoted(text: str, plain: str = "") -> str:
    """Return a text escaped for a URL. Characters in `plain` stay."""
    pieces = []
    for sign in text:
        pieces += [sign] if sign in PLAIN or sign in plain else [f"%{byte:02X}" for byte in sign.encode()]
    return "".join(pieces)
