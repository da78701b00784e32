"""Entry lists as lines or as tables with headings in English or French, with the problem in each line."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.core.refusals import Refusal, refusal_text
from scorekeeper.core.security.signing import normalize_text, same_name
from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.commands.setup import entry_validation

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.tournaments.commands.snapshot import Board


_WORDS = re.compile(r"[a-z]+|#|\d+")
_SMALL = frozenset(["de", "du", "des", "la", "le", "les", "l", "d", "the", "of", "s", "and", "et", "full", "complet", "complete"])
_PARTNER = frozenset(["partner", "partenaire", "conjoint", "conjointe", "coequipier", "coequipiere", "teammate"])
_KINDS = {
    "other": [
        "tel",
        "telephone",
        "phone",
        "cell",
        "cellulaire",
        "cellphone",
        "mobile",
        "portable",
        "courriel",
        "email",
        "mail",
        "e",
        "adresse",
        "address",
        "club",
        "clubs",
        "ville",
        "city",
        "town",
        "village",
        "note",
        "notes",
        "remarque",
        "remarques",
        "remark",
        "remarks",
        "comment",
        "comments",
        "commentaire",
        "commentaires",
        "date",
        "paye",
        "paid",
        "cotisation",
        "fee",
        "membre",
        "member",
        "licence",
        "license",
        "age",
        "id",
        "joined",
        "left",
        "arrivee",
        "depart",
        "inscrit",
        "province",
        "state",
        "code",
        "postal",
    ],
    "first": ["prenom", "prenoms", "first", "given", "firstname", "forename"],
    "last": ["surname", "last", "lastname", "family", "famille", "patronyme"],
    "seed": ["seed", "seeds", "tete", "serie", "rang", "rank", "ranking", "classement", "no", "nr", "numero", "number", "#"],
    "entrant": ["team", "equipe", "pair", "paire", "entrant", "couple", "duo", "inscription"],
    "player": [*["player", "joueur", "joueuse", "participant", "participante"], *_PARTNER],
    "name": ["name", "names", "nom", "noms"],
}
"""Words by kind of column. The first kind wins: “Nom du club” is not a person, “Nom de famille” is a surname."""
_KNOWN = _SMALL | {word for words in _KINDS.values() for word in words}
_SEED = frozenset(["rang", "depart"])
"""“Rang de départ” is a seed, although “Départ” alone means someone who left."""


@dataclass(frozen=True)
class _Heading:
    kind: str
    person: int | None


def _heading(cell: str) -> _Heading | None:
    """Return the meaning of a heading, or None if it is not known."""
    words = _WORDS.findall(same_name(cell).replace("'", " "))
    numbers = [int(word) for word in words if word.isdecimal()]
    plain = {word for word in words if not word.isdecimal()}
    if not plain - _SMALL or not plain <= _KNOWN or any(not 1 <= n <= 6 for n in numbers):
        return None
    seed = plain - _SMALL == _SEED
    kind = "seed" if seed else next(kind for kind, known in _KINDS.items() if plain & set(known))
    return _Heading(kind, numbers[0] if numbers else 2 if plain & _PARTNER else None)


def roles_of(cells: Sequence[str], players: int) -> tuple[str, ...] | None:
    """Return the role of each column (`entry_sheets.SheetColumns`), or None if no cell is a heading for names."""
    heads = [_heading(cell) for cell in cells]
    if not any(head is not None and head.kind in ("first", "last", "player", "name", "entrant") for head in heads):
        return None
    found = _People(players)
    for is_numbered in (True, False):  # headings that number the person first, and "player" before "name"
        for kind in ("player", "first", "last", "name"):
            for place, head in enumerate(heads):
                if head is not None and head.kind == kind and (head.person is not None) == is_numbered:
                    found.take(place, kind, head.person)
    roles = found.roles()
    for place, head in enumerate(heads):
        if head is not None and head.kind in ("seed", "entrant") and head.kind not in roles.values():
            roles[place] = head.kind
    return tuple(roles.get(place, "") for place in range(len(cells)))


class _People:
    """The columns that contain parts of each player's name."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.parts: dict[int, dict[str, int]] = {}
        self.spare: int | None = None

    def take(self, place: int, kind: str, person: int | None) -> None:
        """Add a column to the person named in its heading, or to the next person who lacks this part."""
        part = "first" if kind == "first" else "whole"
        missing = [n for n in range(1, self.players + 1) if part not in self.parts.get(n, {})]
        if person is None:
            person = missing[0] if missing else None
        if person in missing:
            self.parts.setdefault(person, {})[part] = place
        elif kind == "name" and self.spare is None:
            self.spare = place

    def roles(self) -> dict[int, str]:
        """Return the role of each column.

        In a table of pairs, a single name column is the pair's name, and so is one next to the players' names.
        """
        by_column: dict[int, str] = {}
        for n, parts in self.parts.items():
            if len(parts) == 2:
                by_column |= {parts["first"]: f"first-{n}", parts["whole"]: f"last-{n}"}
            else:
                by_column |= dict.fromkeys(parts.values(), f"player-{n}")
        if self.players > 1 and [*by_column.values()] == ["player-1"]:
            by_column = dict.fromkeys(by_column, "entrant")
        elif self.spare is not None and self.players > 1:
            by_column[self.spare] = "entrant"
        return by_column


