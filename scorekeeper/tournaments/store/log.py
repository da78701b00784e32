"""What the changes of a tournament add up to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from scorekeeper.base.db import db, rows
from scorekeeper.codec.declared import parse
from scorekeeper.codec.tournament_options import parse_options
from scorekeeper.tournament.draft import DraftTable
from scorekeeper.tournament.method import named
from scorekeeper.tournament.record import COUNT, Earlier, Entrant, Options, Round, Table, Tournament
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import RoundPart
from scorekeeper.tournaments.store.tournament import TournamentChange

PAIRED_BY = ("tiebreaks", "margin_cap", "six_table")
"""Options that a round is paired by and that may still be changed after it."""


class TournamentRow(NamedTuple):
    """A row of the log, without the weight of a mapped object."""

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


_COLUMNS = [getattr(TournamentChange, name) for name in TournamentRow._fields]
_LOG = (
    select(*_COLUMNS)
    .where(TournamentChange.tournament_id == bindparam("tournament"), TournamentChange.revision > bindparam("after"))
    .order_by(TournamentChange.revision)
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
    """A tournament as its log adds up to. To be treated as a value: `with_changes` makes another.

    `parts`: what stands, by name (`storage.tournament_parts`). `stamps`: of each part, whether it stands or not. `results`:
    every value that each result ever had, with the revision of each. `uuids`: revision by uuid. `undoes`: what each undo
    took back; `undone`: revisions that are taken back as it stands. `actors`: the account that made each change.
    `pairing`: what rounds are paired by and may still be changed, with the revision of each change.
    `last_entrant`: the highest number given to an entrant so far.
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
    _entrants: tuple[Entrant, ...] | None = None
    _options: Options | None = None
    _rounds: dict[int, Round] = field(default_factory=dict)
    _paired: dict[int, RoundPart] = field(default_factory=dict)

    def with_changes(self, rows: Iterable[TournamentRow]) -> TournamentLog:
        """The tournament after more changes."""
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
        for row in rows:
            log.add(row)
        return log

    def add(self, row: TournamentRow) -> None:
        """Take in one more change, while the log is being made."""
        self.revision = row.revision
        self.uuids[row.uuid] = row.revision
        self.actors[row.revision] = row.account_id
        if row.undoes is not None:
            self.undoes[row.revision] = row.undoes
            self._set_undone(row.undoes, True)
        stamp = PartStamp(row.revision, row.at, row.who, row.account_id, row.device_id)
        for part, value in row.after.items():
            self.stamps[part] = stamp
            if value is None:
                self.parts.pop(part, None)
            else:
                self.parts[part] = _as_drawn(value) if part == "setup" else value
            self._forget(part, value, row.revision)

    def _forget(self, part: str, value: Any, revision: int) -> None:
        kind, _, rest = part.partition("/")
        if kind == "entrant":
            self._entrants = None
            self.last_entrant = max(self.last_entrant, int(rest[1:]))
        elif kind == "setup":
            self._options = None
            self._rounds = {}
            if value is not None:
                self.pairing = (*self.pairing, (revision, [value["options"].get(name) for name in PAIRED_BY]))
        elif kind == "round":
            self._rounds = {}  # what was known of earlier results when later rounds were paired hangs on all of them
            self._paired.pop(int(rest), None)
        elif kind == "result":
            self.results[part] = (*self.results.get(part, ()), (revision, value))
            number, table = map(int, rest.split("/"))
            self._renew(number, table)

    def _renew(self, number: int, table: int) -> None:
        """Put a result into a round that is known; its other tables are what they were."""
        if (known := self._rounds.get(number)) is not None:
            later = [n for n in self.published if n > number]
            tables = tuple(self._table(number, t, later) if t.number == table else t for t in known.tables)
            self._rounds[number] = replace(known, tables=tables)

    def _set_undone(self, revision: int | None, undone: bool) -> None:
        while revision is not None:
            (self.undone.add if undone else self.undone.discard)(revision)
            # an undo taken back brings back what it had undone
            revision, undone = self.undoes.get(revision), not undone

    @property
    def numbers(self) -> list[int]:
        """Rounds that have been paired, published or not, in order."""
        return sorted(int(part[6:]) for part in self.parts if part.startswith("round/"))

    @property
    def published(self) -> list[int]:
        """Rounds that have been published, in order."""
        return [n for n in self.numbers if self.paired(n).published]

    def paired(self, number: int) -> RoundPart:
        """A round as it was paired. Raises KeyError where it was not."""
        if number not in self._paired:
            self._paired[number] = parts.round_of(self.parts[parts.round_part(number)])
        return self._paired[number]

    def undoable(self, account_id: int | None) -> int | None:
        """The newest change of this account that still stands and is not itself an undo; None if there is none."""
        for revision in range(self.revision, 1, -1):
            stands = revision not in self.undoes and revision not in self.undone
            if stands and self.actors[revision] == account_id:
                return revision
        return None

    def entries(self) -> list[dict[str, Any]]:
        """Every entrant as entered, in order of entry, the waiting and the withdrawn among them."""
        values = [value for part, value in self.parts.items() if part.startswith("entrant/")]
        return sorted(values, key=lambda entry: int(entry["id"][1:]))

    def tournament(self) -> Tournament:
        """The facts that pairing and ranking see: those who wait for a place, and rounds not published, are none of them."""
        if self._entrants is None:
            playing = (e for e in self.entries() if not e.get("waiting") and not e.get("withdrawn"))
            self._entrants = tuple(parse(Entrant, e) for e in playing)
        setup = parts.parsed("setup", self.parts["setup"])
        if self._options is None:
            self._options = parse_options(setup.options, setup.method)
        rounds = []
        published = self.published
        for number in published:
            if number not in self._rounds:
                self._rounds[number] = self._round(number, [n for n in published if n > number])
            rounds.append(self._rounds[number])
        return Tournament(
            setup.method,
            self._entrants,
            tuple(rounds),
            self._options,
            setup.seed,
            self.parts["about"]["name"],
            setup.rules,
        )

    def _round(self, number: int, later: list[int]) -> Round:
        paired = self.paired(number)
        tables = tuple(self._table(number, t, later) for t in paired.tables)
        # Nobody should expect of a round what the director asked for later.
        asked = next((wish for at, wish in reversed(self.pairing) if at <= paired.paired), None)
        by_hand = paired.by_hand or asked != self.pairing[-1][1]
        return Round(number, tables, paired.byes, paired.stage, by_hand, paired.ahead)

    def _table(self, number: int, drawn: DraftTable | Table, later: list[int]) -> Table:
        part = parts.result_part(number, drawn.number)
        current = parts.result_of(self.parts.get(part))
        was: list[Earlier] = []
        if later:
            # Each later round was paired on the result as it was known at that moment.
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


