"""The scored state of a game, from which every page, sheet and answer is made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from scorekeeper.core.cache import Cache, cache_of
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.ledger import Ledger, PostedEntry
from scorekeeper.engine.replay.validation import doubts_of
from scorekeeper.engine.scored_game import Doubt, Replay
from scorekeeper.engine.state import State
from scorekeeper.formats.game_record import Record, dump_event, dump_record
from scorekeeper.games.store.log import Log, fold
from scorekeeper.games.store.log_rows import events_of, events_of_many

if TYPE_CHECKING:
    from scorekeeper.engine.endings import Outcome
    from scorekeeper.engine.errors import GameError
    from scorekeeper.engine.events import Event
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.scored_game import Hand
    from scorekeeper.games.commands.access import Access

COUNTED = ("played", "passed_out")
"""The kinds of entries that take a hand's number."""

STRUCK = "struck"
"""The status of a void entry, which the ledger does not see."""

_REMEMBERED = 16_000
"""Changes in all cached games together, some 2 KiB each."""


@dataclass(frozen=True, slots=True)
class ScoredEntry:
    """An entry with its effect on the score.

    `n` counts from 1 down the sheet. `number` counts the deals that were played or passed out, 0 for any other entry.
    `posted` is its result in the ledger. `at`, `who` and `device_id` are from its recording. `corrected` is the number of
    corrections in effect. `players` are the names by seat at that time.
    """

    id: int
    n: int
    number: int
    event: Event
    posted: PostedEntry
    at: datetime
    who: str
    device_id: int | None
    corrected: int
    players: tuple[str, ...]

    @property
    def status(self) -> str:
        """Its status: see `engine.replay.ledger.PostedEntry`, or `struck`."""
        return self.posted.status

    @property
    def hand(self) -> Hand | None:
        """Its effect on the score, or None if it does not count."""
        return self.posted.hand

    @property
    def error(self) -> GameError | None:
        """Why it can't be scored."""
        return self.posted.error


@dataclass(frozen=True, slots=True)
class GameState:
    """A game at one revision. It is read-only, because requests share it.

    `entries` are valid, in order, the scored part first. `struck` are void. `state` is the state after the scored part.
    `trouble` is the first entry that should count and can't, except entries after the game's end. `players` are the names by
    seat at the end.
    """

    log: Log
    entries: tuple[ScoredEntry, ...]
    struck: tuple[ScoredEntry, ...]
    state: State
    trouble: ScoredEntry | None
    players: tuple[str, ...]

    @property
    def revision(self) -> int:
        """The number of changes."""
        return self.log.revision

    @property
    def rules(self) -> RuleSet:
        return self.log.rules

    @property
    def first_dealer(self) -> int:
        """The seat that dealt first."""
        return self.log.first_dealer

    @property
    def contract(self) -> dict[str, Any] | None:
        """The open contract, as parts of an event."""
        return self.log.contract

    @property
    def scores(self) -> tuple[int, ...]:
        """Score points by side."""
        return tuple(self.state.scores)

    @property
    def outcome(self) -> Outcome:
        return self.state.outcome

    @property
    def numbered_hand_count(self) -> int:
        """The number of deals played or passed out."""
        return next((e.number for e in reversed(self.entries) if e.number), 0)

    @property
    def hands(self) -> list[Hand]:
        """The scored hands."""
        return [e.hand for e in self.entries if e.hand is not None]

    @property
    def replay(self) -> Replay:
        """The scored part as a replay."""
        state = self.state
        replay = Replay(self.hands, self.scores, tuple(state.dropped), state.dealer, state.outcome, start=state.start)
        replay.error = next((e.error for e in self.entries if e.error is not None), None)
        replay.doubts = [doubt for entry in self.entries for doubt in self.doubts(entry)]
        return replay

    def doubts(self, scored: ScoredEntry) -> list[Doubt]:
        """Return the doubts about an entry that is scored anyway."""
        if scored.hand is None or not isinstance(scored.event, Played):
            return []
        return doubts_of(self.rules, scored.event, scored.hand)

    @property
    def record(self) -> Record:
        """The game for export: every entry that is not void, scored or not."""
        events = tuple(e.event for e in self.entries)
        return Record(self.rules, self.log.players, self.first_dealer, events, self.log.start_scores)

    def record_json(self) -> dict[str, object]:
        """Return the game record without facts about the session, which `games.commands.files.game_export` adds."""
        return dump_record(self.record)

    def entry(self, entry_id: int) -> ScoredEntry | None:
        """Return the entry with this id, void or not, or None."""
        return next((e for e in (*self.entries, *self.struck) if e.id == entry_id), None)


