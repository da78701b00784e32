"""Attendance: how often each player came to a club's tournaments, and when last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorekeeper.ratings.facts import SeasonEvent, in_order


@dataclass(frozen=True, slots=True)
class Attendance:
    """A player's attendance: the number of tournaments where they were present, and the last one."""

    key: str
    evenings: int
    last: SeasonEvent


def attendance(events: Sequence[SeasonEvent], name: Callable[[str], str]) -> list[Attendance]:
    """Return everyone's attendance: the most first, of equal numbers the latest first, then by `name` of the key."""
    counts: dict[str, int] = {}
    last: dict[str, SeasonEvent] = {}
    for event in in_order(list(events)):
        for key in sorted(event.present):
            counts[key] = counts.get(key, 0) + 1
            last[key] = event
    found = [Attendance(key, counts[key], last[key]) for key in sorted(counts, key=name)]
    found.sort(key=lambda one: (one.last.day, one.last.id), reverse=True)
    return sorted(found, key=lambda one: -one.evenings)
