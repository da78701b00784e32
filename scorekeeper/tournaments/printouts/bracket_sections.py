"""Division of a bracket into pages, and where the winner and loser of each match go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from scorekeeper.pairing.record.bracket import NOBODY, MatchState, PlayedBracket
from scorekeeper.tournaments.printouts.event import PrintedEvent

TALL = 8
"""Matches below each other in the first column of a page."""
ACROSS = 4


@dataclass
class BracketPage:
    """A page with matches in columns.

    `part`: of the bracket; `letter`: its name in the overview; `extra`: the match for third place. `below`: further sections
    on the same page.
    """

    part: str
    title: str
    columns: list[list[MatchState]]
    extra: list[MatchState] = field(default_factory=list)
    letter: str = ""
    page: int = 0
    below: list[BracketPage] = field(default_factory=list)

    @property
    def drawn(self) -> list[list[MatchState]]:
        """The columns with the matches that have a box, without empty columns."""
        columns = ([m for m in column if has_box(m)] for column in self.columns)
        return [column for column in columns if column]

    def rows(self) -> dict[str, float]:
        """Return each match's position from the top, in rows.

        It is halfway between the matches its sides come from, or in a row of its own.
        """
        names = {m.slot.name: m for column in self.drawn for m in column}
        heights: dict[str, float] = {}
        free = 0

        def add(m: MatchState) -> None:
            nonlocal free
            before = [str(s.of) for s in m.slot.sources if s.kind in ("winner", "reset") and str(s.of) in names]
            for name in before:
                if name not in heights:
                    add(names[name])
            if before:
                heights[m.slot.name] = sum(heights[name] for name in before) / len(before)
            else:
                heights[m.slot.name] = float(free)
                free += 1

        for column in reversed(self.drawn):
            for m in column:
                if m.slot.name not in heights:
                    add(m)
        return heights


def has_box(m: MatchState) -> bool:
    """Return whether a match has a box: not if it has fewer than two sides and is not played."""
    return m.status != "empty" and (m.seat is not None or NOBODY not in m.sides)


def combine_sections(sections: Sequence[BracketPage], room: float, need: Callable[[BracketPage], float]) -> list[BracketPage]:
    """Return the sections combined on pages while there is room. `need`: a section's height in millimetres."""
    pages: list[BracketPage] = []
    used = 0.0
    for section in sections:
        tall = need(section)
        if pages and used + tall <= room:
            pages[-1].below.append(section)
            used += tall
        else:
            pages.append(section)
            used = tall
    return pages


@dataclass(frozen=True)
class BracketWays:
    """The page of each match, and the next match of its winner and of its loser, by the match's name."""

    section_of: dict[str, BracketPage]
    onward: dict[str, str]
    fall: dict[str, str]

    def goes_to(self, m: MatchState) -> BracketPage | None:
        """Return the page on which the winner of a match plays next."""
        return self.section_of.get(self.onward.get(m.slot.name, ""))


def sections_of(event: PrintedEvent, bracket: PlayedBracket) -> list[BracketPage]:
    """Return the pages of a bracket in order, without letters and numbers."""
    t = event.t
    parts: dict[str, dict[int, list[MatchState]]] = {}
    for m in bracket.matches.values():
        parts.setdefault(m.slot.part, {}).setdefault(m.slot.round, []).append(m)
    final = [m for k in sorted(parts.get("final", {})) for m in parts["final"][k]]
    third = [m for ms in parts.get("third", {}).values() for m in ms]
    main = t("Winners’ bracket") if "losers" in parts else t("Bracket")
    sections = list(_cut(_columns(parts["main"]), "main", main))
    sections[-1].extra = third
    if "losers" in parts:
        sections += _cut(_columns(parts["losers"]), "losers", t("Losers’ bracket"))
    if final:
        columns = [[m] for m in final if m.status != "empty"]
        last = sections[-1]
        if last.part == "losers" and len(last.columns) + len(columns) <= ACROSS:
            last.columns += columns
            last.title = t("Losers’ bracket and final") if len(columns) == 1 else t("Losers’ bracket and finals")
        else:
            sections.append(BracketPage("final", t("Final"), columns))
    if "consolation" in parts:
        sections += _cut(_columns(parts["consolation"]), "consolation", t("Consolation"))
    return sections


def _columns(rounds: dict[int, list[MatchState]]) -> list[list[MatchState]]:
    return [rounds[k] for k in sorted(rounds)]


def _cut(columns: list[list[MatchState]], part: str, title: str) -> Iterator[BracketPage]:
    """Yield sections of `TALL` matches and the rounds they lead to, until the rest fits on one page."""
    start = 0
    while len(columns) - start > ACROSS or len(columns[start]) > TALL:
        first = columns[start]
        pieces = max(1, len(first) // TALL)
        # 8, 4, 2; a losers' bracket halves only every second round: 8, 8, 4, 4.
        section_columns = columns[start : start + (ACROSS if part == "losers" else ACROSS - 1)]
        for k in range(pieces):
            yield BracketPage(part, title, [c[k * len(c) // pieces : (k + 1) * len(c) // pieces] for c in section_columns])
        start += len(section_columns)
    yield BracketPage(part, title, columns[start:])


def ways_of(bracket: PlayedBracket, sections: Sequence[BracketPage]) -> BracketWays:
    """Return where everyone goes from each match."""
    all_ = [one for s in sections for one in (s, *s.below)]
    ways = BracketWays({m.slot.name: s for s in all_ for c in (*s.columns, s.extra) for m in c}, {}, {})
    for m in bracket.matches.values():
        for source in m.slot.sources if m.status != "empty" else ():
            if source.kind in ("winner", "reset"):
                ways.onward[str(source.of)] = m.slot.name
            elif source.kind in ("loser", "first_loser"):
                ways.fall.setdefault(str(source.of), m.slot.name)
                if source.bye:
                    ways.fall.setdefault(source.bye, m.slot.name)
    # A side in a match without a box advances at once.
    passed = {name: ways.onward[name] for name, m in bracket.matches.items() if name in ways.onward and not has_box(m)}
    for way in (ways.onward, ways.fall):
        for name, target in way.items():
            while target in passed:
                target = passed[target]
            way[name] = target
    return ways
