"""Entry lists as tables: a spreadsheet saved as CSV, what each of its columns holds, and the entries in it."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.base.keys import tidy
from scorekeeper.base.numbers import whole as whole_number
from scorekeeper.base.refusals import Refusal
from scorekeeper.tournaments.actions.headings import roles_of
from scorekeeper.tournaments.actions.lists import LineProblem, ParsedList, check_size, split_names

MOST_BYTES = 2_000_000
MOST_COLUMNS = 40
MOST_SEED = 99_999
_SEP = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
"""The first line by which Excel is told how cells are parted."""


@dataclass(frozen=True)
class EntrySheet:
    """A table as it was read: rows of cells with the line that each begins in; `letters`: `utf`, `windows`, `mac` or `dos`."""

    rows: tuple[tuple[int, tuple[str, ...]], ...]
    text: str
    letters: str = "utf"

    @property
    def width(self) -> int:
        """How many columns it has."""
        return max((len(cells) for _line, cells in self.rows), default=0)

    def column(self, place: int) -> list[str]:
        """The cells of a column from above, those that hold something."""
        return [cells[place] for _line, cells in self.rows if place < len(cells) and cells[place]]


@dataclass(frozen=True)
class SheetColumns:
    """What each column holds: `player-1` (a whole name), `first-1` and `last-1` (its parts) and so on for each player, `entrant`
    (a pair or a team in one cell), `seed`, or nothing that is wanted: empty. `heads`: whether the first row says so.
    """

    roles: tuple[str, ...]
    heads: bool


def choices(players: int) -> list[str]:
    """Every role that a column can have."""
    each = [f"{part}-{n}" for n in range(1, players + 1) for part in ("player", "first", "last")]
    return [*each, *(["entrant"] if players > 1 else []), "seed"]


def read(data: bytes | str) -> EntrySheet:
    """A table in comma, semicolon or tab; UTF-8, UTF-16, or the letters of Windows, an old Mac or DOS.

    Raises Refusal("list.long"), Refusal("list.csv").
    """
    text, letters = (data, "utf") if isinstance(data, str) else _decoded(data)
    text = text.removeprefix("\ufeff").replace("\0", "")
    check_size(text)
    separator = _SEP.match(text)
    body = text[separator.end() :] if separator else text
    first = next((line for line in body.splitlines() if line.strip()), "")
    delimiter = separator[1] if separator else max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter)
    rows, begins = [], 1 + bool(separator)
    try:
        for row in reader:
            cells = tuple(tidy(_unquoted(cell)) for cell in row[:MOST_COLUMNS])
            if any(cells):
                rows.append((begins, cells))
            begins = 1 + bool(separator) + reader.line_num
    except csv.Error:
        raise Refusal("list.csv", "entrants") from None
    return EntrySheet(tuple(rows), text, letters)


_UNICODE = (b"\xff\xfe", b"\xfe\xff")
_LETTERS = {"windows": "cp1252", "mac": "mac_roman", "dos": "cp850"}
_USUAL = frozenset("àâäçéèêëîïôöùûüÿœæñáíóúÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŒÆ’‘“”«»–…\u00a0")
"""What stands in lists of names beside the plain letters, in French above all."""


def _decoded(data: bytes) -> tuple[str, str]:
    """The text, and whose letters those are: of several that would do, those that make the most usual ones of it."""
    if data.startswith(_UNICODE):
        return data.decode("utf-16", "replace"), "utf"
    try:
        return data.decode("utf-8-sig"), "utf"
    except UnicodeDecodeError:
        texts = {name: data.decode(code, "replace") for name, code in _LETTERS.items()}
        best = max(texts, key=lambda name: sum(1 if c in _USUAL else -1 for c in texts[name] if not c.isascii()))
        return texts[best], best


def _unquoted(cell: str) -> str:
    """A cell without the apostrophe that keeps spreadsheets from running it as a formula, as our own files have it."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@") else cell


def understood(sheet: EntrySheet, players: int) -> SheetColumns:
    """What the columns hold as far as their headings say so, or else what is in them."""
    roles = roles_of(sheet.rows[0][1], players) if sheet.rows else None
    if roles is not None:
        return SheetColumns((*roles, *[""] * (sheet.width - len(roles))), True)
    return SheetColumns(_by_content(sheet, players), False)


def _by_content(sheet: EntrySheet, players: int) -> tuple[str, ...]:
    names = [place for place in range(sheet.width) if _names(sheet.column(place))]
    one_word = all(" " not in cell for place in names[: 2 * players] for cell in sheet.column(place))
    if len(names) == 1:
        columns = ["player-1" if players == 1 else "entrant"]
    elif len(names) >= 2 * players and one_word:
        columns = [f"{part}-{n}" for n in range(1, players + 1) for part in ("last", "first")]
    else:
        columns = [f"player-{n}" for n in range(1, players + 1)]
    by_place = dict(zip(names, columns, strict=False))
    return tuple(by_place.get(place, "") for place in range(sheet.width))


def _names(cells: Sequence[str]) -> bool:
    """Whether a column holds names: neither numbers alone nor addresses."""
    letters = Counter("@" not in cell and sum(c.isalpha() for c in cell) > sum(c.isdecimal() for c in cell) for cell in cells)
    return letters[True] > letters[False]


def entries(sheet: EntrySheet, columns: SheetColumns, players: int) -> ParsedList:
    """The entries in the table, its columns taken so, and the lines that cannot be read."""
    entered: list[dict[str, Any]] = []
    lines: list[int] = []
    problems: list[LineProblem] = []
    for line, cells in sheet.rows[columns.heads :]:
        by_role = {role: cell for role, cell in zip(columns.roles, cells, strict=False) if role and cell}
        entry = _entry(by_role, players)
        if isinstance(entry, str):
            problems.append(LineProblem(line, entry, ", ".join(filter(None, cells))[:80]))
        else:
            entered.append(entry)
            lines.append(line)
    return ParsedList(tuple(entered), tuple(problems), tuple(lines))


def _entry(cells: dict[str, str], players: int) -> dict[str, Any] | str:
    """A row as an entry, or what is wrong with it. Several names in one cell, and none beside it, are taken apart."""
    entry: dict[str, Any] = {}
    names = [_person(cells, n) for n in range(1, players + 1)]
    given = [name for name in names if name]
    whole = cells.get("entrant", "")
    if len(given) == 1 < players and "player-1" in cells:
        names = split_names(given[0], players)
    if given:
        if len(names) != players or not all(names):
            return "players"
        entry["players"] = names
        if whole:
            entry["name"] = whole
    elif whole:
        parts = split_names(whole, players) if players > 1 else [whole]
        entry |= {"players": parts} if len(parts) == players and all(parts) else {"name": whole}
    else:
        return "name"
    seed = cells.get("seed", "")
    if seed:
        entry["seed"] = whole_number(seed, 0, MOST_SEED)
        if entry["seed"] is None:
            return "seed"
    return entry


def _person(cells: dict[str, str], n: int) -> str:
    parts = (cells.get(f"{part}-{n}", "") for part in ("first", "last"))
    return cells.get(f"player-{n}") or " ".join(filter(None, parts))


def parse(data: bytes | str, players: int = 2) -> ParsedList:
    """The entries of a table as its columns are understood. Raises as `read`."""
    sheet = read(data)
    return entries(sheet, understood(sheet, players), players)
