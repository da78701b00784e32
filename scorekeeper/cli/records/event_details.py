"""Reads what `tournament documents` needs besides the record: day, venue, note, prizes, names and URLs."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine.errors import GameError
from scorekeeper.formats.json_reader import read_json
from scorekeeper.messages.errors.error_text import error_text, quoted

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.tournaments.printouts.event import EventDetails

TEXTS = ("venue", "note", "prizes")
ADDRESSES = ("page", "entry")
LONGEST_TEXT = 10_000
LONGEST_LINK = 1000
LONGEST_NAME = 120


def read_details(file: Path | None, lang: str) -> EventDetails:
    """Return the details in a file, or empty ones without a file. Raises click.BadParameter, located at its key."""
    # Imported late, so that no other command loads the layout modules.
    from scorekeeper.tournaments.printouts.event import EventDetails

    if file is None:
        return EventDetails()
    t = t_for(lang)
    try:
        read = read_json(file.read_bytes())
    except (GameError, OSError) as error:
        _wrong("--about", error_text(t, error) if isinstance(error, GameError) else t(error.strerror or str(error)))
    if not isinstance(read, dict):
        _wrong("--about", t("an object is needed"))
    unknown = set(read) - {"day", "links", "players", *TEXTS, *ADDRESSES}
    if unknown:
        _wrong(sorted(unknown)[0], t("unknown key; use day, venue, note, prizes, players, links, page or entry"))
    venue, note, prizes = (_text(t, read, name) for name in TEXTS)
    page, entry = (_address(t, name, read.get(name, "")) for name in ADDRESSES)
    links = _links(t, read.get("links", {}))
    return EventDetails(_day(t, read.get("day")), venue, note, prizes, links, _players(t, read), page=page, entry=entry)


def _wrong(field: str, why: str) -> NoReturn:
    raise click.BadParameter(why, param_hint=field)


def _day(t: Gettext, read: object) -> date | None:
    if read is None or read == "":
        return None
    with suppress(ValueError):
        if isinstance(read, str):
            return date.fromisoformat(read)
    _wrong("day", t("a date like 2026-11-20, not %(read)s") % {"read": quoted(t, read)})


def _text(t: Gettext, read: dict[str, Any], name: str) -> str:
    value = read.get(name, "")
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        _wrong(name, t("text of at most %(most)s characters") % {"most": LONGEST_TEXT})
    return value


def _links(t: Gettext, read: object) -> dict[tuple[int, int], str]:
    links = {}
    shape = t("an object {round: {table: address}}")
    if not isinstance(read, dict):
        _wrong("links", shape)
    for number, tables in read.items():
        if not number.isdecimal() or not isinstance(tables, dict):
            _wrong(f"links.{number}", shape)
        for table, link in tables.items():
            if not table.isdecimal() or not link:
                _wrong(f"links.{number}.{table}", t("an address that begins with https:// or http://"))
            links[int(number), int(table)] = _address(t, f"links.{number}.{table}", link)
    return links


def _address(t: Gettext, field: str, link: object) -> str:
    """Return a web address or "". Raises click.BadParameter."""
    if not isinstance(link, str) or (link and not link.startswith(("https://", "http://"))):
        _wrong(field, t("an address that begins with https:// or http://"))
    if len(link) > LONGEST_LINK:
        _wrong(field, t("an address of at most %(most)s characters") % {"most": LONGEST_LINK})
    return link


def _players(t: Gettext, read: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    names_by_id = read.get("players", {})
    if not isinstance(names_by_id, dict):
        _wrong("players", t("an object {id: [names]}"))
    for who, names in names_by_id.items():
        if not isinstance(names, list) or not all(isinstance(name, str) and len(name) <= LONGEST_NAME for name in names):
            _wrong(f"players.{who}", t("a list of names of at most %(most)s characters") % {"most": LONGEST_NAME})
    return {who: tuple(names) for who, names in names_by_id.items()}