def score(log: Log, known: GameState | None = None) -> GameState:
    """Score a game. Entries that `known` has already scored the same way are reused.

    The result is complete whatever was recorded: entries that can't be scored stay and say why.
    """
    live = [e for e in log.entries if not e.struck]
    entries: list[ScoredEntry] = []
    if known is not None and _begins_with(log, live, known):
        entries = list(known.entries)
        ledger = Ledger(known.state.copy(), len(entries))
        players, number = known.players, known.numbered_hand_count
    else:
        ledger = Ledger(State(log.rules, log.first_dealer, log.start_scores))
        players, number = log.players, 0
    trouble: ScoredEntry | None = None
    for entry in live[len(entries) :]:
        posted = ledger.post(entry.event)
        counted = entry.event.kind in COUNTED
        number += counted
        facts = (entry.at, entry.who, entry.device_id, entry.corrected, players)
        scored = ScoredEntry(entry.id, ledger.count, number if counted else 0, entry.event, posted, *facts)
        entries.append(scored)
        if posted.hand is not None and posted.hand.players is not None:
            players = posted.hand.players
        if trouble is None and ledger.trouble is not None:
            trouble = scored
    return GameState(log, tuple(entries), _void_entries(log, entries), ledger.state, trouble, players)


def _void_entries(log: Log, entries: list[ScoredEntry]) -> tuple[ScoredEntry, ...]:
    """Return the void entries, with the names at the table at that time."""
    if len(entries) == len(log.entries):
        return ()
    live = {e.id: e for e in entries}
    players, struck = log.players, []
    for e in log.entries:
        if e.struck:
            struck.append(ScoredEntry(e.id, 0, 0, e.event, PostedEntry(STRUCK), e.at, e.who, e.device_id, e.corrected, players))
        else:
            hand = live[e.id].hand
            players = players if hand is None or hand.players is None else hand.players
    return tuple(struck)


def _begins_with(log: Log, live: list[Any], known: GameState) -> bool:
    if (log.first_dealer, log.players) != (known.log.first_dealer, known.log.players):
        return False
    if len(live) < len(known.entries) or known.trouble is not None:
        return False
    pairs = zip(live, known.entries, strict=False)
    return all(a.id == b.id and a.corrected == b.corrected and a.event is b.event for a, b in pairs)


def load(access: Access) -> GameState:
    """Return the game at the revision of `access`, from the cache or with one query."""
    known = _cache().get(access.game_id)
    if known is not None and known.is_of(access):
        return known.game
    game = (known and _with_newer_events(access, known)) or score(fold(events_of(access.game_id)))
    cache_game(access, game)
    return game


def _with_newer_events(access: Access, known: CachedGame) -> GameState | None:
    """Return the game with the changes that another process added to the cached state, or None if they don't fit."""
    if known.game.revision >= access.revision:
        return None
    last, *added = events_of(access.game_id, known.game.revision) or (None,)
    if last is None or last.at != known.changed_at or not added:
        return None
    log = known.game.log
    for row in added:
        log = log.with_event(row)
    return score(log, known.game)


def load_many(accesses: Iterable[Access]) -> list[GameState]:
    """Return several games, with at most one query."""
    accesses = list(accesses)
    loaded = {
        access.game_id: known.game for access in accesses if (known := _cache().get(access.game_id)) and known.is_of(access)
    }
    missing = [access for access in accesses if access.game_id not in loaded]
    logs = events_of_many([access.game_id for access in missing]) if missing else {}
    for access in missing:
        loaded[access.game_id] = score(fold(logs[access.game_id]))
        cache_game(access, loaded[access.game_id])
    return [loaded[access.game_id] for access in accesses]


def cache_game(access: Access, game: GameState) -> None:
    """Cache a state that was read from, or written to, the database."""
    if game.revision == access.revision:  # if not, it changed between two queries: right, but newer
        _cache().put(access.game_id, CachedGame(game, access.changed_at), game.revision)


def event_json(event: Event) -> dict[str, object]:
    """Return an event as the game record writes it."""
    return dump_event(event)


@dataclass(frozen=True, slots=True)
class CachedGame:
    """A cached state. A revision never changes, but the time detects a restored database."""

    game: GameState
    changed_at: datetime

    def is_of(self, access: Access) -> bool:
        """Return whether it is the current state for this access."""
        return self.game.revision == access.revision and self.changed_at == access.changed_at


def _cache() -> Cache[CachedGame]:
    return cache_of("scorekeeper.games", _REMEMBERED)
