"""The state of a game as the result of its log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.engine.events import NewDealer, NewSeats
from scorekeeper.formats.game_record import parse_event
from scorekeeper.formats.rules import parse_rules

if TYPE_CHECKING:
    from scorekeeper.engine.events import Event
    from scorekeeper.engine.ruleset import RuleSet


class GameEvent(NamedTuple):
    """A row of the log as a light tuple, without an ORM object."""

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
class RecordedEntry:
    """A recorded event in its current form.

    `id` is the revision that first recorded it. `at`, `who`, `device_id` and `uuid` are from that revision. `corrected` is
    the number of corrections in effect. A `struck` entry is void.
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
    """The state of a game after its log. Treat it as a value: `with_change` returns a new one.

    `entries` are in the order of play, with void ones. `contract` is a saved contract without its result, as parts of an
    event. `uuids` are revisions by key. `newest` is each device's newest change. `undoes` maps each undo to the revision it
    reverses, and `undone` are the revisions currently reversed. `corrections` are (revision, entry). `disputes` have, by
    entry, `side`, `claim` and, once closed, `ruling` and `link`. `players` are the names at the start. `start_scores` are
    from a paper sheet that the game continues. `about` has `place` and `occasion` if known, and `header` the other facts
    from the start of the game.
    """

    rules: RuleSet
    first_dealer: int
    players: tuple[str, ...]
    revision: int
    uuids: dict[str, int]
    newest: dict[int | None, GameEvent] = field(default_factory=dict)
    entries: list[RecordedEntry] = field(default_factory=list)
    contract: dict[str, Any] | None = None
    undoes: dict[int, int] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)
    corrections: list[tuple[int, int]] = field(default_factory=list)
    disputes: dict[int, dict[str, Any]] = field(default_factory=dict)
    start_scores: tuple[int, ...] = ()
    about: dict[str, str] = field(default_factory=dict)
    header: dict[str, Any] = field(default_factory=dict)

    def entry(self, entry_id: int) -> RecordedEntry | None:
        """Return the entry with this id, or None."""
        return next((e for e in self.entries if e.id == entry_id), None)

    @property
    def last_undoable(self) -> int | None:
        """The newest change in effect that is not itself an undo, or None if there is only the header."""
        candidates = range(self.revision, 1, -1)
        return next((r for r in candidates if r not in self.undoes and r not in self.undone), None)

    def with_event(self, row: GameEvent, event: Event | None = None) -> Log:
        """Return the state after one more change. `event` is the row's event if it has been parsed already."""
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

    def add(self, row: GameEvent, event: Event | None = None) -> None:
        """Apply one more change in place, while the state is being built."""
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
            entry = RecordedEntry(row.revision, event, False, row.at, row.who, row.device_id, row.uuid)
            self.entries.insert(self._place(row.place), entry)
        elif row.entry is not None:
            if row.action == "correct" and row.undoes is None:
                self.corrections.append((row.revision, row.entry))
            stand = sum(1 for revision, entry in self.corrections if entry == row.entry and revision not in self.undone)
            self.entries = [_apply_event(e, event, after, stand) if e.id == row.entry else e for e in self.entries]
        if "deal" in after:
            self._keep_deals(row, after["deal"])

    def _add_facts(self, after: dict[str, Any]) -> None:
        """Apply the parts of a change that concern the whole game."""
        if "players" in after:
            self.players = tuple(after["players"])
        if "first_dealer" in after:
            self.first_dealer = after["first_dealer"]
        if "about" in after:
            self.about = after["about"]
        if "seats" in after:
            self.entries = [_respell(e, after["seats"]) for e in self.entries]
        if "contract" in after:
            self.contract = after["contract"]

    def _keep_deals(self, row: GameEvent, deal: dict[str, Any]) -> None:
        """Add or update the entry that keeps the later deals unchanged. It is void whenever its cause is undone."""
        if self.entry(deal["entry"]) is None:
            event = NewDealer(deal["dealer"])
            entry = RecordedEntry(deal["entry"], event, False, row.at, row.who, row.device_id)
            self.entries.insert(self._place(deal["place"]), entry)
        self.entries = [replace(e, struck=deal["struck"]) if e.id == deal["entry"] else e for e in self.entries]

    def _place(self, before: int | None) -> int:
        if before is None:
            return len(self.entries)
        return next((i for i, e in enumerate(self.entries) if e.id == before), len(self.entries))

    def _set_undone(self, revision: int | None, undone: bool) -> None:
        while revision is not None:
            (self.undone.add if undone else self.undone.discard)(revision)
            # undoing an undo restores what it had undone
            revision, undone = self.undoes.get(revision), not undone


def _apply_event(entry: RecordedEntry, event: Event | None, after: dict[str, Any], corrected: int) -> RecordedEntry:
    return replace(entry, event=event or entry.event, struck=after.get("struck", entry.struck), corrected=corrected)


def _respell(entry: RecordedEntry, seats: dict[str, list[str]]) -> RecordedEntry:
    names = seats.get(str(entry.id))
    if names is None or not isinstance(entry.event, NewSeats):
        return entry
    return replace(entry, event=replace(entry.event, players=tuple(names)))


def fold(rows: Iterable[GameEvent]) -> Log:
    """Replay a whole log. Its first row is the header."""
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
