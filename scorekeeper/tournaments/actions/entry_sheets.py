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
from scorekeeper.tournaments.actions.lists import (
    MOST_LINES,
    LineProblem,
    ParsedList,
    check_size,
    doubtful_name,
    plain,
    split_names,
)

MOST_BYTES = 2_000_000
MOST_COLUMNS = 40
MOST_SEED = 99_999
_SEP = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
"""The first line by which Excel is told how cells are parted."""


@dataclass(frozen=True)
class EntrySheet:
    """A table as it was read: rows of cells with the line that each begins in; `letters`: `utf`, `windows`, `mac` or `dos`;
    `separator`: the sign between cells.
    """

    rows: tuple[tuple[int, tuple[str, ...]], ...]
    text: str
    letters: str = "utf"
    separator: str = ","

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
    (a pair or a team in one cell), `seed`, or nothing that is wanted: empty. `heads`: the number of rows above the first entrant,
    the last of which has the headings; 0 where there are none.
    """

    roles: tuple[str, ...]
    heads: int


def choices(players: int) -> list[str]:
    """Every role that a column can have."""
    each = [f"{part}-{n}" for n in range(1, players + 1) for part in ("player", "first", "last")]
    return [*each, *(["entrant"] if players > 1 else []), "seed"]


SEPARATORS = ("\t", ";", "|", ",")
"""Separators between cells; the ones that no name contains come first."""
SEPARATOR_NAMES = {"tab": "\t", "semicolon": ";", "bar": "|", "comma": ","}
_HEADED = 5
"""Rows within which headings are looked for: a title or an empty row may stand above them."""


def read(data: bytes | str, separator: str = "") -> EntrySheet:
    """Read a table of cells: a workbook (.xlsx), or text in UTF-8, UTF-16, or the letters of Windows, an old Mac or DOS.

    `separator` between cells: one of `SEPARATORS`; empty: the one that gives the most lines the same number of cells.
    Raises Refusal("list.long"), Refusal("list.csv"), Refusal("list.workbook").
    """
    if isinstance(data, bytes) and data.startswith(_WORKBOOK):
        data = _cells_of_workbook(data)
    text, letters = (data, "utf") if isinstance(data, str) else _decoded(data)
    text = text.removeprefix("\ufeff").replace("\0", "")
    check_size(text)
    told = _SEP.match(text)
    body = text[told.end() :] if told else text
    first = 1 + bool(told)
    if separator or told:
        rows = _rows(body, separator or told[1], first)  # type: ignore[index]
        return EntrySheet(rows, text, letters, separator or told[1])  # type: ignore[index]
    readings = {sign: _rows(body, sign, first) for sign in SEPARATORS}
    best = max(SEPARATORS, key=lambda sign: (_evenness(readings[sign]), -SEPARATORS.index(sign)))
    best = best if _evenness(readings[best]) else ","
    return EntrySheet(readings[best], text, letters, best)


def _rows(body: str, separator: str, begins: int) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The rows that hold something, with the line each begins in. Raises Refusal("list.csv")."""
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=separator)
    rows, line = [], begins
    try:
        for row in reader:
            cells = tuple(tidy(_unquoted(cell)) for cell in row[:MOST_COLUMNS])
            if any(cells):
                rows.append((line, cells))
            line = begins + reader.line_num
    except csv.Error:
        raise Refusal("list.csv", "entrants") from None
    return tuple(rows)


def _evenness(rows: tuple[tuple[int, tuple[str, ...]], ...]) -> float:
    """Return the share of rows with the most usual number of cells, 0 where that is one: then this sign separates nothing."""
    widths = Counter(len(cells) for _line, cells in rows)
    if not widths:
        return 0.0
    width, number = max(widths.items(), key=lambda one: (one[1], one[0]))
    return number / len(rows) if width > 1 else 0.0


_WORKBOOK = b"PK\x03\x04"
"""How a file in ZIP begins, and so a workbook."""


def _cells_of_workbook(data: bytes) -> str:
    """Return the first sheet of a workbook as text with tabs. Raises Refusal("list.workbook") for any other file in ZIP."""
    import python_calamine  # late: only who reads a workbook needs it

    try:
        rows = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0).to_python(nrows=MOST_LINES)
    except (python_calamine.CalamineError, ValueError, OSError):
        raise Refusal("list.workbook", "entrants") from None
    made = io.StringIO()
    csv.writer(made, delimiter="\t").writerows([[_cell_text(cell) for cell in row[:MOST_COLUMNS]] for row in rows])
    return made.getvalue()