def _as_drawn(setup: dict[str, Any]) -> dict[str, Any]:
    """Return the setup with what every tournament had before there was a choice, where it does not say: the drop order of a
    bracket; that the results of early leavers of a round robin count, with a bye for a match missed.
    """
    options = setup["options"]
    if "leaver_results" not in options and "points" in options:
        points = options["points"]
        options = {**options, "leaver_results": COUNT, "points": {**points, "missed": points["bye"]}}
    if named(setup["method"]).drops and "drop_order" not in options:
        options = {**options, "drop_order": "near"}
    if named(setup["method"]).staged:
        options = {**options, "stages": [{**stage, "options": _as_drawn(stage)["options"]} for stage in options["stages"]]}
    return {**setup, "options": options}


def fold(rows: Iterable[TournamentRow]) -> TournamentLog:
    """Add up a whole log."""
    log = TournamentLog()
    for row in rows:
        log.add(row)
    return log


def rows_after(tournament_id: int, revision: int = 0) -> list[TournamentRow]:
    """The log of a tournament after a revision, one query."""
    return [TournamentRow._make(row) for row in rows(_LOG, tournament=tournament_id, after=revision)]


def row_at(tournament_id: int, revision: int) -> TournamentRow | None:
    """One change."""
    query = select(*_COLUMNS).where(TournamentChange.tournament_id == tournament_id, TournamentChange.revision == revision)
    row = db.session.execute(query).first()
    return None if row is None else TournamentRow._make(row)
