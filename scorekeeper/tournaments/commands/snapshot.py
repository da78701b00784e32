"""A snapshot of a tournament at one revision, from which every page, printout and answer is made."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from scorekeeper.clubs.commands.privacy import public_names
from scorekeeper.core.cache import Cache, cache_of
from scorekeeper.core.refusals import NotFound
from scorekeeper.core.security.signing import same_name
from scorekeeper.formats.declared import parse
from scorekeeper.formats.tournament_record import dump_tournament
from scorekeeper.formats.tournament_v2 import add_adjustments
from scorekeeper.pairing.adjustments import Additions, apply_penalties, by_handicap, effective_penalties
from scorekeeper.pairing.method import Method, method_named
from scorekeeper.pairing.record.record import WARNING, Tournament
from scorekeeper.pairing.standings.standings import StandingRow
from scorekeeper.tournaments.commands.authorization import TournamentAccess, reread
from scorekeeper.tournaments.commands.tables_state import (
    EnteredEntrant,
    RoundView,
    Seat,
    TableView,
    entry_of,
    reread_tables,
    round_view,
)
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.clock_part import Clock
from scorekeeper.tournaments.store.log import TournamentEvent, TournamentLog, events_after
from scorekeeper.tournaments.store.parts import AboutPart, EntryPart, RankedTagsPart, SetupPart

Json = dict[str, Any]

_MOST_CACHED = 32_000
"""Parts and events in memory, over all tournaments; about 2 KiB each."""

_FACTS = frozenset({"about", "setup", "entrant", "round", "result", "tie", "meeting", "place", "penalty", "profile", "hall"})
_DEPENDS_ON = {
    "about": frozenset({"about"}),
    "setup": frozenset({"setup"}),
    "entry": frozenset({"entry"}),
    "rules": frozenset({"setup"}),
    "entrants": frozenset({"entrant", "profile"}),
    "_entrants_by_id": frozenset({"entrant", "profile"}),
    "names": frozenset({"entrant"}),
    "initials": frozenset({"entrant"}),
    "_published": frozenset({"round"}),
    "draft": frozenset({"round", "result", "report", "dispute"}),
    "draft_stale": frozenset({"round", "result", "entrant", "setup", "tie", "meeting", "place", "penalty", "profile", "hall"}),
    "recorded": _FACTS,
    "tournament": _FACTS,
    "additions": _FACTS | {"ranked_tags"},
    "handicap_standings": _FACTS,
    "rounds_in_all": frozenset({"setup", "entrant", "round"}),
    "_entered": frozenset({"entrant"}),
    **dict.fromkeys(
        ("_played", "standings", "bracket", "next_error", "finished", "planned", "ledger", "counted", "match_points"), _FACTS
    ),
}
"""The kinds of parts that each derived value depends on. It is computed again only after one of them changes."""


class Board(TournamentState):
    """A tournament at one revision. Read-only, because requests share it. Derived values are computed on demand."""

    names_shown = public_names.FULL
    """The form of its names (`public_names.CHOICES`)."""

    def __init__(self, log: TournamentLog) -> None:
        self.log = log
        self._views: dict[int, RoundView] = {}

    def after(self, rows: Sequence[TournamentEvent]) -> Board:
        """Return the tournament after more events. Derived values that they do not affect are kept."""
        board = Board(self.log.with_events(rows))
        changed = {part for row in rows for part in row.after}
        kinds = {part.partition("/")[0] for part in changed}
        known = self.__dict__
        board.__dict__.update({name: known[name] for name, on in _DEPENDS_ON.items() if name in known and not on & kinds})
        if not kinds & {"round", "penalty"}:
            places = [place for part in changed if (place := parts.place_of(part))]
            for number, view in [*self._views.items()]:
                tables = {table for at, table in places if at == number}
                board._views[number] = reread_tables(board.log, view, tables) if tables else view
        return board

    @property
    def revision(self) -> int:
        return self.log.revision

    @cached_property
    def about(self) -> AboutPart:
        """The description, as the director wrote it."""
        return parse(AboutPart, self.log.parts["about"])

    @property
    def name(self) -> str:
        return self.about.name

    @cached_property
    def setup(self) -> SetupPart:
        """How the tournament is played, as in the tournament record."""
        return parse(SetupPart, self.log.parts["setup"])

    @property
    def method(self) -> str:
        """The method, as the tournament record names it."""
        return self.setup.method

    @property
    def pairing(self) -> Method:
        """The pairing method and all that depends on it."""
        return method_named(self.method)  # without building a record

    @cached_property
    def entry(self) -> EntryPart:
        return parse(EntryPart, self.log.parts["entry"])

    @property
    def status(self) -> str:
        """`draft` (only the desk sees it), `open` (announced), `running` (a round was published) or `finished`."""
        return str(self.log.parts["status"])

    @cached_property
    def recorded(self) -> Tournament:
        """The tournament as recorded, before penalties."""
        return self.log.tournament()

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament as pairing and ranking see it."""
        return apply_penalties(self.recorded, effective_penalties(self.recorded, self.log.adjustments.penalties))

    @cached_property
    def additions(self) -> Additions:
        """What version 2 of the record stores: handicaps, tags and the penalties in effect."""
        playing = [e for e in self.entrants if e.id in self._entered]
        ranked = self.log.parts.get("ranked_tags")
        return Additions(
            {e.id: e.handicap for e in playing if e.handicap},
            {e.id: e.tags for e in playing if e.tags},
            effective_penalties(self.recorded, self.log.adjustments.penalties),
            None if ranked is None else parse(RankedTagsPart, ranked).tags,
        )

    @property
    def public_additions(self) -> Additions:
        """The additions that everyone sees, without warnings."""
        penalties = tuple(one for one in self.additions.penalties if one.kind != WARNING)
        return replace(self.additions, penalties=penalties)

    @cached_property
    def entrants(self) -> tuple[EnteredEntrant, ...]:
        """All entrants in order of entry, including waiting and withdrawn ones."""
        log = self.log
        return tuple(
            entry_of(one, log.stamps[parts.entrant_part(one["id"])], log.parts.get(parts.profile_part(one["id"])))
            for one in log.entries()
        )

    @cached_property
    def _entrants_by_id(self) -> dict[str, EnteredEntrant]:
        return {e.id: e for e in self.entrants}

    def entrant(self, entrant: str) -> EnteredEntrant | None:
        """Return the entrant with an id, or None."""
        return self._entrants_by_id.get(entrant)

    @property
    def playing(self) -> list[EnteredEntrant]:
        """The entrants who play or played before they left."""
        return [e for e in self.entrants if e.status in ("in", "left")]

    @cached_property
    def names(self) -> dict[str, str]:
        """Names by entrant id."""
        return {e.id: e.name for e in self.entrants}

    @cached_property
    def initials(self) -> dict[Hashable, str]:
        """First names with initials, by (entry number, name key), and by name key alone."""
        people: dict[Hashable, tuple[str, object]] = {}
        first: dict[str, Hashable] = {}
        entered = [(e.n, one) for e in self.entrants for one in e.players or public_names.split_pair(e.name)]
        stood_in = [(e.n, one) for e in self.entrants for name in e.substitute_names for one in public_names.split_pair(name)]
        for n, name in entered:
            people[n, same_name(name)] = (name, n)
            first.setdefault(same_name(name), (n, same_name(name)))
        for n, name in stood_in:
            # A substitute who is also entered is one person.
            if same_name(name) not in first:
                first[same_name(name)] = (n, same_name(name))
                people[n, same_name(name)] = (name, n)
        found = public_names.initials(people)
        return found | {key: found[who] for key, who in first.items()}

    def name_of(self, entrant: str, number: int | None = None) -> str:
        """Return an entrant's name, or in round `number` the name of the player who sits there.

        Includes waiting and withdrawn entrants.
        """
        if number is not None and entrant in self._entered:
            return super().name_of(entrant, number)
        return self.names.get(entrant, entrant)

    @cached_property
    def rounds(self) -> tuple[RoundView, ...]:
        """The published rounds, in order."""
        return tuple(self._view(n) for n in self._published)

    @cached_property
    def _published(self) -> list[int]:
        return self.log.published

    def _view(self, number: int) -> RoundView:
        if number not in self._views:
            self._views[number] = round_view(self.log, number)
        return self._views[number]

    @property
    def current(self) -> RoundView | None:
        """The last published round."""
        return self._view(self._published[-1]) if self._published else None

    @cached_property
    def handicap_standings(self) -> list[StandingRow]:
        """The standings with handicaps; empty if no one has one. Raises as `standings`."""
        handicaps = self.additions.handicaps
        return by_handicap(self.tournament, handicaps) if handicaps else []

    @cached_property
    def draft(self) -> RoundView | None:
        """The round that is paired and not yet published."""
        number = next((n for n in self.log.numbers if n not in self.log.published), None)
        return None if number is None else round_view(self.log, number)

    @cached_property
    def draft_stale(self) -> bool:
        """Whether something the draft was computed from has changed since."""
        if self.draft is None:
            return False
        if self.log.paired(self.draft.number).first_table != self.log.first_table:
            return True
        since = self.draft.paired
        seated = {i for t in self.draft.tables for i in t.ids} | {*self.draft.byes}
        if self.log.is_adjusted_since(since, self.draft.number, seated):
            return True
        kinds = ("entrant", "result", "round", "setup", "tie")
        mine = parts.round_part(self.draft.number)
        stamps = self.log.stamps.items()
        return any(s.revision > since and part != mine and part.split("/")[0] in kinds for part, s in stamps)

    def round(self, number: int) -> RoundView | None:
        """Return a published round, or None."""
        return self._view(number) if number in self._published else None

    def table(self, number: int, table: int) -> TableView | None:
        """Return a table of a published round, or None."""
        round_view = self.round(number)
        return None if round_view is None else round_view.table(table)

    def seat(self, entrant: str, number: int) -> Seat | None:
        """Return an entrant's place in a published round, or None without a seat or bye."""
        round_view = self.round(number)
        return None if round_view is None else round_view.seat(entrant)

    def record_json(self, *, desk: bool = False) -> dict[str, Any]:
        """Return the tournament record. It is in version 2 if there are penalties, tags or handicaps.

        `desk`: with warnings, meetings and fixed places. Without them, a round that may have followed them is not judged.
        """
        recorded = self.recorded
        if not desk:
            # The public's record has no decided ties either.
            if recorded.apart or recorded.places or any(one.stage is not None for one in recorded.decided):
                recorded = replace(recorded, rounds=tuple(replace(one, by_hand=True) for one in recorded.rounds))
            return add_adjustments(dump_tournament(recorded), self.public_additions)
        meetings, places = self._meetings_json(), self._places_json()
        return add_adjustments(dump_tournament(recorded), self.additions, meetings, places)

    def _meetings_json(self) -> list[Json]:
        found = [value for part, value in self.log.parts.items() if part.startswith("meeting/")]
        known = [
            {**one, "between": [i for i in one["between"] if i in self._entered]} if "between" in one else one for one in found
        ]
        return [one for one in known if "tag" in one or len(one["between"]) > 1]

    def _places_json(self) -> list[Json]:
        found = {part.partition("/")[2]: value for part, value in self.log.parts.items() if part.startswith("place/")}
        return [{"entrant": who, **value} for who, value in found.items() if who in self._entered]

    @property
    def clock(self) -> Clock | None:
        part = self.log.parts.get("clock")
        return None if part is None else parse(Clock, part)


