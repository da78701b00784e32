"""What the changes of a game add up to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.codec.game_record import parse_event
from scorekeeper.codec.rules import parse_rules
from scorekeeper.engine.events import NewDealer, NewSeats

if TYPE_CHECKING:
    from scorekeeper.engine.events import Event
    from scorekeeper.engine.ruleset import RuleSet


class LogRow(NamedTuple):
    """A row of the log, without the weight of a mapped object."""

    game_id: int
    revision: int
    uuid: str
    at: datetime
    device_id: int | None
    link_id: int | None
    who: str
    action: str
    entry: int | None
    place: int | None
    before: dict[str, Any]
    after: dict[str, Any]
    undoes: int | None


@dataclass(slots=True)
class LogEntry:
    """A recorded event as it stands: `id` is the revision that first recorded it; `at`, `who`, `device_id`, `uuid` tell of that.

    `corrected`: how many corrections stand. `struck`: it does not count.
    """

    id: int
    event: Event
    struck: bool
    at: datetime
    who: str
    device_id: int | None
    uuid: str = ""
    corrected: int = 0


@dataclass(slots=True)
class Log:
    """A game as its log adds up to. To be treated as a value: `with_change` makes another.

    `entries`: in the order of play, struck ones among them. `contract`: saved before its result, as parts of an event.
    `uuids`: revision by uuid. `newest`: by device, its newest change. `undoes`: what each undo took back. `undone`: revisions
    that are taken back as it stands. `corrections`: (revision, entry). `disputes`: by entry, `side`, `claim` and, once it is
    closed, `ruling` and `link`. `players`: as the game began. `start_scores`: of a game taken over from paper. `about`: `place`
    and `occasion`, as they are known; `header`: what else was told when the game was made.
    """

    rules: RuleSet
    first_dealer: int
    players: tuple[str, ...]
    revision: int
    uuids: dict[str, int]
    newest: dict[int | None, LogRow] = field(default_factory=dict)
    entries: list[LogEntry] = field(default_factory=list)
    contract: dict[str, Any] | None = None
    undoes: dict[int, int] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)
    corrections: list[tuple[int, int]] = field(default_factory=list)
    disputes: dict[int, dict[str, Any]] = field(default_factory=dict)
    start_scores: tuple[int, ...] = ()
    about: dict[str, str] = field(default_factory=dict)
    header: dict[str, Any] = field(default_factory=dict)

    def entry(self, entry_id: int) -> LogEntry | None:
        """The entry of that id."""
        return next((e for e in self.entries if e.id == entry_id), None)

    @property
    def last_undoable(self) -> int | None:
        """The newest change that still stands and is not itself an undo; None if there is only the header."""
        candidates = range(self.revision, 1, -1)
        return next((r for r in candidates if r not in self.undoes and r not in self.undone), None)

    def with_change(self, row: LogRow, event: Event | None = None) -> Log:
        """The game after one more change; `event`: that of the row, where it was just read."""
        log = replace(
            self,
            uuids=dict(self.uuids),
            newest=dict(self.newest),
            entries=list(self.entries),
            undoes=dict(self.undoes),
            undone=set(self.undone),
            corrections=list(self.corrections),
            disputes=dict(self.disputes),
        )
        log.add(row, event)
        return log

    def add(self, row: LogRow, event: Event | None = None) -> None:
        """Take in one more change, while the log is being made."""
        after = row.after
        if event is None and "event" in after:
            event = parse_event(after["event"])
        self.revision = row.revision
        if row.undoes is not None:
            self.undoes[row.revision] = row.undoes
            self._set_undone(row.undoes, True)
        self.uuids[row.uuid] = row.revision
        self.newest[row.device_id] = row
        self._add_facts(after)
        if "dispute" in after and row.entry is not None:
            self.disputes.pop(row.entry, None)
            if after["dispute"] is not None:
                self.disputes[row.entry] = after["dispute"]
        if row.action == "record":
            assert event is not None
            entry = LogEntry(row.revision, event, False, row.at, row.who, row.device_id, row.uuid)
            self.entries.insert(self._place(row.place), entry)
        elif row.entry is not None:
            if row.action == "correct" and row.undoes is None:
                self.corrections.append((row.revision, row.entry))
            stand = sum(1 for revision, entry in self.corrections if entry == row.entry and revision not in self.undone)
            self.entries = [_changed(e, event, after, stand) if e.id == row.entry else e for e in self.entries]
        if "deal" in after:
            self._keep_deals(row, after["deal"])

    def _add_facts(self, after: dict[str, Any]) -> None:
        """What a change says of the game as a whole."""
        if "players" in after:
            self.players = tuple(after["players"])
        if "first_dealer" in after:
            self.first_dealer = after["first_dealer"]
        if "about" in after:
            self.about = after["about"]
        if "seats" in after:
            self.entries = [_respelled(e, after["seats"]) for e in self.entries]
        if "contract" in after:
            self.contract = after["contract"]

    def _keep_deals(self, row: LogRow, deal: dict[str, Any]) -> None:
        """The entry that keeps the later deals as they stand: there from now on, or struck out with what it came along with."""
        if self.entry(deal["entry"]) is None:
            event = NewDealer(deal["dealer"])
            entry = LogEntry(deal["entry"], event, False, row.at, row.who, row.device_id)
            self.entries.insert(self._place(deal["place"]), entry)
        self.entries = [replace(e, struck=deal["struck"]) if e.id == deal["entry"] else e for e in self.entries]

    def _place(self, before: int | None) -> int:
        if before is None:
            return len(self.entries)
        return next((i for i, e in enumerate(self.entries) if e.id == before), len(self.entries))

    def _set_undone(self, revision: int | None, undone: bool) -> None:
        while revision is not None:
            (self.undone.add if undone else self.undone.discard)(revision)
            # an undo taken back brings back what it had undone
            revision, undone = self.undoes.get(revision), not undone


def _changed(entry: LogEntry, event: Event | None, after: dict[str, Any], corrected: int) -> LogEntry:
    return replace(entry, event=event or entry.event, struck=after.get("struck", entry.struck), corrected=corrected)


def _respelled(entry: LogEntry, seats: dict[str, list[str]]) -> LogEntry:
    names = seats.get(str(entry.id))
    if names is None or not isinstance(entry.event, NewSeats):
        return entry
    return replace(entry, event=replace(entry.event, players=tuple(names)))


def fold(rows: Iterable[LogRow]) -> Log:
    """Add up a whole log; its first row is the header."""
    rows = iter(rows)
    first = next(rows)
    header = first.after
    log = Log(parse_rules(header["rules"]), header["first_dealer"], tuple(header["players"]), 1, {first.uuid: 1})
    log.start_scores = tuple(header.get("start_scores") or ())
    log.about = {name: header[name] for name in ("place", "occasion") if header.get(name)}
    log.header = {name: header[name] for name in ("rules_name", "started_at", "ended_at") if header.get(name)}
    for row in rows:
        log.add(row)
    return log
