"""The final report: facts, winners, prizes, notes, standings, and every round's results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import clauses, listing
from scorekeeper.pairing.record.record import Entrant, Round
from scorekeeper.pairing.staged_standings import final_of, ranked_within_finals
from scorekeeper.tournaments.call_words import rule_text
from scorekeeper.tournaments.printouts.event import PrintedEvent
from scorekeeper.tournaments.printouts.kind import Kind, has_rounds
from scorekeeper.tournaments.printouts.page import Document, Paper, pack_pages
from scorekeeper.tournaments.printouts.results import ResultsPage, result_pages
from scorekeeper.tournaments.printouts.standings import (
    FIELD,
    RANK_WIDTH,
    STANDINGS_HEADS,
    WHY_WIDTH,
    StandingsSection,
    columns_of,
    standing_pages,
)
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit, paragraph_lines
from scorekeeper.tournaments.words import CHANGED_BY_HAND, CORRECTED, field_title, leaver_notes

RULING = N_("Ruling in round %(round)s, table %(table)s")
TEXT = 9.5
LINE = 4.5
HEADING = 11.0
PODIUM_ROW = 13.0


@dataclass(frozen=True, slots=True)
class ReportedFact:
    """A label and its value."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Winner:
    """An entrant with one of the first three ranks, or the first of each field of a Mitchell."""

    rank: int
    name: Fitted
    field: str


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the report's text: `kind` heading, text or item; `height` in millimetres."""

    kind: str
    text: str
    height: float


@dataclass(frozen=True, slots=True)
class ReportHead:
    """The top of the first page: facts, and the first three ranks."""

    facts: Sequence[ReportedFact]
    winners: Sequence[Winner]


@dataclass(slots=True)
class ReportPage:
    """A page of the report, with its parts from top to bottom. `used`: millimetres."""

    first: ReportHead | None = None
    blocks: Sequence[Block] = ()
    standings: Sequence[StandingsSection] = ()
    rounds: Sequence[ResultsPage] = ()
    used: float = 0.0


