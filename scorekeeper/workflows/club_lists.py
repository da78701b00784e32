"""Entry lists as people have them: typed or pasted lines, and CSV."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.wording.marks import N_
from scorekeeper.workflows.keys import folded, tidy
from scorekeeper.workflows.refusals import Refusal

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

MOST_LINES = 2000
MOST_CHARACTERS = 200_000

_SEPARATORS = re.compile(r"\s*(?:&|\+|/|\t|;|,|\bet\b|\band\b)\s*", re.IGNORECASE)
_NUMBERED = re.compile(r"^\s*\d{1,4}\s*[.):-]\s+")
_COLUMNS = {
    "name": ("name", "nom", "team", "equipe", "pair", "paire", "entrant"),
    "seed": ("seed", "tete de serie", "tete", "serie", "rang", "rank", "no", "#"),
    "player": ("player", "joueur", "joueuse", "partner", "partenaire"),
}


@dataclass(frozen=True)
class LineProblem:
    """A line that could not be read: its number from 1, why (`players`, `seed`, `name`), and what it says."""

    line: int
    code: str
    read: str


@dataclass(frozen=True)
class Parsed:
    """What was read: entries as `club_entries.enter` takes them, and the lines that could not be."""

    entries: tuple[dict[str, Any], ...]
    problems: tuple[LineProblem, ...]


def problem_text(t: Gettext, problem: LineProblem, players: int) -> str:
    """What is wrong with a line of a list in which each entrant has so many players."""
    text = {
        "seed": N_("Line %(n)s, “%(read)s”: the seed is not a number."),
        "name": N_("Line %(n)s, “%(read)s”: there is no name in it."),
        "players": N_("Line %(n)s, “%(read)s”: two names are needed, with “&” or a comma between them."),
    }[problem.code]
    if problem.code == "players" and players == 1:
        text = N_("Line %(n)s, “%(read)s”: one name a line is needed.")
    return t(text) % {"n": problem.line, "read": problem.read}


def parse_lines(text: str, players: int = 2) -> Parsed:
    """One entrant a line, `players` names each, apart by “&”, “and”, “et”, a comma, a slash or a tab; numbering is ignored.

    A line of one name is a team's where two players are needed, if it holds no separator. Raises Refusal("list.long").
    """
    _check_size(text)
    entries: list[dict[str, Any]] = []
    problems: list[LineProblem] = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = _NUMBERED.sub("", line)
        if not tidy(plain):
            continue
        names = [tidy(part) for part in _SEPARATORS.split(plain)] if players > 1 else [tidy(plain)]
        if players > 1 and len(names) == 1:
            entries.append({"name": names[0]})
        elif len(names) != players or not all(names):
            problems.append(LineProblem(number, "players", tidy(line)[:80]))
        else:
            entries.append({"players": names})
    return Parsed(tuple(entries), tuple(problems))


def parse_csv(data: bytes | str, players: int = 2) -> Parsed:
    """A spreadsheet saved as CSV: comma, semicolon or tab; UTF-8, UTF-16 or Windows' own letters.

    With headings, columns are found by them: name, player (as many as there are), seed; in English or French. Without, every
    column but a number is a player. Raises Refusal("list.long").
    """
    text = data if isinstance(data, str) else _decoded(data)
    _check_size(text)
    rows = [[tidy(_unquoted(cell)) for cell in row] for row in _reader(text)]
    columns = _columns(rows[0]) if rows else None
    entries: list[dict[str, Any]] = []
    problems: list[LineProblem] = []
    for number, row in enumerate(rows, 1):
        if not any(row) or (columns and number == 1):
            continue
        entry = _by_columns(row, columns) if columns else _by_place(row)
        code = _fault(entry, players)
        if code:
            problems.append(LineProblem(number, code, ", ".join(filter(None, row))[:80]))
        else:
            entries.append(entry)
    return Parsed(tuple(entries), tuple(problems))


def _check_size(text: str) -> None:
    if len(text) > MOST_CHARACTERS or text.count("\n") > MOST_LINES:
        raise Refusal("list.long", "entrants", high=MOST_LINES)


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _reader(text: str) -> list[list[str]]:
    text = text.removeprefix("\ufeff").replace("\0", "")
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error:
        raise Refusal("list.csv", "entrants") from None


def _unquoted(cell: str) -> str:
    """A cell without the apostrophe that keeps spreadsheets from running it as a formula, as our own files have it."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@") else cell


def _columns(row: list[str]) -> list[str] | None:
    """What each column holds, where the first row says so."""
    found = []
    for cell in row:
        plain = folded(cell).rstrip(" 0123456789") or folded(cell)
        found.append(next((kind for kind, words in _COLUMNS.items() if plain in words), ""))
    return found if any(kind in ("name", "player") for kind in found) else None


def _by_columns(row: list[str], columns: list[str]) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    for kind, cell in zip(columns, row, strict=False):
        if not cell:
            continue
        if kind == "player":
            entry.setdefault("players", []).append(cell)
        elif kind == "seed":
            entry["seed"] = int(cell) if cell.isdecimal() and len(cell) < 6 else cell
        elif kind == "name":
            entry["name"] = cell
    return entry


def _by_place(row: list[str]) -> dict[str, Any]:
    return {"players": [cell for cell in row if cell and not cell.isdecimal()]}


def _fault(entry: dict[str, Any], players: int) -> str:
    """What is wrong with a row, empty if nothing is; a pair in one cell is taken apart."""
    names = entry.get("players", [])
    if "name" in entry and not names:
        parts = [tidy(part) for part in _SEPARATORS.split(entry["name"])] if players > 1 else [entry["name"]]
        if len(parts) == players and all(parts):
            entry["players"] = parts
            del entry["name"]
    elif len(names) == 1 and players > 1:
        entry["players"] = [tidy(part) for part in _SEPARATORS.split(names[0])]
    if not isinstance(entry.get("seed", 1), int):
        return "seed"
    if "players" in entry and (len(entry["players"]) != players or not all(entry["players"])):
        return "players"
    return "" if entry.get("players") or entry.get("name") else "name"
