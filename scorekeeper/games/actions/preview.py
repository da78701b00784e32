"""What a change would do, without making it: the hand's result, and what becomes of everything after it."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.actions.access import Access
from scorekeeper.games.actions.act import Act
from scorekeeper.games.actions.game_state import GameState, Scored, load
from scorekeeper.games.actions.writing import tried


@dataclass(frozen=True)
class Later:
    """An entry that would stand otherwise than it does; `before` or `after` is None where it does not count."""

    before: Scored | None
    after: Scored | None

    @property
    def scores_otherwise(self) -> bool:
        """Whether more than its totals is other: its points, or whether it counts."""
        was, now = (one and one.hand and one.hand.deltas for one in (self.before, self.after))
        return was != now


@dataclass(frozen=True)
class Preview:
    """The game as it is (`before`) and as it would be (`after`).

    `entry`: the entry in question as it would be; None for changes that are about none. `later`: other entries whose score or
    standing would change, in order. `problems`: entries that would not count any more though they do now.
    """

    before: GameState
    after: GameState
    entry: Scored | None
    later: tuple[Later, ...]
    problems: tuple[Scored, ...]


def of(access: Access, act: Act) -> Preview:
    """Of an act. Raises what doing it would raise."""
    before = load(access)
    row, after = tried(access, before, act)
    return compare(before, after, row.entry)


def compare(before: GameState, after: GameState, entry: int | None) -> Preview:
    """Two states of a game with one change between them, about `entry` or about none."""
    was = {e.id: e for e in before.entries}
    now = {e.id: e for e in after.entries}
    order = [e.id for e in after.log.entries if e.id != entry]
    later = tuple(Later(was.get(i), now.get(i)) for i in order if not _alike(was.get(i), now.get(i)))
    problems = tuple(x.after for x in later if x.before is not None and x.after is not None and _lost(x.before, x.after))
    return Preview(before, after, None if entry is None else after.entry(entry), later, problems)


def _alike(was: Scored | None, now: Scored | None) -> bool:
    if was is None or now is None:
        return was is now
    return was.posted.stands_as(now.posted)


def _lost(before: Scored, after: Scored) -> bool:
    return before.hand is not None and after.hand is None