def _cell_text(cell: object) -> str:
    """A cell as people see it: numbers without a fraction of nothing."""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


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


_QUOTED = re.compile(r"(^|[,;|\t\r\n])([ \u00a0]*)'(?=[=+\-@])")


def _unquoted(cell: str) -> str:
    """A cell without the apostrophes that keep spreadsheets from running it as a formula, as our own files have it."""
    return _QUOTED.sub(r"\1\2", cell)


def understood(sheet: EntrySheet, players: int) -> SheetColumns:
    """Return what the columns hold as far as their headings say so, in one of the first rows, or else what is in them."""
    for place, (_line, cells) in enumerate(sheet.rows[:_HEADED]):
        roles = roles_of(cells, players)
        if roles is not None:
            return SheetColumns((*roles, *[""] * (sheet.width - len(roles))), place + 1)
    return SheetColumns(_by_content(sheet, players), 0)


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
        by_role = {
            role: plain(cell) if role != "seed" else cell
            for role, cell in zip(columns.roles, cells, strict=False)
            if role and cell
        }
        entry = _entry(by_role, players)
        if isinstance(entry, str):
            problems.append(LineProblem(line, entry, ", ".join(filter(None, cells))[:80]))
        elif not columns.heads and (doubtful := doubtful_name(entry)):  # below a heading, a sign in a name is meant
            problems.append(LineProblem(line, "sign", doubtful[:80]))
        else:
            entered.append(entry)
            lines.append(line)
    return ParsedList(tuple(entered), tuple(problems), tuple(lines))


_NO_FRACTION = re.compile(r"[.,]0+$")
"""A seed as spreadsheets save it: 1.0, or 1,0 in French."""


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
        entry["seed"] = whole_number(_NO_FRACTION.sub("", seed), 0, MOST_SEED)
        if entry["seed"] is None:
            return "seed"
    return entry


def _person(cells: dict[str, str], n: int) -> str:
    parts = (cells.get(f"{part}-{n}", "") for part in ("first", "last"))
    return cells.get(f"player-{n}") or " ".join(filter(None, parts))


def parse(data: bytes | str, players: int = 2, separator: str = "") -> ParsedList:
    """Return the entries of a table as its columns are understood. Raises as `read`."""
    sheet = read(data, separator)
    return entries(sheet, understood(sheet, players), players)


def readings(data: bytes | str, players: int) -> dict[str, ParsedList]:
    """Return the ways to read a table without a fault, where they give different entrants: by separator, each with its entrants.

    Without headings, first names and surnames in columns of their own may be in either order: `SEPARATOR, surname last`.
    """
    text = read(data).text
    found: dict[str, ParsedList] = {}
    for name, sign in SEPARATOR_NAMES.items():
        sheet = read(text, sign)
        if not _evenness(sheet.rows):
            continue
        columns = understood(sheet, players)
        ways = {name: columns}
        if not columns.heads and "last-1" in columns.roles:
            turned = {"first": "last", "last": "first"}
            roles = tuple(
                "-".join([turned.get(part, part), *rest]) for part, *rest in (role.split("-") for role in columns.roles)
            )
            ways[f"{name}, surname last"] = SheetColumns(roles, 0)
        for way, taken in ways.items():
            parsed = entries(sheet, taken, players)
            if parsed.entries and not parsed.problems and parsed.entries not in [one.entries for one in found.values()]:
                found[way] = parsed
    return found


def leaves_out_names(data: bytes | str, players: int) -> bool:
    """Return whether a column that may hold names is left out, though no heading says what it holds."""
    sheet = read(data)
    columns = understood(sheet, players)
    unused = [place for place, role in enumerate(columns.roles) if not role]
    return not columns.heads and any(_names(sheet.column(place)) for place in unused)


def is_table(text: str, players: int) -> bool:
    """Return whether pasted text is a table whose columns must be looked at, and not one entrant a line."""
    if not any(sign in text for sign in SEPARATORS[:3]):
        return False
    sheet = read(text)
    return sheet.separator != "," and (sheet.width != players or understood(sheet, players).heads > 0)