MOST_LINES = 2000
MOST_CHARACTERS = 200_000

_JOINING_WORDS = r"\b(?:et|and|avec|with)\b"
_SIGNS = ("\t", r"[&+]", ";", r"\|", "/", r"\s[–—-]\s", _JOINING_WORDS, ",")
_SEPARATORS = [re.compile(rf"\s*{sign}\s*", re.IGNORECASE) for sign in _SIGNS]
"""Separators between names, clearest first.

Next to a clearer one, the others are part of a name (“Roy, Luc & Côté, Anne”).
"""
_ANY = re.compile(rf"\s*(?:{'|'.join(_SIGNS)})\s*", re.IGNORECASE)
_MARK = re.compile(r"^\s*(?:\d{1,4}\s*[.):-]?|[•◦▪●·*–—-])\s+")
"""A number, bullet or dash at the start of a line."""
_QUOTED = re.compile(r"^[\"“”„«]\s*(.*?)\s*[\"“”»]$")
_NO_NAME = re.compile(r"[;|<>{}\[\]=@#\\\"\t]|\d{3}|&\w+;|https?:", re.IGNORECASE)
"""Signs that do not occur in names: separators, parts of addresses, telephone digits."""
_SAME_NAME = ("entrant.taken", "entrant.listed", "entrant.twice")
"""Codes of refusals because the name is already used, perhaps by another person."""


@dataclass(frozen=True)
class LineProblem:
    """A line that was not entered.

    `line`: from 1, 0 without lines. `code`: `players`, `alone`, `seed`, `name`, `sign` or `refused`. `refusal`: the reason
    for `refused`. `first`: the earlier line with the same name.
    """

    line: int
    code: str
    read: str
    refusal: Refusal | None = None
    first: int | None = None

    @property
    def namesake(self) -> bool:
        """Whether it may be another person with the same name."""
        return self.refusal is not None and self.refusal.code in _SAME_NAME


@dataclass(frozen=True)
class ParsedList:
    """A list as read: entries for `entries.enter`, their lines, and the lines that could not be read."""

    entries: tuple[dict[str, Any], ...]
    problems: tuple[LineProblem, ...]
    lines: tuple[int, ...] = ()


@dataclass(frozen=True)
class SiftedList:
    """A list before it is entered.

    `free`: entries without objections. `everybody`: also entries marked as namesakes.
    """

    free: tuple[dict[str, Any], ...]
    everybody: tuple[dict[str, Any], ...]
    problems: tuple[LineProblem, ...]


def problem_text(t: Gettext, problem: LineProblem, players: int) -> str:
    """Return the problem with a line in words. `players`: the number of players in an entrant."""
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
    """Return a cell or line without a leading mark, surrounding quotes and HTML entities."""
    text = normalize_text(_MARK.sub("", html.unescape(text)))
    quoted = _QUOTED.match(text)
    return quoted[1] if quoted else text


