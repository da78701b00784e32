"""Previews of a change: the hand's result, and the effect on everything after it."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.commands.access import Access
from scorekeeper.games.commands.command import GameCommand
from scorekeeper.games.commands.game_state import GameState, ScoredEntry, load
from scorekeeper.games.commands.recording.event_writer import dry_run


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


def preview_command(access: Access, act: GameCommand) -> Preview:
    """Return the preview of a command. Raises what the command would raise."""
    before = load(access)
    row, after = dry_run(access, before, act)
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
