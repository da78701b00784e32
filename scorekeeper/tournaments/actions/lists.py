"""Entry lists as people have them: typed or pasted lines, and tables (`club_sheets`); what stands in the way of each line."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.base.keys import tidy
from scorekeeper.base.refusals import Refusal, refusal_text
from scorekeeper.tournaments.actions import entrants
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from scorekeeper.tournaments.actions.board import Board
    from scorekeeper.wording.marks import Gettext

MOST_LINES = 2000
MOST_CHARACTERS = 200_000

_WORDS = r"\b(?:et|and|avec|with)\b"
_SIGNS = ("\t", r"[&+]", ";", r"\|", "/", r"\s[–—-]\s", _WORDS, ",")
_SEPARATORS = [re.compile(rf"\s*{sign}\s*", re.IGNORECASE) for sign in _SIGNS]
"""Between names, the clearest first: next to it the others are part of a name (“Roy, Luc & Côté, Anne”)."""
_ANY = re.compile(rf"\s*(?:{'|'.join(_SIGNS)})\s*", re.IGNORECASE)
_MARK = re.compile(r"^\s*(?:\d{1,4}\s*[.):-]?|[•◦▪●·*–—-])\s+")
"""What a list puts before its lines: a number, a bullet, a dash."""
_QUOTED = re.compile(r"^[\"“”„«]\s*(.*?)\s*[\"“”»]$")
_NO_NAME = re.compile(r"[;|<>{}\[\]=@#\\\"\t]|\d{3}|&\w+;|https?:", re.IGNORECASE)
"""Signs that no name has: a separator, a part of an address, the digits of a telephone number."""
_SAME_NAME = ("entrant.taken", "entrant.listed", "entrant.twice")
"""Refused because of a name that somebody has already: it may be somebody else of that name."""


@dataclass(frozen=True)
class LineProblem:
    """A line that cannot be entered, and what it says: its number from 1, 0 where there are no lines.

    `code`: why (`players`, `alone`, `seed`, `name`, `sign`, `refused`); `refusal`: why, for `refused`; `first`: the line that
    has that name.
    """

    line: int
    code: str
    read: str
    refusal: Refusal | None = None
    first: int | None = None

    @property
    def namesake(self) -> bool:
        """Whether it could be somebody else of the same name."""
        return self.refusal is not None and self.refusal.code in _SAME_NAME


@dataclass(frozen=True)
class ParsedList:
    """What was read: entries as `club_entries.enter` takes them, the lines they stand in, and those that could not be read."""

    entries: tuple[dict[str, Any], ...]
    problems: tuple[LineProblem, ...]
    lines: tuple[int, ...] = ()


@dataclass(frozen=True)
class Sifted:
    """A list before it is entered: `free` can be as they stand; `everybody`: also those who may be namesakes, so called."""

    free: tuple[dict[str, Any], ...]
    everybody: tuple[dict[str, Any], ...]
    problems: tuple[LineProblem, ...]


def problem_text(t: Gettext, problem: LineProblem, players: int) -> str:
    """What is wrong with a line of a list in which each entrant has so many players."""
    facts = {"n": problem.line, "read": problem.read}
    if problem.refusal is not None:
        why = refusal_text(t, problem.refusal)
        if problem.first is not None:
            name = problem.refusal.params["read"]
            why = t(N_("“%(name)s” is in the list twice, first in line %(first)s.")) % {"name": name, "first": problem.first}
        return t(N_("Line %(n)s, “%(read)s”: %(why)s")) % {**facts, "why": why} if problem.line else why
    text = {
        "seed": N_("Line %(n)s, “%(read)s”: the seed is not a number."),
        "name": N_("Line %(n)s, “%(read)s”: no name found."),
        "sign": N_("Line %(n)s: “%(read)s” does not look like a name. Keep only names, and put “&” between two people."),
        "alone": N_("Line %(n)s, “%(read)s”: only one name, but a pair has two players."),
        "players": N_("Line %(n)s, “%(read)s”: write two names, separated by “&” or a comma."),
    }[problem.code]
    if problem.code == "players" and players == 1:
        text = N_("Line %(n)s, “%(read)s”: write one name on each line.")
    return t(text) % facts


def plain(text: str) -> str:
    """Return a cell or a line of a list without the mark before it, the quotes around it, and HTML’s spelling of signs."""
    text = tidy(_MARK.sub("", html.unescape(text)))
    quoted = _QUOTED.match(text)
    return quoted[1] if quoted else text


def doubtful_name(entry: dict[str, Any]) -> str | None:
    """Return the first name of an entry that holds a sign that no name has; None where all may be names."""
    names = [*_texts(entry.get("players") or ()), str(entry.get("name") or "")]
    return next((name for name in names if _NO_NAME.search(name)), None)


def split_names(text: str, players: int) -> list[str]:
    """The names in a text, as many as there are players where one kind of sign parts it so; else however many there are."""
    for separator in _SEPARATORS:
        parts = [plain(part) for part in separator.split(text)]
        if len(parts) == players and all(parts) and len({part.count(",") for part in parts}) == 1:
            return parts
    return [plain(part) for part in _ANY.split(text)]


def parse_lines(text: str, players: int = 2) -> ParsedList:
    """Read one entrant a line, `players` names each, separated by “&”, “and”, “with”, a dash, a comma, a slash or a tab.

    Numbers and bullets before a line are ignored. A line of one name is a team's where two players are needed, if it holds no
    separator. A name with a sign that no name has is a problem (`sign`). Raises Refusal("list.long").
    """
    check_size(text)
    entries: list[dict[str, Any]] = []
    problems: list[LineProblem] = []
    lines: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        bare = _MARK.sub("", html.unescape(line))
        if not tidy(bare):
            continue
        names = split_names(bare, players) if players > 1 else [plain(bare)]
        if (len(names) != players or not all(names)) and len(names) != 1:
            problems.append(LineProblem(number, "players", tidy(line)[:80]))
            continue
        entry = {"players": names} if len(names) == players else {"name": names[0]}
        if doubtful := doubtful_name(entry):
            problems.append(LineProblem(number, "sign", doubtful[:80]))
            continue
        entries.append(entry)
        lines.append(number)
    return ParsedList(tuple(entries), tuple(problems), tuple(lines))


def people(parsed: ParsedList, most: int = 3) -> str:
    """Return who the first entrants of a list are, and how many there are: “Luc Roy & Anne Côté, … (24)”."""
    first = [_said(entry) for entry in parsed.entries[:most]]
    return f"{', '.join(first)}{', …' if len(parsed.entries) > most else ''} ({len(parsed.entries)})"


def doubt_alone(parsed: ParsedList) -> ParsedList:
    """Return the list with each line of a single name as a problem: it may be a player whose partner is missing."""
    alone = [(one, line) for one, line in zip(parsed.entries, parsed.lines, strict=True) if not one.get("players")]
    rest = [(one, line) for one, line in zip(parsed.entries, parsed.lines, strict=True) if one.get("players")]
    problems = tuple(LineProblem(line, "alone", _said(one)) for one, line in alone)
    return ParsedList(tuple(one for one, _ in rest), (*parsed.problems, *problems), tuple(line for _, line in rest))


def check_size(text: str) -> None:
    """Raise Refusal("list.long") for a list of more lines than are read."""
    if len(text) > MOST_CHARACTERS or text.count("\n") > MOST_LINES:
        raise Refusal("list.long", "entrants", high=MOST_LINES)


def sift(board: Board, parsed: ParsedList) -> Sifted:
    """What of a list can be entered as it stands, and every line that cannot, in order."""
    objections = entrants.objections(board, parsed.entries)
    problems = list(parsed.problems)
    free: list[dict[str, Any]] = []
    everybody: list[dict[str, Any]] = []
    for place, (entry, line) in enumerate(zip(parsed.entries, parsed.lines, strict=True)):
        if place not in objections:
            free.append(entry)
            everybody.append(entry)
            continue
        refusal, other = objections[place]
        problem = LineProblem(line, "refused", _said(entry), refusal, None if other is None else parsed.lines[other])
        problems.append(problem)
        everybody += [{**entry, "namesake": True}] if problem.namesake else []
    return Sifted(tuple(free), tuple(everybody), tuple(sorted(problems, key=lambda one: one.line)))


def _said(entry: dict[str, Any]) -> str:
    return str(entry.get("name") or " & ".join(_texts(entry.get("players") or ())))[:80]


def _texts(values: Iterable[object]) -> Sequence[str]:
    return [str(value) for value in values]