def report(event: PrintedEvent, size: str) -> Document:
    """Return the final report. Each part begins where the one before ends."""
    paper = Paper(size)
    first = ReportHead(_facts(event), _winners(event, paper))
    used = 7.0 * -(-len(first.facts) // 2) + 14 + PODIUM_ROW * len(first.winners) + 8
    blocks = [*_text(event.t("Prizes"), event.about.prizes, paper), *_notes(event, paper)]
    fitting, rest = _take_blocks(blocks, paper.body - used)
    pages = [ReportPage(first, fitting, used=used + sum(b.height for b in fitting))]
    for (column,) in pack_pages(rest, lambda b: b.height, paper.body):
        pages.append(ReportPage(blocks=column, used=sum(b.height for b in column)))
    row = _add_standings(pages, event, paper)
    _add_rounds(pages, event, paper)
    values = {"columns": columns_of(event), "widths": (RANK_WIDTH, WHY_WIDTH), "row": row}
    return Document(event, paper, "tournaments/printouts/report.html", tuple(pages), values=values)


def _add_standings(pages: list[ReportPage], event: PrintedEvent, paper: Paper) -> float:
    """Add the standings after the last part, and return the height of their rows."""
    row, found = standing_pages(event, paper, paper.body - pages[-1].used - HEADING)
    for k, sections in enumerate(found):
        if k:
            pages.append(ReportPage())
        if sections:
            page = pages[-1]
            page.standings = sections
            page.used += HEADING + STANDINGS_HEADS + sum(FIELD * bool(s.heading) + row * len(s.lines) for s in sections) + 4
    return row


def _add_rounds(pages: list[ReportPage], event: PrintedEvent, paper: Paper) -> None:
    """Add every round's results, below the standings if they leave room."""
    rounds = result_pages(event, paper, pages[-1].used + HEADING)
    if rounds:
        pages[-1].rounds = rounds[0]
        pages += [ReportPage(rounds=parts) for parts in rounds[1:]]


def _take_blocks(blocks: Sequence[Block], room: float) -> tuple[list[Block], list[Block]]:
    used = 0.0
    for k, block in enumerate(blocks):
        used += block.height
        if used > room:
            # A heading must not be alone at the foot of a page.
            k -= bool(k and blocks[k - 1].kind == "heading")
            return list(blocks[:k]), list(blocks[k:])
    return list(blocks), []


def _facts(event: PrintedEvent) -> list[ReportedFact]:
    t, tournament = event.t, event.tournament
    stages = tournament.options.stages
    matches = list(dict.fromkeys(event.match_text(s.options.match) for s in stages)) or [event.match_text(event.match)]
    rows = [
        ReportedFact(t("Date"), event.day),
        ReportedFact(t("Where"), event.about.venue),
        ReportedFact(t("Format"), event.method),
        ReportedFact(t("Match"), clauses(t, matches)),
        ReportedFact(t("Rules"), event.rules_title),
        ReportedFact(t("Entrants"), str(len(tournament.entrants))),
        ReportedFact(t("Rounds"), _rounds(event)),
    ]
    return [fact for fact in rows if fact.value]


def _rounds(event: PrintedEvent) -> str:
    played, of = len(event.rounds), event.tournament.options.rounds
    if of and of > played and not event.state.finished:
        return event.t("%(n)s of %(of)s") % {"n": played, "of": of}
    return str(played)


def _winners(event: PrintedEvent, paper: Paper) -> list[Winner]:
    if not event.rounds:
        return []
    standings = ranked_within_finals(event.standings)
    split = any(row.field in event.state.pairing.fields or final_of(row) for row in standings)
    rows = [row for row in standings if row.rank <= (1 if split else 3) and row.counts][: 6 if split else 4]
    room, sizes = paper.width - 24 - (34 if split else 0), (20.0, 17.0, 14.0, 12.0, 10.0)
    return [
        Winner(
            r.rank,
            fit(event.name_of(r.id), room, sizes, 1, bold=True),
            field_title(event.t, event.tournament, r.field) if split else "",
        )
        for r in rows
    ]


def _text(heading: str, text: str, paper: Paper) -> list[Block]:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        return []
    return [Block("heading", heading, HEADING), *(_block("text", line, paper.width) for line in lines)]


def _block(kind: str, text: str, room: float) -> Block:
    return Block(kind, text, round(LINE * paragraph_lines(text, room - 6, TEXT) + 1.2, 2))


def _notes(event: PrintedEvent, paper: Paper) -> list[Block]:
    items = [text for e in event.tournament.entrants for text in _entrant_remarks(event, e)]
    items += [*leaver_notes(event.t, event.state), *remarks(event)]
    items += [_ruling(event, one) for one in event.about.rulings]
    blocks = _text(event.t("Notes"), event.about.note, paper)
    if items and not blocks:
        blocks = [Block("heading", event.t("Notes"), HEADING)]
    return blocks + [_block("item", text, paper.width) for text in items]


def _ruling(event: PrintedEvent, ruling: Mapping[str, Any]) -> str:
    place = event.t(RULING) % {"round": ruling["round"], "table": ruling["table"]}
    said = " · ".join(text for text in (" ".join(ruling["note"].split()), rule_text(event.t, ruling["rule"])) if text)
    return event.t("%(label)s: %(text)s") % {"label": place, "text": said}


def _entrant_remarks(event: PrintedEvent, entrant: Entrant) -> list[str]:
    t, sentences = event.t, []
    if entrant.joined > 1:
        sentences.append(t("%(name)s came in round %(round)s.") % {"name": entrant.name, "round": entrant.joined})
    for since, name in entrant.substitutes:
        sentences.append(
            t("From round %(round)s, %(other)s sat for %(name)s.") % {"round": since, "other": name, "name": entrant.name}
        )
    if entrant.left is not None:
        sentences.append(t("%(name)s left before round %(round)s.") % {"name": entrant.name, "round": entrant.left})
    return sentences


def remarks(event: PrintedEvent) -> list[str]:
    """Return notes on unusual events by round: absences, changes by hand, corrections."""
    return [text for one in event.rounds for text in _round_remarks(event, one)]


def _round_remarks(event: PrintedEvent, one: Round) -> list[str]:
    t = event.t
    sentences = [t(CHANGED_BY_HAND) % {"round": one.number}] if one.by_hand else []
    seated = {who for table in one.tables for who in table.ids}
    named = {*seated, *event.state.who_did_not_play}
    away = [e.name for e in event.tournament.entrants if one.number in e.absent and e.id not in named]
    if len(away) > 1:
        sentences.append(t("%(names)s sat out round %(round)s.") % {"names": listing(t, away), "round": one.number})
    elif away:
        sentences.append(t("%(name)s sat out round %(round)s.") % {"name": away[0], "round": one.number})
    for table in one.tables:
        for until, before in table.was:
            if before.known and before.scores and table.result.scores and before.scores != table.result.scores:
                facts = {
                    "round": one.number,
                    "table": table.number,
                    "before": _scores(event, before.scores),
                    "after": _scores(event, table.result.scores),
                    "until": until,
                }
                sentences.append(t(CORRECTED) % facts)
    return sentences


def _scores(event: PrintedEvent, scores: Sequence[int]) -> str:
    return " – ".join(event.figure(points) for points in scores)


KINDS = (
    Kind(
        "report",
        N_("Report so far"),
        N_("standings, results, prizes, notes"),
        report,
        has_rounds,
        at_the_end=N_("Final report"),
    ),
)
