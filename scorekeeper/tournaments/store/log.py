"""The state of a tournament, built from its log."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from scorekeeper.core.db.database import db, rows
from scorekeeper.formats.declared import parse
from scorekeeper.formats.tournament_options import parse_options
from scorekeeper.pairing.method import method_named
from scorekeeper.pairing.record.decisions import TieDecision
from scorekeeper.pairing.record.draft import DraftTable
from scorekeeper.pairing.record.record import COUNT, Earlier, Entrant, Options, Round, Table, Tournament
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.adjustments import Adjustments, changes_adjustments, read_adjustments
from scorekeeper.tournaments.store.parts import HallPart, RoundPart
from scorekeeper.tournaments.store.tournament import StoredTournamentEvent

PAIRING_OPTIONS = ("tiebreaks", "margin_cap", "six_table")
"""Options that pairing uses and that may still change after a round is paired."""


class TournamentEvent(NamedTuple):
    """A row of the log as a plain tuple, lighter than a mapped object."""

    tournament_id: int
    revision: int
    uuid: str
    at: datetime
    account_id: int | None
    device_id: int | None
    link_id: int | None
    who: str
    action: str
    subject: str
    before: dict[str, Any]
    after: dict[str, Any]
    undoes: int | None
    asked: str | None = None


_COLUMNS = [getattr(StoredTournamentEvent, name) for name in TournamentEvent._fields]
_LOG = (
    select(*_COLUMNS)
    .where(StoredTournamentEvent.tournament_id == bindparam("tournament"), StoredTournamentEvent.revision > bindparam("after"))
    .order_by(StoredTournamentEvent.revision)
)


class PartStamp(NamedTuple):
    """When, by whom and from where a part was last changed."""

    revision: int
    at: datetime
    who: str
    account_id: int | None
    device_id: int | None


@dataclass(slots=True)
class TournamentLog:
    """A tournament built from its log. Treat it as a value: `with_events` returns a new one.

    `parts`: current parts by name (`tournaments.store.parts`). `stamps`: the last change of each part, deleted parts too.
    `results`: every value that each result has had, with its revision. `uuids`: revision by uuid. `undoes`: the revision
    that each undo reverts. `undone`: the revisions that are undone now. `actors`: the account behind each revision.
    `pairing`: the values of `PAIRING_OPTIONS`, with the revision of each change. `adjusted`: the adjustments, likewise.
    `last_entrant`: the highest entrant number given so far.
    """

    revision: int = 0
    parts: dict[str, Any] = field(default_factory=dict)
    stamps: dict[str, PartStamp] = field(default_factory=dict)
    results: dict[str, tuple[tuple[int, Any], ...]] = field(default_factory=dict)
    uuids: dict[str, int] = field(default_factory=dict)
    undoes: dict[int, int] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)
    actors: dict[int, int | None] = field(default_factory=dict)
    last_entrant: int = 0
    pairing: tuple[tuple[int, Any], ...] = ()
    adjusted: tuple[tuple[int, Adjustments], ...] = ()
    _entrants: tuple[Entrant, ...] | None = None
    _options: Options | None = None
    _rounds: dict[int, Round] = field(default_factory=dict)
    _paired: dict[int, RoundPart] = field(default_factory=dict)

    def with_events(self, events: Iterable[TournamentEvent]) -> TournamentLog:
        """Return the tournament after more events."""
        log = replace(
            self,
            parts=dict(self.parts),
            stamps=dict(self.stamps),
            results=dict(self.results),
            uuids=dict(self.uuids),
            undoes=dict(self.undoes),
            undone=set(self.undone),
            actors=dict(self.actors),
            _rounds=dict(self._rounds),
            _paired=dict(self._paired),
        )
        for event in events:
            log.add(event)
        return log

    def add(self, event: TournamentEvent) -> None:
        """Apply one more event in place. Only for building a log."""
        self.revision = event.revision
        self.uuids[event.uuid] = event.revision
        self.actors[event.revision] = event.account_id
        if event.undoes is not None:
            self.undoes[event.revision] = event.undoes
            self._set_undone(event.undoes, True)
        stamp = PartStamp(event.revision, event.at, event.who, event.account_id, event.device_id)
        for part, value in event.after.items():
            self.stamps[part] = stamp
            if value is None:
                self.parts.pop(part, None)
            else:
                self.parts[part] = _with_earlier_defaults(value) if part == "setup" else value
            self._forget(part, value, event.revision)
        if changes_adjustments(event.after) and (found := read_adjustments(self.parts)) != self.adjustments:
            self.adjusted = (*self.adjusted, (event.revision, found))
            self._rounds = {}

    def _forget(self, part: str, value: Any, revision: int) -> None:
        kind, _, rest = part.partition("/")
        if kind == "entrant":
            self._entrants = None
            self.last_entrant = max(self.last_entrant, int(rest[1:]))
        elif kind == "setup":
            self._options = None
            self._rounds = {}
            if value is not None:
                self.pairing = (*self.pairing, (revision, [value["options"].get(name) for name in PAIRING_OPTIONS]))
        elif kind == "round":
            self._rounds = {}  # `Earlier` results depend on all rounds
            self._paired.pop(int(rest), None)
        elif kind == "result":
            self.results[part] = (*self.results.get(part, ()), (revision, value))
            number, table = map(int, rest.split("/"))
            self._renew(number, table)

    def _renew(self, number: int, table: int) -> None:
        """Update one result in a cached round; its other tables stay the same."""
        if (known := self._rounds.get(number)) is not None:
            later = [n for n in self.published if n > number]
            tables = tuple(self._table(number, t, later) if t.number == table else t for t in known.tables)
            self._rounds[number] = replace(known, tables=tables)

    def _set_undone(self, revision: int | None, undone: bool) -> None:
        while revision is not None:
            (self.undone.add if undone else self.undone.discard)(revision)
            # undoing an undo restores the first change
            revision, undone = self.undoes.get(revision), not undone

    @property
    def adjustments(self) -> Adjustments:
        """Meetings, fixed places and penalties now, also of entrants who do not play."""
        return self.adjusted[-1][1] if self.adjusted else Adjustments()

    def is_adjusted_since(self, revision: int, number: int, ids: Collection[str]) -> bool:
        """Return whether anything that the pairing of round `number` rests on has been adjusted since a revision.

        `ids`: everyone who was paired.
        """
        then = next((known for at, known in reversed(self.adjusted) if at <= revision), Adjustments())
        return then.before_round(number, ids) != self.adjustments.before_round(number, ids)

    @property
    def first_table(self) -> int:
        """The number that the tables of the next rounds start at."""
        return parse(HallPart, self.parts.get("hall") or {}).first_table

    @property
    def numbers(self) -> list[int]:
        """The numbers of all paired rounds, published or not, in order."""
        return sorted(int(part[6:]) for part in self.parts if part.startswith("round/"))

    @property
    def published(self) -> list[int]:
        """The numbers of the published rounds, in order."""
        return [n for n in self.numbers if self.paired(n).published]

    def paired(self, number: int) -> RoundPart:
        """Return a round as it was paired. Raises KeyError if it was not."""
        if number not in self._paired:
            self._paired[number] = parts.round_of(self.parts[parts.round_part(number)])
        return self._paired[number]

    def undoable(self, account_id: int | None) -> int | None:
        """Return this account's newest revision that can be undone, or None.

        Undos and undone revisions do not count.
        """
        for revision in range(self.revision, 1, -1):
            is_in_effect = revision not in self.undoes and revision not in self.undone
            if is_in_effect and self.actors[revision] == account_id:
                return revision
        return None

    def entries(self) -> list[dict[str, Any]]:
        """Return every entry in order, including waiting and withdrawn ones."""
        values = [value for part, value in self.parts.items() if part.startswith("entrant/")]
        return sorted(values, key=lambda entry: int(entry["id"][1:]))

    def decisions(self) -> tuple[TieDecision, ...]:
        """Return the decided ties, in order of their first entrant."""
        found = sorted((p for p in self.parts if p.startswith("tie/")), key=lambda p: [int(n) for n in p[5:].split("/")])
        return tuple(parse(TieDecision, self.parts[part]) for part in found)

    def tournament(self) -> Tournament:
        """Return the tournament as recorded, before penalties.

        It leaves out entrants who wait, seek a partner or withdrew, and rounds that are not published.
        """
        if self._entrants is None:
            off = ("waiting", "withdrawn", "seeks_partner")
            playing = (e for e in self.entries() if not any(e.get(name) for name in off))
            self._entrants = tuple(parse(Entrant, e) for e in playing)
        setup = parts.parse_part("setup", self.parts["setup"])
        if self._options is None:
            self._options = parse_options(setup.options, setup.method)
        rounds = []
        published = self.published
        for number in published:
            if number not in self._rounds:
                self._rounds[number] = self._round(number, [n for n in published if n > number])
            rounds.append(self._rounds[number])
        adjusted = self.adjustments.among({e.id for e in self._entrants}) if self.adjusted else Adjustments()
        return Tournament(
            setup.method,
            self._entrants,
            tuple(rounds),
            self._options,
            setup.seed,
            self.parts["about"]["name"],
            setup.rules,
            decided=self.decisions(),
            apart=adjusted.apart,
            places=adjusted.places,
            first_table=self.first_table,
        )

    def _round(self, number: int, later: list[int]) -> Round:
        paired = self.paired(number)
        tables = tuple(self._table(number, t, later) for t in paired.tables)
        # Do not judge a round by options that the director changed after it was paired, nor by meetings, places or penalties.
        pairing_options = next((wish for at, wish in reversed(self.pairing) if at <= paired.paired), None)
        seated = {i for t in paired.tables for side in t.sides for i in side} | {*paired.byes}
        by_hand = (
            paired.by_hand
            or pairing_options != self.pairing[-1][1]
            or (bool(self.adjusted) and self.is_adjusted_since(paired.paired, number, seated))
        )
        return Round(number, tables, paired.byes, paired.stage, by_hand, paired.ahead, paired.first_table)

    def _table(self, number: int, drawn: DraftTable | Table, later: list[int]) -> Table:
        part = parts.result_part(number, drawn.number)
        current = parts.result_of(self.parts.get(part))
        was: list[Earlier] = []
        if later:
            # Each later round was paired with the result as known at that revision.
            for one in later:
                known = parts.result_of(self._known_at(part, self.paired(one).paired))
                if was and was[-1].result == known:
                    was[-1] = Earlier(one, known)
                else:
                    was.append(Earlier(one, known))
            if was[-1].result == current:
                was.pop()
        return parts.table_of(drawn, current, tuple(was))

    def _known_at(self, part: str, revision: int) -> Any:
        return next((value for at, value in reversed(self.results.get(part, ())) if at <= revision), None)


def _with_earlier_defaults(setup: dict[str, Any]) -> dict[str, Any]:
    """Return the setup with missing options set to the fixed values of earlier versions.

    A bracket without a drop order had the order "near". In a round robin, the results of early leavers counted, and a missed
    match was worth a bye.
    """
    options = setup["options"]
    if "leaver_results" not in options and "points" in options:
        points = options["points"]
        options = {**options, "leaver_results": COUNT, "points": {**points, "missed": points["bye"]}}
    if method_named(setup["method"]).drops and "drop_order" not in options:
        options = {**options, "drop_order": "near"}
    if method_named(setup["method"]).staged:
        options = {
            **options,
            "stages": [{**stage, "options": _with_earlier_defaults(stage)["options"]} for stage in options["stages"]],
        }
    return {**setup, "options": options}


def fold(events: Iterable[TournamentEvent]) -> TournamentLog:
    """Return the tournament built from all events of its log."""
    log = TournamentLog()
    for event in events:
        log.add(event)
    return log


def events_after(tournament_id: int, revision: int = 0) -> list[TournamentEvent]:
    """Return a tournament's log after a revision, in one query."""
    return [TournamentEvent._make(row) for row in rows(_LOG, tournament=tournament_id, after=revision)]


def event_at(tournament_id: int, revision: int) -> TournamentEvent | None:
    query = select(*_COLUMNS).where(
        StoredTournamentEvent.tournament_id == tournament_id, StoredTournamentEvent.revision == revision
    )
    row = db.session.execute(query).first()
    return None if row is None else TournamentEvent._make(row)
