"""Brackets on paper: an overview, then sections of eight matches and what follows from them, each saying where it goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scorekeeper.sheets.tournament_event import Event, games_text, shown_scores
from scorekeeper.sheets.tournament_fit import Fitted, fit
from scorekeeper.sheets.tournament_page import Document, Paper
from scorekeeper.tournament.bracket import NOBODY, PlayedBracket, State
from scorekeeper.tournament.record import Table
from scorekeeper.tournament.tree import Source

TALL = 8
"""Matches under each other in the first column of a page."""
ACROSS = 4
TOP = 7.0
"""Millimetres over a column, for the name of its round."""
GAP = 11.0
IN_OVERVIEW = 10
WHOLE = 16
"""Up to so many entrants, nobody needs an overview to find a page."""
OUT = 24.0
"""Millimetres to the right of the last column, for where its winners go on."""
BOX = 15.6
SEED = 6.5


@dataclass(frozen=True, slots=True)
class BoxSide:
    """A side of a match. `state`: known, nobody, or open, with `hint` for where it will come from."""

    name: Fitted | None
    seed: str
    score: str
    won: bool
    hint: str
    boxed: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A match on its page, in millimetres. `seat`: where it is played; `onward`: where its winner and loser go."""

    name: str
    left: float
    top: float
    width: float
    sides: tuple[BoxSide, BoxSide]
    seat: str
    loser: str
    games: str
    faint: bool


@dataclass(frozen=True, slots=True)
class Label:
    """Words beside a match: where it goes on, or comes from."""

    text: str
    left: float
    top: float
    width: float


@dataclass
class Section:
    """One page: matches in columns. `title`: its part of the bracket; `letter`: how the overview calls it."""

    part: str
    title: str
    columns: list[list[State]]
    extra: list[State] = field(default_factory=list)
    letter: str = ""
    page: int = 0


@dataclass(frozen=True)
class SectionPage:
    """A section as it is drawn."""

    section: Section
    heads: tuple[tuple[str, float, float], ...]
    boxes: tuple[Box, ...]
    labels: tuple[Label, ...]
    lines: str
    champion: Fitted | None = None
    champion_at: tuple[float, float, float] = (0, 0, 0)


@dataclass(frozen=True)
class OverviewPart:
    """A section in the overview: its page, its matches, who begins there, where the winners go."""

    letter: str
    title: str
    page: int
    matches: str
    names: tuple[Fitted, ...]
    onward: str


@dataclass(frozen=True)
class Overview:
    """The first page of a bracket that has several."""

    parts: tuple[OverviewPart, ...]
    champion: Fitted | None
    across: int


