"""Entry lists as tables: a spreadsheet or CSV file, the content of its columns, and its entries."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.numbers import parse_integer as whole_number
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import normalize_text
from scorekeeper.tournaments.commands.entrants.entry_lists import (
    MOST_LINES,
    LineProblem,
    ParsedList,
    check_size,
    doubtful_name,
    plain,
    roles_of,
    split_names,
)

MOST_BYTES = 2_000_000
MOST_COLUMNS = 40
MOST_SEED = 99_999
_SEP = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
"""The first line that gives Excel the separator."""


@dataclass(frozen=True)
class EntrySheet:
    """A table as read.

    `rows`: (line number, cells); `letters`: the encoding, `utf`, `windows`, `mac` or `dos`; `separator`: the sign between
    cells.
    """

    rows: tuple[tuple[int, tuple[str, ...]], ...]
    text: str
    letters: str = "utf"
    separator: str = ","

    @property
    def width(self) -> int:
        """The number of columns."""
        return max((len(cells) for _line, cells in self.rows), default=0)

    def column(self, place: int) -> list[str]:
        """Return the cells of a column from the top, without empty ones."""
        return [cells[place] for _line, cells in self.rows if place < len(cells) and cells[place]]


@dataclass(frozen=True)
class SheetColumns:
    """The role of each column.

    `player-1` is a full name, `first-1` and `last-1` are its parts, and so on for each player. `entrant` is a pair or a team
    in one cell, then there is `seed`; an empty role is ignored. `heads`: the rows above the first entrant, the last of which
    has the headings; 0 without headings.
    """

    roles: tuple[str, ...]
    heads: int


def choices(players: int) -> list[str]:
    """Return every role that a column can have."""
    each = [f"{part}-{n}" for n in range(1, players + 1) for part in ("player", "first", "last")]
    return [*each, *(["entrant"] if players > 1 else []), "seed"]


SEPARATORS = ("\t", ";", "|", ",")
"""Separators between cells. The ones that never occur in names come first."""
SEPARATOR_NAMES = {"tab": "\t", "semicolon": ";", "bar": "|", "comma": ","}
_HEADING_ROWS = 5
"""The number of rows searched for headings. A title or an empty row may come first."""


def read(data: bytes | str, separator: str = "") -> EntrySheet:
    """Read a table of cells from a workbook (.xlsx) or text.

    Text may be UTF-8, UTF-16, or in the encoding of Windows, old Macs or DOS. `separator`: one of `SEPARATORS`; if empty,
    the one that gives the most rows the same number of cells. Raises Refusal("list.long"), Refusal("list.csv"),
    Refusal("list.workbook").
    """
    if isinstance(data, bytes) and data.startswith(_WORKBOOK):
        data = _cells_of_workbook(data)
    text, letters = (data, "utf") if isinstance(data, str) else _decoded(data)
    text = text.removeprefix("\ufeff").replace("\0", "")
    check_size(text)
    separator_line = _SEP.match(text)
    body = text[separator_line.end() :] if separator_line else text
    first = 1 + bool(separator_line)
    if separator or separator_line:
        rows = _rows(body, separator or separator_line[1], first)  # type: ignore[index]
        return EntrySheet(rows, text, letters, separator or separator_line[1])  # type: ignore[index]
    readings = {sign: _rows(body, sign, first) for sign in SEPARATORS}
    best = max(SEPARATORS, key=lambda sign: (_evenness(readings[sign]), -SEPARATORS.index(sign)))
    best = best if _evenness(readings[best]) else ","
    return EntrySheet(readings[best], text, letters, best)


def _rows(body: str, separator: str, begins: int) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return the rows that are not empty, with their line numbers. Raises Refusal("list.csv")."""
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=separator)
    rows, line = [], begins
    try:
        for row in reader:
            cells = tuple(normalize_text(_strip_formula_guard(cell)) for cell in row[:MOST_COLUMNS])
            if any(cells):
                rows.append((line, cells))
            line = begins + reader.line_num
    except csv.Error:
        raise Refusal("list.csv", "entrants") from None
    return tuple(rows)


def _evenness(rows: tuple[tuple[int, tuple[str, ...]], ...]) -> float:
    """Return the share of rows with the most common number of cells; 0 if that is one cell."""
    widths = Counter(len(cells) for _line, cells in rows)
    if not widths:
        return 0.0
    width, number = max(widths.items(), key=lambda one: (one[1], one[0]))
    return number / len(rows) if width > 1 else 0.0


_WORKBOOK = b"PK\x03\x04"
"""The first bytes of a ZIP file, and so of a workbook."""


def _cells_of_workbook(data: bytes) -> str:
    """Return the first sheet of a workbook as text with tabs. Raises Refusal("list.workbook") for other ZIP files."""
    import python_calamine  # imported late: only needed to read a workbook

    try:
        rows = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0).to_python(nrows=MOST_LINES)
    except (python_calamine.CalamineError, ValueError, OSError):
        raise Refusal("list.workbook", "entrants") from None
    buffer = io.StringIO()
    csv.writer(buffer, delimiter="\t").writerows([[_cell_text(cell) for cell in row[:MOST_COLUMNS]] for row in rows])
    return buffer.getvalue()


def _cell_text(cell: object) -> str:
    """Return a cell as people see it: whole numbers without a fraction."""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


