"""Which page answers an address on a phone, and the address of every page of the program."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

VIEWS: list[tuple[list[tuple[str, str]], list[str], Callable[..., Any], str]] = []
"""Of every page that is here: its address in parts, what it answers, and its name."""
ADDRESSES: dict[str, list[str]] = {}
"""Of every page of the program, also of those that only a server has: its addresses, by its name."""


def parts_of(rule: str) -> list[tuple[str, str]]:
    """A rule in parts: what stands there (`text`), or the kind and the name of what does."""
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
    """A page that is here; it may have several addresses."""
    VIEWS.append((parts_of(rule), methods, view, name))
    known = ADDRESSES.setdefault(name, [])
    if rule not in known:
        known.append(rule)


def known(addresses: Mapping[str, list[str]]) -> None:
    """The pages of the program, by name."""
    ADDRESSES.update(addresses)


def find(path: str, method: str) -> tuple[Callable[..., Any], dict[str, Any]] | None:
    """The page that answers, and what of the address it is given; None where none is here."""
    for parts, methods, view, _name in sorted(VIEWS, key=_exactness):
        given = _matched(parts, path)
        if given is not None and (method in methods or (method == "HEAD" and "GET" in methods)):
            return view, given
    return None


def _exactness(view: tuple[list[tuple[str, str]], Any, Any, str]) -> tuple[int, int]:
    """Those with fewer open places first, of these the longer ones."""
    parts = view[0]
    return sum(kind != "text" for kind, _name in parts), -sum(len(text) for kind, text in parts if kind == "text")


def _matched(parts: list[tuple[str, str]], path: str) -> dict[str, Any] | None:
    given: dict[str, Any] = {}
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
        given[name] = int(found) if kind == "int" else found
        path = path[len(found) :]
    return None if path else given


def address(name: str, values: Mapping[str, Any]) -> str:
    """The address of a page, with these values in its open places and the others behind it. Raises KeyError."""
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
"""What stands there as it is, as Flask writes it."""
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"


def quoted(text: str, plain: str = "") -> str:
    """A text as it stands in an address."""
    told = []
    for sign in text:
        told += [sign] if sign in PLAIN or sign in plain else [f"%{byte:02X}" for byte in sign.encode()]
    return "".join(told)