def doubtful_name(entry: dict[str, Any]) -> str | None:
    """Return the first name of an entry with a sign that does not occur in names, or None."""
    names = [*_texts(entry.get("players") or ()), str(entry.get("name") or "")]
    return next((name for name in names if _NO_NAME.search(name)), None)


def split_names(text: str, players: int) -> list[str]:
    """Return the names in a text.

    Splits by the first separator that gives one name for each player; if none does, by all of them.
    """
    for separator in _SEPARATORS:
        parts = [plain(part) for part in separator.split(text)]
        if len(parts) == players and all(parts) and len({part.count(",") for part in parts}) == 1:
            return parts
    return [plain(part) for part in _ANY.split(text)]


def parse_lines(text: str, players: int = 2) -> ParsedList:
    """Read one entrant from each line, with `players` names separated by “&”, “and”, “with” and so on.

    A dash, comma, slash or tab also separates names. Numbers and bullets before a line are ignored. For pairs, a line with
    one name and no separator is a team. A sign that does not occur in names is a problem (`sign`). Raises
    Refusal("list.long").
    """
    check_size(text)
    entries: list[dict[str, Any]] = []
    problems: list[LineProblem] = []
    lines: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        bare = _MARK.sub("", html.unescape(line))
        if not normalize_text(bare):
            continue
        names = split_names(bare, players) if players > 1 else [plain(bare)]
        if (len(names) != players or not all(names)) and len(names) != 1:
            problems.append(LineProblem(number, "players", normalize_text(line)[:80]))
            continue
        entry = {"players": names} if len(names) == players else {"name": names[0]}
        if doubtful := doubtful_name(entry):
            problems.append(LineProblem(number, "sign", doubtful[:80]))
            continue
        entries.append(entry)
        lines.append(number)
    return ParsedList(tuple(entries), tuple(problems), tuple(lines))


def people(parsed: ParsedList, most: int = 3) -> str:
    """Return the first entrants of a list and their number: “Luc Roy & Anne Côté, … (24)”."""
    first = [_entry_text(entry) for entry in parsed.entries[:most]]
    return f"{', '.join(first)}{', …' if len(parsed.entries) > most else ''} ({len(parsed.entries)})"


def doubt_single_names(parsed: ParsedList) -> ParsedList:
    """Return the list with each line of a single name as a problem: the partner may be missing."""
    alone = [(one, line) for one, line in zip(parsed.entries, parsed.lines, strict=True) if not one.get("players")]
    rest = [(one, line) for one, line in zip(parsed.entries, parsed.lines, strict=True) if one.get("players")]
    problems = tuple(LineProblem(line, "alone", _entry_text(one)) for one, line in alone)
    return ParsedList(tuple(one for one, _ in rest), (*parsed.problems, *problems), tuple(line for _, line in rest))


def check_size(text: str) -> None:
    """Raise Refusal("list.long") for a list that is too long."""
    if len(text) > MOST_CHARACTERS or text.count("\n") > MOST_LINES:
        raise Refusal("list.long", "entrants", high=MOST_LINES)


def sift_list(board: Board, parsed: ParsedList) -> SiftedList:
    """Return the entries of a list that can be entered, and the problem with each other line, in order."""
    objections = entry_validation.objections(board, parsed.entries)
    problems = list(parsed.problems)
    free: list[dict[str, Any]] = []
    everybody: list[dict[str, Any]] = []
    for place, (entry, line) in enumerate(zip(parsed.entries, parsed.lines, strict=True)):
        if place not in objections:
            free.append(entry)
            everybody.append(entry)
            continue
        refusal, other = objections[place]
        problem = LineProblem(line, "refused", _entry_text(entry), refusal, None if other is None else parsed.lines[other])
        problems.append(problem)
        everybody += [{**entry, "namesake": True}] if problem.namesake else []
    return SiftedList(tuple(free), tuple(everybody), tuple(sorted(problems, key=lambda one: one.line)))


def _entry_text(entry: dict[str, Any]) -> str:
    return str(entry.get("name") or " & ".join(_texts(entry.get("players") or ())))[:80]


def _texts(values: Iterable[object]) -> Sequence[str]:
    return [str(value) for value in values]
