"""A club's records: the biggest wins, the longest streaks, the most titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorekeeper.ratings.facts import PlayedMatch, SeasonEvent, SeasonSeat, in_order

MOST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """A match in the records, for what `side` did against `other`. `value`: the points, or the count."""

    value: int
    event: int
    round: int
    table: int
    side: SeasonSeat
    other: SeasonSeat
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Streak:
    """Matches won in a row. `first`, `last`: the tournaments in which it began and ended. `going`: whether it still goes on."""

    key: str
    length: int
    first: int
    last: int
    going: bool


@dataclass(frozen=True, slots=True)
class Count:
    """How often a player did something."""

    key: str
    value: int


def biggest_wins(events: Sequence[SeasonEvent]) -> list[Mark]:
    """Return the largest margins, the earlier of two equal ones first."""
    return _marks(events, lambda match, side: match.scores[side] - match.scores[1 - side] if match.scores else 0)


def highest_scores(events: Sequence[SeasonEvent]) -> list[Mark]:
    """Return the most points that a side scored in one match."""
    return _marks(events, lambda match, side: match.scores[side] if match.scores else 0)


def lowest_scores(events: Sequence[SeasonEvent]) -> list[Mark]:
    """Return the lowest final scores below zero."""
    marks = _marks(events, lambda match, side: -match.scores[side] if match.scores else 0)
    return [Mark(-m.value, m.event, m.round, m.table, m.side, m.other, m.scores) for m in marks]


def most_boxed(events: Sequence[SeasonEvent]) -> list[Mark]:
    """Return the most contracts that a side failed in one match, where known."""
    return _marks(events, lambda match, side: match.boxes[side] if match.boxes else 0)


def _marks(events: Sequence[SeasonEvent], worth: Callable[[PlayedMatch, int], int]) -> list[Mark]:
    marks = []
    for event in in_order(list(events)):
        for match in event.matches:
            if match.played and len(match.sides) == 2:
                for side in (0, 1):
                    own, other = match.sides[side], match.sides[1 - side]
                    scores = match.scores or ()
                    ordered_scores = scores if side == 0 else scores[::-1]
                    marks.append(Mark(worth(match, side), event.id, match.round, match.table, own, other, ordered_scores))
    return sorted((m for m in marks if m.value > 0), key=lambda m: -m.value)[:MOST_SHOWN]


def team_streaks(events: Sequence[SeasonEvent]) -> list[Streak]:
    """Return pairs' longest runs of matches won. Byes and forfeits neither count nor end a run."""
    return _streaks(events, lambda seat: (seat.team,) if seat.team else ())


def player_streaks(events: Sequence[SeasonEvent]) -> list[Streak]:
    """Return players' longest runs of matches won, with any partner."""
    return _streaks(events, lambda seat: seat.players)


def _streaks(events: Sequence[SeasonEvent], keys_of: Callable[[SeasonSeat], tuple[str, ...]]) -> list[Streak]:
    running: dict[str, Streak] = {}
    best: dict[str, Streak] = {}
    for event in in_order(list(events)):
        for match in sorted((m for m in event.matches if m.played), key=lambda m: (m.round, m.table)):
            for side, seat in enumerate(match.sides):
                won = match.outcome(side) == "win"
                for key in keys_of(seat):
                    old = running.pop(key, None)
                    if won:
                        length, first = (old.length + 1, old.first) if old else (1, event.id)
                        running[key] = Streak(key, length, first, event.id, True)
                        if key not in best or length > best[key].length:
                            best[key] = running[key]
    streaks = [Streak(s.key, s.length, s.first, s.last, running.get(s.key) == s) for s in best.values() if s.length > 1]
    return sorted(streaks, key=lambda s: -s.length)[:MOST_SHOWN]


def titles(events: Sequence[SeasonEvent]) -> list[Count]:
    """Return players by tournaments won, including shared wins."""
    return _top_counts(Counter(p for e in events for place in e.places if place.rank == 1 for p in place.players))


def evenings(events: Sequence[SeasonEvent]) -> list[Count]:
    """Return players by tournaments played."""
    return _top_counts(Counter(p for e in events for p in dict.fromkeys(p for place in e.places for p in place.players)))


def hundreds_made(events: Sequence[SeasonEvent]) -> list[Count]:
    """Return players by 100-for-200 contracts made, where hands were recorded."""
    return _top_counts(Counter(feat.contractor for e in events for feat in e.feats if feat.contractor))


def _top_counts(counter: Counter[str]) -> list[Count]:
    return [Count(key, n) for key, n in counter.most_common(MOST_SHOWN)]
