"""Printed brackets: an overview, then sections of eight matches and the rounds after them, with page references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.bracket import MatchState, PlayedBracket, StageBracket
from scorekeeper.tournaments.printouts.bracket_boxes import AROUND, SIDE, TALL_BOX, Box, Boxes
from scorekeeper.tournaments.printouts.bracket_sections import BracketPage, combine_sections, sections_of, ways_of
from scorekeeper.tournaments.printouts.event import PrintedEvent
from scorekeeper.tournaments.printouts.kind import Kind
from scorekeeper.tournaments.printouts.page import Document, Paper
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit, fit_name
from scorekeeper.tournaments.words import bracket_round_title

TOP = 7.0
"""Millimetres above a column, for the name of its round."""
GAP = 11.0
WIDEST = 88.0
IN_OVERVIEW = 10
WHOLE = 16
"""The most entrants for which a bracket needs no overview."""
PITCH, LARGEST = 17.0, 1.6
"""Millimetres from one match to the next at normal scale, and the largest scale when there are few matches."""
CROWN, FEW = 18.0, 4
"""Millimetres for the champion's name. It is below the last match if there are too few rows to fit it above."""
OUT = 24.0
"""Millimetres to the right of the last column, for where its winners go."""


@dataclass(frozen=True, slots=True)
class Label:
    """A text next to a match: where its winner goes, or the rank it decides."""

    text: str
    left: float
    top: float
    width: float


@dataclass(frozen=True, slots=True)
class Champion:
    """The champion's name above the last match, or a line to write it on."""

    name: Fitted
    left: float
    top: float
    width: float


@dataclass(frozen=True, slots=True)
class Head:
    """The name of a column's round."""

    text: str
    left: float
    top: float
    width: float


@dataclass(frozen=True)
class SectionPage:
    """A page as drawn. `section`: the one whose title it has; `heads`: of the columns; `lines`: a path."""

    section: BracketPage
    heads: tuple[Head, ...]
    boxes: tuple[Box, ...]
    labels: tuple[Label, ...]
    lines: str
    champion: Champion | None = None


@dataclass(frozen=True)
class OverviewPart:
    """A section in the overview: its page, its matches, the entrants who start there, where the winners go."""

    letter: str
    title: str
    page: int
    matches: str
    names: tuple[Fitted, ...]
    onward: str


@dataclass(frozen=True)
class Overview:
    """The first page of a bracket with several pages."""

    parts: tuple[OverviewPart, ...]
    champion: Fitted | None
    across: int


def bracket(event: PrintedEvent, size: str) -> Document | None:
    """Return the brackets so far, to be completed by hand, one for each final, or None if there are none."""
    paper = Paper(size, turned=True)
    pages: list[object] = []
    for one in event.state.brackets:
        pages += _bracket_pages(event, one, paper, len(pages))
    return Document(event, paper, "tournaments/printouts/bracket.html", tuple(pages)) if pages else None


