"""Rounds, tables, entrants and reports as read from the log."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

from scorekeeper.core.api.json_schema import HIDDEN, Ordinal, integer, one_of
from scorekeeper.formats.declared import copy_as, parse
from scorekeeper.pairing.adjustments import apply_table_penalties
from scorekeeper.pairing.record.record import Result, Table
from scorekeeper.tournaments.commands.call_state import DirectorCall, calls_at
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import DisputePart, EntrantPart, ProfilePart

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from scorekeeper.pairing.record.draft import DraftTable, Reason
    from scorekeeper.tournaments.store.log import PartStamp, TournamentLog


ENTRANT_STATUSES = ("in", "waiting", "left", "withdrawn")
TABLE_STATUSES = ("open", "reported", "disputed", "done")

Side = Annotated[int, integer(0, 2)]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredEntrant(EntrantPart):
    """An entrant as entered. `n`: its entry number, from 1. `at`, `who`: of the last change.

    `tags`, `handicap`: as in the tournament record.
    """

    n: Ordinal
    tags: tuple[str, ...] = ()
    handicap: int = 0
    status: Annotated[str, one_of(ENTRANT_STATUSES)]
    at: Annotated[datetime, HIDDEN]
    who: Annotated[str, HIDDEN]

    @property
    def everybody(self) -> tuple[str, ...]:
        """The entrant's name and the names of all players who ever sat there."""
        return (self.name, *self.players, *self.substitute_names)

    @property
    def changed(self) -> bool:
        """Whether the entrant joined late, left or has a substitute."""
        return self.status == "left" or self.joined > 1 or bool(self.substitute_names)


def entry_of(value: dict[str, Any], stamp: PartStamp, profile: dict[str, Any] | None) -> EnteredEntrant:
    """Return an entrant from its parts of the log."""
    part, own = parse(EntrantPart, value), parse(ProfilePart, profile or {})
    waits = part.waiting or part.seeks_partner
    status = "withdrawn" if part.withdrawn else "waiting" if waits else "in" if part.left is None else "left"
    return copy_as(
        EnteredEntrant, part, n=int(part.id[1:]), status=status, at=stamp.at, who=stamp.who, tags=own.tags, handicap=own.handicap
    )


@dataclass(frozen=True, slots=True)
class Report:
    """A result as one side of a table reported it."""

    side: Side
    result: Result
    at: datetime
    who: str
    device_id: Annotated[int | None, HIDDEN]


@dataclass(frozen=True, slots=True)
class Dispute:
    """A side's objection, with a note in its own words."""

    side: Side
    note: str
    at: datetime
    who: Annotated[str, HIDDEN]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of a round.

    `sides`: entrant ids. `status`: `open` (nothing yet), `reported` (by one side), `disputed` (the reports differ, or a side
    objects to the result) or `done`. `result`: as it counts, with penalties; `entered`: as it was entered. `decided_at`,
    `decided_by`: of the result. `calls`: to the director, in order.
    """

    round: int
    number: int
    sides: tuple[tuple[str, ...], ...]
    why: tuple[Reason, ...]
    match: str | None
    pool: str | None
    result: Result
    entered: Annotated[Result, HIDDEN]
    reports: Mapping[int, Report]
    dispute: Dispute | None
    status: str
    decided_at: datetime | None
    decided_by: str
    calls: tuple[DirectorCall, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all entrants at the table."""
        return tuple(i for side in self.sides for i in side)

    @property
    def touched(self) -> bool:
        """Whether anything was reported, disputed or entered here, or the director was called."""
        return self.result.known or bool(self.reports or self.calls) or self.dispute is not None


@dataclass(frozen=True, slots=True)
class Seat:
    """An entrant's place in a round: a table and side, or a `bye`."""

    table: TableView | None
    side: int | None
    bye: bool


