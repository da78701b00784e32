"""Writes changes: once per key, only on the revision that was seen, all of it or nothing. Previews show the effect."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from scorekeeper.core import metrics
from scorekeeper.core.db.database import now
from scorekeeper.core.events.idempotency import KeyReused, without_empty
from scorekeeper.core.limits import MOST_CHANGES, check_uuid
from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.errors import GameError
from scorekeeper.games.commands.access import Access
from scorekeeper.games.commands.command import GameCommand
from scorekeeper.games.commands.game_state import GameState, ScoredEntry, cache_game, load, score
from scorekeeper.games.commands.refusals import Conflict
from scorekeeper.games.store.event_commit import commit, read_head
from scorekeeper.games.store.log import GameEvent, fold
from scorekeeper.games.store.log_rows import events_of

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True)
class AffectedEntry:
    """An entry that the change affects. `before` or `after` is None where it does not count."""

    before: ScoredEntry | None
    after: ScoredEntry | None

    @property
    def changes_points(self) -> bool:
        """Whether its points change, or whether it counts, and not only the totals."""
        was, now = (one and one.hand and one.hand.deltas for one in (self.before, self.after))
        return was != now


@dataclass(frozen=True)
class Preview:
    """The game as it is (`before`) and as it would be (`after`).

    `entry` is the entry in question after the change, or None. `later` are other entries whose score or status would change,
    in order. `problems` are entries that would no longer count.
    """

    before: GameState
    after: GameState
    entry: ScoredEntry | None
    later: tuple[AffectedEntry, ...]
    problems: tuple[ScoredEntry, ...]


def preview_command(access: Access, command: GameCommand) -> Preview:
    """Return the preview of a command. Raises what the command would raise."""
    before = load(access)
    row, after = dry_run(access, before, command)
    return compare_states(before, after, row.entry)


def compare_states(before: GameState, after: GameState, entry: int | None) -> Preview:
    """Return the preview from two states with one change between them, about `entry` or none."""
    was = {e.id: e for e in before.entries}
    now = {e.id: e for e in after.entries}
    order = [e.id for e in after.log.entries if e.id != entry]
    later = tuple(AffectedEntry(was.get(i), now.get(i)) for i in order if not _scores_alike(was.get(i), now.get(i)))
    problems = tuple(
        x.after for x in later if x.before is not None and x.after is not None and _stops_counting(x.before, x.after)
    )
    return Preview(before, after, None if entry is None else after.entry(entry), later, problems)


def _scores_alike(was: ScoredEntry | None, now: ScoredEntry | None) -> bool:
    if was is None or now is None:
        return was is now
    return was.posted.looks_like(now.posted)


def _stops_counting(before: ScoredEntry, after: ScoredEntry) -> bool:
    return before.hand is not None and after.hand is None


@dataclass(frozen=True)
class WrittenGame:
    """A change that was written, with the state right before and after it, and its entry.

    `repeated` means that it had been written before under the same key; the answer is the first one. `later` is the current
    revision if others have changed the game since.
    """

    before: GameState
    game: GameState
    change: GameEvent
    entry: ScoredEntry | None
    repeated: bool = False
    later: int | None = None

    @property
    def now(self) -> int:
        """The current revision."""
        return self.later or self.change.revision


def dry_run(
    access: Access, game: GameState, command: GameCommand, uuid: str = "", at: datetime | None = None
) -> tuple[GameEvent, GameState]:
    """Return the row that a command would write, and the state after it. Raises what its plan raises, and `GameError`."""
    effect = command.plan(access, game)
    assert not effect.after.keys() - command.kind.changes, f"{command.kind.action} does not say that it changes {[*effect.after]}"
    action = effect.action or command.kind.action
    row = GameEvent(
        game_id=access.game_id,
        revision=game.revision + 1,
        uuid=uuid,
        at=now() if at is None else _limit_time(at, access),
        device_id=access.device_id,
        link_id=access.link_id,
        who=access.who,
        action=action,
        entry=game.revision + 1 if action == "record" else effect.entry,
        place=effect.place,
        before=effect.before,
        after=effect.after,
        undoes=effect.undoes,
    )
    after = score(game.log.with_event(row, effect.event), game)
    if command.kind.demand and row.entry is not None:
        _check_demand(after, row.entry, command.kind.demand)
    if "deal" in row.after and not row.after["deal"]["struck"]:
        _check_demand(after, row.after["deal"]["entry"], "sound")
    return row, after


def _limit_time(phone_time: datetime, access: Access) -> datetime:
    """Return a phone's timestamp limited to the time between the game's last change and now."""
    return min(max(phone_time, access.changed_at), now())


def _check_demand(after: GameState, entry: int, demand: str) -> None:
    """Raise the `GameError` because of which the entry does not meet the demand."""
    scored = after.entry(entry)
    trouble = None if after.trouble is None else after.trouble.error
    objection = None if scored is None else scored.posted.objection(trouble, new=demand == "scored")
    if objection is not None:
        raise objection


def write(access: Access, command: GameCommand, *, revision: int, uuid: str, at: datetime | None = None) -> WrittenGame:
    """Write a command's change. `revision` is the one that the client has seen, and `uuid` the idempotency key.

    `at` is when it was done, by default now. Raises NotAllowed, Conflict, KeyReused, Refusal, and what the command's plan
    raises.
    """
    access.check_may_score()
    check_uuid(uuid)
    for _ in range(3):
        game = load(access)
        if uuid in game.log.uuids:
            return _repeat_first_answer(access, game, command, game.log.uuids[uuid])
        if revision != game.revision:
            raise make_conflict(access, game, revision, command.yours)
        if game.revision >= MOST_CHANGES:
            raise Refusal("changes.many", high=MOST_CHANGES)
        if command.room is not None:
            command.room(access, game)
        row, after = dry_run(access, game, command, uuid, at)
        if commit(row, game.revision):
            metrics.count_change("game", row.action)
            cache_game(replace(access, revision=row.revision, changed_at=row.at), after)
            return WrittenGame(game, after, row, None if row.entry is None else after.entry(row.entry))
        access = reload_access(access)
    raise make_conflict(access, load(access), revision, command.yours)


def reload_access(access: Access) -> Access:
    """Return the access with the game's current revision."""
    revision, changed_at, next_id = read_head(access.game_id)
    return replace(access, revision=revision, changed_at=changed_at, next_id=next_id)


