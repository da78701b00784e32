"""A match of a bracket as drawn: its sides or their sources, the scores, and where the loser goes."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.pairing.record.bracket import NOBODY, MatchState, Source, StageBracket
from scorekeeper.pairing.record.record import Table
from scorekeeper.tournaments.printouts.bracket_sections import BracketWays, has_box
from scorekeeper.tournaments.printouts.event import PrintedEvent, games_text, shown_scores_of
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit_name

AROUND, SIDE = 3.6, 6.7
"""Millimetres of the lines above and below a match, and of a side at normal scale. Also set in base.css."""
TALL_BOX = AROUND + 2 * SIDE
SEED, SCORE, NO_SCORE = 6.5, 12.0, 3.0
"""Widths in millimetres of the other parts of a side, next to its name."""


@dataclass(frozen=True, slots=True)
class BoxSide:
    """A side of a match. `name`: None while unknown; `hint` then says where the side comes from."""

    name: Fitted | None
    seed: str
    score: str
    won: bool
    hint: str
    boxed: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A match on its page, in millimetres. `seat`: its round and table; `loser`: where the loser goes."""

    name: str
    left: float
    top: float
    width: float
    sides: tuple[BoxSide, BoxSide]
    seat: str
    loser: str
    games: str
    faint: bool
    side: float = SIDE


class Boxes:
    """Creates the boxes of an event's bracket."""

    def __init__(self, event: PrintedEvent, one: StageBracket, ways: BracketWays) -> None:
        bracket = one.bracket
        self.event = event
        self.found = bracket
        self.seat = one.seat
        self.ways = ways
        self.seeds = {who: str(k) for k, who in enumerate(bracket.seeds, 1)}
        self.tables = {(r.number, t.number): t for r in event.rounds for t in r.tables}

    def box(self, m: MatchState, left: float, middle: float, wide: float, scale: float = 1.0) -> Box:
        """Return a match at a left edge, with its middle and width. `scale`: of its height and type."""
        t = self.event.t
        at = self.seat(m)
        table = self.tables.get(at) if at else None
        seat = t("round %(round)s, table %(table)s") % {"round": at[0], "table": at[1]} if at else ""
        # A match that is not played has no loser.
        fall = self.ways.fall.get(m.slot.name, "") if m.status not in ("walkover", "empty") or m.loser else ""
        return Box(
            m.slot.name,
            round(left, 2),
            round(middle - AROUND / 2 - SIDE * scale, 2),
            round(wide, 2),
            (self._side(m, 0, table, wide, scale), self._side(m, 1, table, wide, scale)),
            seat,
            self._to_text(fall, m) if fall else "",
            games_text(table.result) if table else "",
            NOBODY in m.sides,
            round(SIDE * scale, 2),
        )

    def _to_text(self, name: str, m: MatchState) -> str:
        t, sections = self.event.t, self.ways.section_of
        if sections[name].page == sections[m.slot.name].page:
            return t("loser to %(match)s") % {"match": name}
        return t("loser to %(match)s, page %(page)s") % {"match": name, "page": sections[name].page}

    def _side(self, m: MatchState, k: int, table: Table | None, wide: float, scale: float) -> BoxSide:
        who, source = m.sides[k], m.slot.sources[k]
        if who == NOBODY:
            # A side without an opponent advances.
            return BoxSide(None, "", "", False, self.event.t("bye") if any(m.sides) else self.event.t("no one"))
        if who is None:
            return BoxSide(None, "", "", False, self._hint(source))
        scores = shown_scores_of(table.result, 2) if table else None
        place = next((s for s, ids in enumerate(table.sides) if who in ids), k) if table else k
        points = scores[place] if scores else None
        out = bool(table and place in table.result.forfeit)
        score = self.event.t("forfeit") if out else "" if points is None else str(abs(points))
        room = wide - SEED - (SCORE if score or table else NO_SCORE) - 0.5
        called = self.event.name_of(who, at[0] if (at := self.seat(m)) else None)
        # Larger matches have larger names. One line at normal size is better than two lines.
        one_line = tuple(size * scale for size in (9.2, 8.6, 8.0)) + ((9.2, 8.6) if scale > 1 else ())
        halves = (7.8, 7.2, 6.6, 6.0, 5.4)
        larger = tuple(size * scale for size in halves)
        broken = larger + tuple(size for size in halves if size < larger[-1])
        name = fit_name(called, room, one_line, broken, bold=True)
        return BoxSide(
            name, self.seeds.get(who, ""), score, m.winner == who, "", bool(points is not None and points < 0 and not out)
        )

    def _hint(self, source: Source) -> str:
        t = self.event.t
        if source.kind == "winner":
            before = self.found.matches[str(source.of)]
            if not has_box(before):
                # It has no box, because its only side advances.
                return self._hint(before.slot.sources[1 if before.sides[0] == NOBODY else 0])
            return t("winner of %(match)s") % {"match": source.of}
        if source.kind == "reset":
            return t("if %(match)s is won from the losers’ bracket") % {"match": source.of}
        return t("loser of %(match)s") % {"match": source.of if source.kind == "loser" else source.bye}
