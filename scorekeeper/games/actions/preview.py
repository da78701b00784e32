"""What a change would do, without making it: the hand's result, and what becomes of everything after it."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.actions.act import Act
from scorekeeper.games.actions.entrance import Way
from scorekeeper.games.actions.view import Scored, View, load
from scorekeeper.games.actions.writing import tried


@dataclass(frozen=True)
class Later:
    """An entry that would stand otherwise than it does; `before` or `after` is None where it does not count."""

    before: Scored | None
    after: Scored | None


@dataclass(frozen=True)
class Preview:
    """The game as it is (`before`) and as it would be (`after`).

    `entry`: the entry in question as it would be; None for changes that are about none. `later`: other entries whose score or
    standing would change, in order. `problems`: entries that would not count any more though they do now.
    """

    before: View
    after: View
    entry: Scored | None
    later: tuple[Later, ...]
    problems: tuple[Scored, ...]


def of(way: Way, act: Act) -> Preview:
    """Of an act. Raises what doing it would raise."""
    before = load(way)
    row, after = tried(way, before, act)
    return compare(before, after, row.entry)


def compare(before: View, after: View, entry: int | None) -> Preview:
    """Two views of a game with one change between them, about `entry` or about none."""
    was = {e.id: e for e in before.entries}
    now = {e.id: e for e in after.entries}
    order = [e.id for e in after.log.entries if e.id != entry]
    later = tuple(Later(was.get(i), now.get(i)) for i in order if _standing(was.get(i)) != _standing(now.get(i)))
    problems = tuple(x.after for x in later if x.before is not None and x.after is not None and _lost(x.before, x.after))
    return Preview(before, after, None if entry is None else after.entry(entry), later, problems)


def _standing(entry: Scored | None) -> object:
    """What a reader of the sheet would see change; its number alone is none of it."""
    if entry is None:
        return None
    hand = entry.hand
    shown = hand and (hand.dealer, hand.deltas, hand.scores, hand.dropped, hand.made, hand.outcome)
    return entry.status, shown, entry.error and (entry.error.code, entry.error.params)


def _lost(before: Scored, after: Scored) -> bool:
    return before.status == "scored" and after.status != "scored"