def _bracket_pages(event: PrintedEvent, one: StageBracket, paper: Paper, before: int) -> list[object]:
    """Return the pages of one bracket, after `before` pages of others."""
    played = one.bracket
    sections = sections_of(event, played)
    overviews = -(-len(sections) // IN_OVERVIEW) if len(played.seeds) > WHOLE else 0
    if not overviews:
        sections = combine_sections(sections, paper.body, lambda section: _needed_height(section, played))
    for k, section in enumerate(sections):
        for part in (section, *section.below):
            part.letter = "" if one.final and len(sections) == 1 else chr(65 + k) if k < 26 else f"Z{k - 25}"
            part.page = k + 1 + overviews + before
    drawing = _Drawing(event, one, sections, paper)
    pages: list[object] = [drawing.overview(sections[k * IN_OVERVIEW : (k + 1) * IN_OVERVIEW]) for k in range(overviews)]
    return pages + [drawing.page(section) for section in sections]


def _count(rows: Mapping[str, float]) -> int:
    return int(max(rows.values(), default=0.0)) + 1


def _has_last_match(section: BracketPage, played: PlayedBracket) -> bool:
    """Return whether the section's last match is the last of all."""
    last = section.drawn[-1] if section.drawn else []
    final = next((name for name in ("F2", "F1") if name in played.matches and played.matches[name].status != "empty"), "")
    if len(last) != 1:
        return False
    return last[0].slot.name == final if final else last[0].slot.part == "main" and _is_last(last[0], played)


def _is_last(m: MatchState, played: PlayedBracket) -> bool:
    return m.slot.round == max(x.slot.round for x in played.matches.values() if x.slot.part == "main")


def _has_champion_below(section: BracketPage, played: PlayedBracket) -> bool:
    return _has_last_match(section, played) and _count(section.rows()) < FEW


def _needed_height(section: BracketPage, played: PlayedBracket) -> float:
    """Return the millimetres that a section needs on its page."""
    crown = CROWN if _has_champion_below(section, played) else 0.0
    return TOP + PITCH * _count(section.rows()) + crown + (TALL_BOX + 8) * len(section.extra)


class _Drawing:
    def __init__(self, event: PrintedEvent, one: StageBracket, sections: Sequence[BracketPage], paper: Paper) -> None:
        self.event = event
        self.paper = paper
        self.final = event.t("Final %(name)s") % {"name": one.final} if one.final else ""
        self.found = one.bracket
        self.ways = ways_of(one.bracket, sections)
        self.boxes = Boxes(event, one, self.ways)

    def page(self, section: BracketPage) -> SectionPage:
        """Return a page with a section and those below it, which share the height as needed."""
        bands = [section, *section.below]
        needs = [_needed_height(band, self.found) for band in bands]
        parts = {band.part for band in bands}
        title = bands[-1].title if len(parts) == 1 else self.event.t("Bracket")
        title = " · ".join(filter(None, (self.final, title)))
        drawn = SectionPage(replace(section, title=title), (), (), (), "")
        top = 0.0
        for band, need in zip(bands, needs, strict=True):
            tall = self.paper.body * need / sum(needs)
            drawn = self._band(drawn, band, top, tall)
            top += tall
        return drawn

    def _band(self, drawn: SectionPage, section: BracketPage, top: float, tall: float) -> SectionPage:
        """Return the page with one more section, between two heights."""
        columns, rows = section.drawn, section.rows()
        many, count = len(columns), _count(rows)
        out = OUT if any(self._onward(m, section) for column in columns for m in column) else 0.0
        wide = min(WIDEST, (self.paper.width - out - GAP * (many - 1)) / many)
        room = tall - TOP - (CROWN if _has_champion_below(section, self.found) else 0.0)
        scale = round(max(1.0, min(LARGEST, (room / count - AROUND) / (TALL_BOX - AROUND) * 0.92)), 3)
        at = {name: top + TOP + room * (row + 0.5) / count for name, row in rows.items()}
        lefts = [k * (wide + GAP) for k in range(many)]
        boxes, labels, lines = list(drawn.boxes), list(drawn.labels), [drawn.lines]
        for left, column in zip(lefts, columns, strict=True):
            for m in column:
                middle = at[m.slot.name]
                boxes.append(self.boxes.box(m, left, middle, wide, scale))
                lines += self._joins(m, at, left, scale)
                onward = self._onward(m, section)
                if onward:
                    lines.append(f"M{left + wide:.2f} {middle:.2f}h{GAP / 2:.2f}")
                    labels.append(Label(onward, left + wide + GAP / 2 + 1, middle, OUT - GAP / 2 - 1))
        for j, m in enumerate(section.extra):
            middle = top + tall - TALL_BOX / 2 - 4 - j * (TALL_BOX + 8)
            boxes.append(self.boxes.box(m, lefts[-1], middle, wide))
            labels.append(Label(self.event.t("Third place"), lefts[-1], middle - TALL_BOX / 2 - 5.5, wide))
        heads = tuple(
            Head(self._round_title(c[0]), left, top + (1.5 if top else 0.0), wide) for left, c in zip(lefts, columns, strict=True)
        )
        champion = self._champion(section, at, lefts[-1], wide, scale) or drawn.champion
        return SectionPage(drawn.section, (*drawn.heads, *heads), tuple(boxes), tuple(labels), "".join(lines), champion)

    def _champion(self, section: BracketPage, at: dict[str, float], left: float, wide: float, scale: float) -> Champion | None:
        if not _has_last_match(section, self.found):
            return None
        last = section.drawn[-1]
        who = self.found.champion()
        sizes = (15.0, 13.0, 11.0)
        name = fit_name(self.event.name_of(who), wide, sizes, (*sizes, 9.5, 8.5, 7.5), bold=True) if who else Fitted(("",), 13.0)
        middle, half = at[last[0].slot.name], AROUND / 2 + SIDE * scale
        return Champion(name, left, middle + half + 1 if _has_champion_below(section, self.found) else middle - half - 23, wide)

    def _joins(self, m: MatchState, at: dict[str, float], left: float, scale: float) -> list[str]:
        match_y = at[m.slot.name]
        paths = []
        for side, source in enumerate(m.slot.sources):
            before = at.get(str(source.of)) if source.kind in ("winner", "reset") else None
            if before is None or (source.kind == "reset" and side) or self.found.matches[str(source.of)].status == "empty":
                continue
            target = match_y + (-SIDE * scale / 2 if side == 0 else SIDE * scale / 2) if source.kind == "winner" else match_y
            middle = left - GAP / 2
            paths.append(f"M{left - GAP:.2f} {before:.2f}H{middle:.2f}V{target:.2f}H{left:.2f}")
        return paths

    def _onward(self, m: MatchState, section: BracketPage) -> str:
        """Return where the winner goes, if that is another section."""
        goes = self.ways.goes_to(m)
        if goes is None or goes is section:
            return ""
        name = self.ways.onward[m.slot.name]
        if goes.page == section.page:
            return self.event.t("to %(match)s") % {"match": name}
        return "\n".join((self.event.t("to %(match)s") % {"match": name}, self.event.t("page %(page)s") % {"page": goes.page}))

    def _round_title(self, m: MatchState) -> str:
        part, number = m.slot.part, m.slot.round
        matches = sum((x.slot.part, x.slot.round) == (part, number) for x in self.found.matches.values())
        double = any(x.slot.part == "losers" for x in self.found.matches.values())
        return bracket_round_title(self.event.t, part, number, matches, double=double, within=True)

    def overview(self, sections: Sequence[BracketPage]) -> Overview:
        """Return the contents of each page, and the entrants who start there."""
        across = 4 if len(sections) <= 8 else 5
        wide = (self.paper.width - (across - 1) * 5) / across - 6
        parts = []
        for section in sections:
            first = section.columns[0]
            names = [self.event.name_of(w) for m in first for w in m.sides if w] if first[0].slot.round == 1 else []
            ends = section.columns[-1]
            span = f"{first[0].slot.name} – {ends[-1].slot.name}" if first[0] is not ends[-1] else first[0].slot.name
            onward = sorted({s.page for m in ends for s in [self.ways.goes_to(m)] if s is not None and s is not section})
            goes = self.event.t("winners continue on page %(page)s") % {"page": ", ".join(map(str, onward))} if onward else ""
            fitted_names = tuple(fit(name, wide, (7.5, 6.8, 6.2, 5.6), 1) for name in names)
            parts.append(OverviewPart(section.letter, section.title, section.page, span, fitted_names, goes))
        who = self.found.champion()
        champion = fit(self.event.name_of(who), 110, (16.0, 14.0, 12.0, 10.0), 1, bold=True) if who else None
        return Overview(tuple(parts), champion, across)


KINDS = (
    Kind(
        "bracket",
        N_("Bracket"),
        N_("in sections, with an overview"),
        bracket,
        lambda event: event.state.bracket is not None,
        wall=True,
    ),
)