@dataclass(frozen=True)
class RoundView:
    """A round. `paired`: the revision at which it was computed; `published_at`: when its part last changed."""

    number: int
    published: bool
    paired: int
    stage: int
    by_hand: bool
    ahead: bool
    tables: tuple[TableView, ...]
    byes: tuple[str, ...]
    why_bye: Mapping[str, tuple[Reason, ...]]
    notes: tuple[Reason, ...]
    rematches: int
    published_at: datetime
    _seats: dict[str, Seat] = field(default_factory=dict, compare=False, repr=False)

    @property
    def done(self) -> bool:
        """Whether every table has a result."""
        return all(t.result.known for t in self.tables)

    @property
    def untouched(self) -> bool:
        """Whether nothing was reported, disputed or entered at any table."""
        return not any(t.touched for t in self.tables)

    @property
    def tables_by_pool(self) -> list[TableView]:
        """The tables by pool or final, even where a fixed table is among another's numbers."""
        return sorted(self.tables, key=lambda t: t.pool or "")

    def touched(self, number: int) -> bool:
        """Return whether anything was reported, disputed or entered at this table."""
        seen = self.table(number)
        return seen is not None and seen.touched

    @cached_property
    def _by_number(self) -> dict[int, TableView]:
        return {t.number: t for t in self.tables}

    def table(self, number: int) -> TableView | None:
        return self._by_number.get(number)

    def seat(self, entrant: str) -> Seat | None:
        """Return an entrant's place, or None without a seat or bye."""
        if not self._seats:
            self._seats.update({i: Seat(None, None, True) for i in self.byes})
            for t in self.tables:
                self._seats.update({i: Seat(t, s, False) for s, ids in enumerate(t.sides) for i in ids})
        return self._seats.get(entrant)


def round_view(log: TournamentLog, number: int) -> RoundView:
    """Return a round from its part of the log."""
    paired = log.paired(number)
    return RoundView(
        number,
        paired.published,
        paired.paired,
        paired.stage,
        paired.by_hand,
        paired.ahead,
        tuple(_table(log, number, t) for t in paired.tables),
        paired.byes,
        paired.why_bye,
        paired.notes,
        paired.rematches,
        log.stamps[parts.round_part(number)].at,
    )


def reread_tables(log: TournamentLog, view: RoundView, tables: Set[int]) -> RoundView:
    """Return the round with only these tables read again."""
    found = tuple(_table(log, view.number, t) if t.number in tables else t for t in view.tables)
    return replace(view, tables=found, _seats={})


def _table(log: TournamentLog, number: int, t: DraftTable | TableView) -> TableView:
    result_part = parts.result_part(number, t.number)
    entered = parts.result_of(log.parts.get(result_part))
    result = apply_table_penalties(Table(t.number, t.sides, entered), number, log.adjustments.penalties).result
    reports = {side: _report(log, number, t.number, side) for side in range(len(t.sides))}
    known_reports = {side: report for side, report in reports.items() if report is not None}
    dispute = _dispute(log, number, t.number)
    stamp = log.stamps[result_part] if entered.known else None
    return TableView(
        number,
        t.number,
        t.sides,
        t.why,
        t.match,
        t.pool,
        result,
        entered,
        known_reports,
        dispute,
        status_of(result, known_reports, dispute),
        stamp and stamp.at,
        stamp.who if stamp else "",
        calls_at(log, number, t.number),
    )


def status_of(result: Result, reports: Mapping[int, Report], dispute: Dispute | None) -> str:
    """Return the status of a table (see `TableView`)."""
    if dispute is not None:
        return "disputed"
    if result.known:
        return "done"
    versions = {report.result for report in reports.values()}
    return "disputed" if len(versions) > 1 else "reported" if versions else "open"


def _report(log: TournamentLog, number: int, table: int, side: int) -> Report | None:
    part = parts.report_part(number, table, side)
    if part not in log.parts:
        return None
    stamp = log.stamps[part]
    return Report(side, parts.result_of(log.parts[part]), stamp.at, stamp.who, stamp.device_id)


def _dispute(log: TournamentLog, number: int, table: int) -> Dispute | None:
    part = parts.dispute_part(number, table)
    if part not in log.parts:
        return None
    dispute, stamp = parse(DisputePart, log.parts[part]), log.stamps[part]
    return Dispute(dispute.side, dispute.note, stamp.at, stamp.who)