def bracket(event: Event, size: str) -> Document | None:
    """The bracket as far as it has been played, to be filled in by hand where it goes on; None where there is none."""
    found = event.bracket
    if found is None:
        return None
    paper = Paper(size, turned=True)
    sections = _sections(event, found)
    overviews = -(-len(sections) // IN_OVERVIEW) if len(found.seeds) > WHOLE else 0
    for k, section in enumerate(sections):
        section.letter = chr(65 + k) if k < 26 else f"Z{k - 25}"
        section.page = k + 1 + overviews
    drawing = _Drawing(event, found, sections, paper)
    pages: list[object] = [drawing.overview(sections[k * IN_OVERVIEW : (k + 1) * IN_OVERVIEW]) for k in range(overviews)]
    pages += [drawing.page(section) for section in sections]
    values = {"box": BOX}
    return Document("bracket", event.t("Bracket"), event, paper, "tournament_bracket.html", tuple(pages), values=values)


# ---- which match on which page ----


def _sections(event: Event, found: PlayedBracket) -> list[Section]:
    t = event.t
    parts: dict[str, dict[int, list[State]]] = {}
    for m in found.matches.values():
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
            sections.append(Section("final", t("Final"), columns))
    if "consolation" in parts:
        sections += _cut(_columns(parts["consolation"]), "consolation", t("Consolation"))
    return sections


def _columns(rounds: dict[int, list[State]]) -> list[list[State]]:
    return [rounds[k] for k in sorted(rounds)]


def _cut(columns: list[list[State]], part: str, title: str) -> Iterator[Section]:
    """Sections of `TALL` matches and the rounds that they decide among themselves, until one page holds what is left."""
    start = 0
    while len(columns) - start > ACROSS or len(columns[start]) > TALL:
        first = columns[start]
        pieces = max(1, len(first) // TALL)
        # 8, 4, 2; a losers' bracket only halves every second round: 8, 8, 4, 4.
        taken = columns[start : start + (ACROSS if part == "losers" else ACROSS - 1)]
        for k in range(pieces):
            yield Section(part, title, [c[k * len(c) // pieces : (k + 1) * len(c) // pieces] for c in taken])
        start += len(taken)
    yield Section(part, title, columns[start:])


# ---- where on the page ----


class _Drawing:
    def __init__(self, event: Event, found: PlayedBracket, sections: Sequence[Section], paper: Paper) -> None:
        self.event = event
        self.paper = paper
        self.found = found
        self.seeds = {who: str(k) for k, who in enumerate(found.seeds, 1)}
        self.section_of = {m.slot.name: s for s in sections for c in (*s.columns, s.extra) for m in c}
        self.onward: dict[str, str] = {}
        self.fall: dict[str, str] = {}
        for m in found.matches.values():
            for source in m.slot.sources if m.status != "empty" else ():
                if source.kind in ("winner", "reset"):
                    self.onward[str(source.of)] = m.slot.name
                elif source.kind in ("loser", "first_loser"):
                    self.fall.setdefault(str(source.of), m.slot.name)
                    if source.bye:
                        self.fall.setdefault(source.bye, m.slot.name)
        self.tables = {(r.number, t.number): t for r in event.rounds for t in r.tables}

    def page(self, section: Section) -> SectionPage:
        """Where everything of a section stands."""
        columns = section.columns
        many = len(columns)
        out = OUT if any(self._onward(m, section) for c in columns for m in c) else 0.0
        wide = (self.paper.width - out - GAP * (many - 1)) / many
        wide = min(wide, 88.0)
        tall = self.paper.body - TOP
        at: dict[str, float] = {}
        boxes: list[Box] = []
        labels: list[Label] = []
        heads = []
        lines: list[str] = []
        for k, column in enumerate(columns):
            left = k * (wide + GAP)
            heads.append((self._round_title(column[0]), left, wide))
            for j, m in enumerate(column):
                middle = self._middle(m, at, TOP + tall * (j + 0.5) / len(column))
                at[m.slot.name] = middle
                boxes.append(self._box(m, left, middle, wide))
                lines += self._joins(m, at, left)
                onward = self._onward(m, section)
                if onward:
                    where = left + wide
                    lines.append(f"M{where:.2f} {middle:.2f}h{GAP / 2:.2f}")
                    labels.append(Label(onward, where + GAP / 2 + 1, middle, OUT - GAP / 2 - 1))
        bottom = TOP + tall
        for j, m in enumerate(section.extra):
            left = (many - 1) * (wide + GAP)
            middle = bottom - BOX / 2 - 4 - j * (BOX + 8)
            boxes.append(self._box(m, left, middle, wide))
            labels.append(Label(self.event.t("Third place"), left, middle - BOX / 2 - 5.5, wide))
        return self._with_champion(SectionPage(section, tuple(heads), tuple(boxes), tuple(labels), "".join(lines)), at, wide)

    def _with_champion(self, page: SectionPage, at: dict[str, float], wide: float) -> SectionPage:
        last = page.section.columns[-1]
        decides = len(last) == 1 and last[0].slot.part in ("main", "final") and last[0].slot.name not in self.onward
        if not decides or page.section.part == "consolation":
            return page
        who = self.found.champion()
        name = fit(self.event.name_of(who), wide, (15.0, 13.0, 11.0, 9.5, 8.0), 2, bold=True) if who else None
        left = (len(page.section.columns) - 1) * (wide + GAP)
        top = at[last[0].slot.name] - BOX / 2 - 23
        return SectionPage(
            page.section, page.heads, page.boxes, page.labels, page.lines, name or Fitted(("",), 13.0), (left, top, wide)
        )

    def _middle(self, m: State, at: dict[str, float], otherwise: float) -> float:
        before = [at[str(s.of)] for s in m.slot.sources if s.kind in ("winner", "reset") and str(s.of) in at]
        return sum(before) / len(before) if before else otherwise

    def _joins(self, m: State, at: dict[str, float], left: float) -> list[str]:
        here = at[m.slot.name]
        found = []
        for side, source in enumerate(m.slot.sources):
            before = at.get(str(source.of)) if source.kind in ("winner", "reset") else None
            if before is None or (source.kind == "reset" and side):
                continue
            target = here + (-BOX / 4 if side == 0 else BOX / 4) if source.kind == "winner" else here
            middle = left - GAP / 2
            found.append(f"M{left - GAP:.2f} {before:.2f}H{middle:.2f}V{target:.2f}H{left:.2f}")
        return found

    def _onward(self, m: State, section: Section) -> str:
        """Where the winner goes, where that is another page."""
        name = self.onward.get(m.slot.name)
        if name is None:
            return ""
        goes = self.section_of.get(name)
        if goes is None or goes is section:
            return ""
        return "\n".join((self.event.t("to %(match)s") % {"match": name}, self.event.t("page %(page)s") % {"page": goes.page}))

    def _round_title(self, m: State) -> str:
        t, part = self.event.t, m.slot.part
        if part == "final":
            return t("Final") if m.slot.round == 1 else t("Deciding final")
        last = max(x.slot.round for x in self.found.matches.values() if x.slot.part == part)
        if part == "main" and not self.found.matches.keys() & {"F1"}:
            names = {0: t("Final"), 1: t("Semi-finals"), 2: t("Quarter-finals")}
            if last - m.slot.round in names:
                return names[last - m.slot.round]
        return t("Round %(n)s") % {"n": m.slot.round}

    def _box(self, m: State, left: float, middle: float, wide: float) -> Box:
        t = self.event.t
        table = self.tables.get(m.seat) if m.seat else None
        seat = t("round %(round)s, table %(table)s") % {"round": m.seat[0], "table": m.seat[1]} if m.seat else ""
        sides = tuple(self._side(m, k, table, wide) for k in (0, 1))
        # Nobody falls out of a match that is not played.
        fall = self.fall.get(m.slot.name, "") if m.status not in ("walkover", "empty") or m.loser else ""
        return Box(
            m.slot.name,
            round(left, 2),
            round(middle - BOX / 2, 2),
            round(wide, 2),
            (sides[0], sides[1]),
            seat,
            self._to_text(fall) if fall else "",
            games_text(table.result) if table else "",
            NOBODY in m.sides,
        )

    def _to_text(self, name: str) -> str:
        return self.event.t("loser to %(match)s, page %(page)s") % {"match": name, "page": self.section_of[name].page}

    def _side(self, m: State, k: int, table: Table | None, wide: float) -> BoxSide:
        who, source = m.sides[k], m.slot.sources[k]
        number = m.seat[0] if m.seat else None
        if who == NOBODY:
            return BoxSide(None, "", "", False, self.event.t("bye") if source.kind == "seed" else self.event.t("nobody"))
        if who is None:
            return BoxSide(None, "", "", False, self._hint(source))
        scores = shown_scores(table.result, 2) if table else None
        place = next((s for s, ids in enumerate(table.sides) if who in ids), k) if table else k
        made = scores[place] if scores else None
        out = bool(table and place in table.result.forfeit)
        score = self.event.t("forfeit") if out else "" if made is None else str(abs(made))
        room = wide - SEED - (13 if score or table else 3)
        whole = fit(self.event.name_of(who, number), room, (9.2, 8.6), 1, bold=True)
        name = fit(self.event.name_of(who, number), room, (7.6, 7.0, 6.4, 5.8, 5.2), 2, bold=True) if whole.cut else whole
        return BoxSide(name, self.seeds.get(who, ""), score, m.winner == who, "", bool(made is not None and made < 0 and not out))

    def _hint(self, source: Source) -> str:
        t = self.event.t
        if source.kind == "winner":
            return t("winner of %(match)s") % {"match": source.of}
        if source.kind == "reset":
            return t("if %(match)s is won from the losers’ bracket") % {"match": source.of}
        return t("loser of %(match)s") % {"match": source.of if source.kind == "loser" else source.bye}

    # ---- the overview ----

    def overview(self, sections: Sequence[Section]) -> Overview:
        """What is on which page, and who begins there."""
        across = 4 if len(sections) <= 8 else 5
        wide = (self.paper.width - (across - 1) * 5) / across - 6
        parts = []
        for section in sections:
            first = section.columns[0]
            names = [self.event.name_of(w) for m in first for w in m.sides if w] if first[0].slot.round == 1 else []
            ends = section.columns[-1]
            span = f"{first[0].slot.name} – {ends[-1].slot.name}" if first[0] is not ends[-1] else first[0].slot.name
            onward = sorted({s.page for m in ends for s in [self._goes(m)] if s is not None and s is not section})
            goes = self.event.t("winners go on to page %(page)s") % {"page": ", ".join(map(str, onward))} if onward else ""
            shown = tuple(fit(name, wide, (7.5, 6.8, 6.2, 5.6), 1) for name in names)
            parts.append(OverviewPart(section.letter, section.title, section.page, span, shown, goes))
        who = self.found.champion()
        champion = fit(self.event.name_of(who), 110, (16.0, 14.0, 12.0, 10.0), 1, bold=True) if who else None
        return Overview(tuple(parts), champion, across)

    def _goes(self, m: State) -> Section | None:
        name = self.onward.get(m.slot.name)
        return self.section_of.get(name) if name else None