_UNICODE = (b"\xff\xfe", b"\xfe\xff")
_LETTERS = {"windows": "cp1252", "mac": "mac_roman", "dos": "cp850"}
_USUAL = frozenset("àâäçéèêëîïôöùûüÿœæñáíóúÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŒÆ’‘“”«»–…\u00a0")
"""Characters other than plain letters that occur in lists of names, mainly in French."""


def _decoded(data: bytes) -> tuple[str, str]:
    """Return the text and the name of its encoding.

    If several encodings fit, it is the one that gives the most usual characters.
    """
    if data.startswith(_UNICODE):
        return data.decode("utf-16", "replace"), "utf"
    try:
        return data.decode("utf-8-sig"), "utf"
    except UnicodeDecodeError:
        texts = {name: data.decode(code, "replace") for name, code in _LETTERS.items()}
        best = max(texts, key=lambda name: sum(1 if c in _USUAL else -1 for c in texts[name] if not c.isascii()))
        return texts[best], best


_QUOTED = re.compile(r"(^|[,;|\t\r\n])([ \u00a0]*)'(?=[=+\-@])")


def _strip_formula_guard(cell: str) -> str:
    """Return a cell without the apostrophes that stop spreadsheets from running it as a formula."""
    return _QUOTED.sub(r"\1\2", cell)


def recognize_columns(sheet: EntrySheet, players: int) -> SheetColumns:
    """Return the roles of the columns, from the headings in the first rows if any, or from the cells."""
    for place, (_line, cells) in enumerate(sheet.rows[:_HEADING_ROWS]):
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
    """Return whether a column contains names, not numbers or e-mail addresses."""
    letters = Counter("@" not in cell and sum(c.isalpha() for c in cell) > sum(c.isdecimal() for c in cell) for cell in cells)
    return letters[True] > letters[False]


def entries(sheet: EntrySheet, columns: SheetColumns, players: int) -> ParsedList:
    """Return the entries of a table with these columns, and the lines with problems."""
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
        elif not columns.heads and (doubtful := doubtful_name(entry)):  # below a heading, a sign in a name is intended
            problems.append(LineProblem(line, "sign", doubtful[:80]))
        else:
            entered.append(entry)
            lines.append(line)
    return ParsedList(tuple(entered), tuple(problems), tuple(lines))


_NO_FRACTION = re.compile(r"[.,]0+$")
"""The end of a seed that a spreadsheet saved as 1.0, or 1,0 in French."""


def _entry(cells: dict[str, str], players: int) -> dict[str, Any] | str:
    """Return a row as an entry, or a problem code.

    Several names in a single cell are split.
    """
    entry: dict[str, Any] = {}
    names = [_person(cells, n) for n in range(1, players + 1)]
    filled_names = [name for name in names if name]
    entrant_name = cells.get("entrant", "")
    if len(filled_names) == 1 < players and "player-1" in cells:
        names = split_names(filled_names[0], players)
    if filled_names:
        if len(names) != players or not all(names):
            return "players"
        entry["players"] = names
        if entrant_name:
            entry["name"] = entrant_name
    elif entrant_name:
        parts = split_names(entrant_name, players) if players > 1 else [entrant_name]
        entry |= {"players": parts} if len(parts) == players and all(parts) else {"name": entrant_name}
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
    """Return the entries of a table, with its columns as `recognize_columns`. Raises as `read`."""
    sheet = read(data, separator)
    return entries(sheet, recognize_columns(sheet, players), players)


def possible_readings(data: bytes | str, players: int) -> dict[str, ParsedList]:
    """Return the valid ways to read a table, by separator, if they give different entrants.

    Without headings, first names and surnames in separate columns may be in either order: `SEPARATOR, surname last`.
    """
    text = read(data).text
    found: dict[str, ParsedList] = {}
    for name, sign in SEPARATOR_NAMES.items():
        sheet = read(text, sign)
        if not _evenness(sheet.rows):
            continue
        columns = recognize_columns(sheet, players)
        ways = {name: columns}
        if not columns.heads and "last-1" in columns.roles:
            turned = {"first": "last", "last": "first"}
            roles = tuple(
                "-".join([turned.get(part, part), *rest]) for part, *rest in (role.split("-") for role in columns.roles)
            )
            ways[f"{name}, surname last"] = SheetColumns(roles, 0)
        for way, way_columns in ways.items():
            parsed = entries(sheet, way_columns, players)
            if parsed.entries and not parsed.problems and parsed.entries not in [one.entries for one in found.values()]:
                found[way] = parsed
    return found


def ignores_name_column(data: bytes | str, players: int) -> bool:
    """Return whether a column without a heading that may contain names is ignored."""
    sheet = read(data)
    columns = recognize_columns(sheet, players)
    unused = [place for place, role in enumerate(columns.roles) if not role]
    return not columns.heads and any(_names(sheet.column(place)) for place in unused)


def is_table(text: str, players: int) -> bool:
    """Return whether pasted text is a table whose columns need checking, not one entrant on each line."""
    if not any(sign in text for sign in SEPARATORS[:3]):
        return False
    sheet = read(text)
    return sheet.separator != "," and (sheet.width != players or recognize_columns(sheet, players).heads > 0)