@dataclass(frozen=True, slots=True)
class _CachedBoard:
    """A cached board. The time of its last change shows when the database was restored."""

    board: Board
    changed_at: datetime


def load(access: TournamentAccess) -> Board:
    """Return the tournament at the access's revision or newer, with at most one query.

    It comes from the cache if possible, with any events added since. Raises NotFound("tournament") if it was deleted.
    """
    known = _cache().get(access.tournament_id)
    if known is not None:
        if known.board.revision == access.revision and known.changed_at == access.changed_at:
            return known.board
        newer = _newer_board(access, known)
        if newer is not None:
            return newer
    rows = events_after(access.tournament_id)
    if not rows:
        raise NotFound("tournament")
    log = TournamentLog().with_events(rows)
    return remember(access.tournament_id, Board(log), rows[-1].at)


def _newer_board(access: TournamentAccess, known: _CachedBoard) -> Board | None:
    if known.board.revision >= access.revision:
        return None
    now = _updated_board(access.tournament_id, known)
    return None if now is None or now is known else now.board


def _updated_board(tournament_id: int, known: _CachedBoard) -> _CachedBoard | None:
    """Return the cached board with the events added since, in one query.

    None if the log no longer has the events it was built from.
    """
    last, *added = events_after(tournament_id, known.board.revision - 1) or (None,)
    if last is None or last.at != known.changed_at:
        return None
    return _cache_board(tournament_id, known.board.after(added), added[-1].at) if added else known


def load_present(access: TournamentAccess) -> tuple[TournamentAccess, Board]:
    """Return the access and the tournament as they are now, in one query if the tournament is cached.

    Raises NotFound("tournament") if it was deleted.
    """
    known = _cache().get(access.tournament_id)
    now = None if known is None else _updated_board(access.tournament_id, known)
    if now is None:
        access = reread(access)
        return access, load(access)
    return replace(access, revision=now.board.revision, changed_at=now.changed_at), now.board


def load_many(accesses: Iterable[TournamentAccess]) -> list[Board]:
    return [load(access) for access in accesses]


def remember(tournament_id: int, board: Board, changed_at: datetime) -> Board:
    """Cache a board that was read from, or committed to, the database, and return it."""
    return _cache_board(tournament_id, board, changed_at).board


def _cache_board(tournament_id: int, board: Board, changed_at: datetime) -> _CachedBoard:
    known = _CachedBoard(board, changed_at)
    _cache().put(tournament_id, known, len(board.log.parts) + board.revision)
    return known


def _cache() -> Cache[_CachedBoard]:
    return cache_of("scorekeeper.boards", _MOST_CACHED)