def _repeat_first_answer(access: Access, now: GameState, command: GameCommand, revision: int) -> WrittenGame:
    *rows, change = events_of(access.game_id, high=revision)
    if not rows:
        raise KeyReused
    before = score(fold(rows))
    if not _makes_change(access, before, command, change):
        raise KeyReused
    game = score(before.log.with_event(change), before)
    entry = None if change.entry is None else game.entry(change.entry)
    return WrittenGame(before, game, change, entry, repeated=True, later=now.revision)


def _makes_change(access: Access, before: GameState, command: GameCommand, change: GameEvent) -> bool:
    """Return whether the command, planned on the state `before` a change, makes exactly that change."""
    try:
        effect = command.plan(access, before)
    except (Refusal, GameError):
        return False
    entry = None if change.action == "record" else change.entry
    planned = (effect.action or command.kind.action, effect.entry, effect.place, effect.undoes)
    return planned == (change.action, entry, change.place, change.undoes) and bool(
        without_empty(effect.after) == without_empty(change.after)
    )


def make_conflict(access: Access, game: GameState, revision: int, yours: Any) -> Refusal:
    """Return why nothing can be written on `revision`."""
    if revision > game.revision or revision < 1:
        return Refusal("revision.ahead", "revision", read=revision, right=game.revision)
    since = events_of(access.game_id, revision + 1)
    return Conflict(access, game, since, yours)
