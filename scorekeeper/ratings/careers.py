"""A player's or pair's season: tournaments, partners, matches won and lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from scorekeeper.ratings.facts import Place, PlayedMatch, SeasonEvent, SeasonSeat, in_order


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament that a player or pair played in.

    `place`: the entrant's final rank, or None for a substitute.
    `matches`: pairs of a match and the player's side.
    """

    event: SeasonEvent
    place: Place | None
    matches: tuple[tuple[PlayedMatch, int], ...]

    @property
    def tally(self) -> tuple[int, int, int]:
        """Return matches won, tied and lost, without forfeits."""
        return _tally(match.outcome(side) for match, side in self.matches if match.played)


@dataclass(slots=True)
class HeadToHead:
    """Matches with one partner or against one opponent."""

    key: str
    won: int = 0
    tied: int = 0
    lost: int = 0
    events: set[int] = field(default_factory=set)

    @property
    def matches(self) -> int:
        return self.won + self.tied + self.lost


@dataclass(frozen=True, slots=True)
class Career:
    """A player's or pair's record, newest tournament first. Partners and opponents are sorted by number of matches."""

    evenings: tuple[Evening, ...]
    partners: tuple[HeadToHead, ...]
    opponents: tuple[HeadToHead, ...]

    @property
    def tally(self) -> tuple[int, int, int]:
        """Return matches won, tied and lost."""
        won, tied, lost = (sum(e.tally[k] for e in self.evenings) for k in range(3))
        return won, tied, lost


def of_player(events: Sequence[SeasonEvent], key: str) -> Career:
    """Return a player's career, with players as opponents."""
    return _career(events, lambda seat: key in seat.players, lambda place: key in place.players, lambda seat: seat.players, key)


def of_team(events: Sequence[SeasonEvent], key: str) -> Career:
    """Return a pair's career, with pairs as opponents and no partners."""
    own = _career(events, lambda seat: seat.team == key, lambda place: place.team == key, _team, key)
    return Career(own.evenings, (), own.opponents)


def _team(seat: SeasonSeat) -> tuple[str, ...]:
    return (seat.team,) if seat.team else ()


def _career(
    events: Sequence[SeasonEvent],
    sits: Callable[[SeasonSeat], bool],
    placed: Callable[[Place], bool],
    keys_of: Callable[[SeasonSeat], tuple[str, ...]],
    key: str,
) -> Career:
    evenings: list[Evening] = []
    partners: dict[str, HeadToHead] = {}
    opponents: dict[str, HeadToHead] = {}
    for event in reversed(in_order(list(events))):
        matches = tuple((m, k) for m in event.matches for k, seat in enumerate(m.sides) if sits(seat))
        place = next((p for p in event.places if placed(p)), None)
        if matches or place is not None:
            evenings.append(Evening(event, place, matches))
        for match, side in matches:
            if match.played:
                _count_outcome(partners, keys_of(match.sides[side]), event, match.outcome(side), key)
                for other, seat in enumerate(match.sides):
                    if other != side:
                        score = {1.0: "win", 0.5: "tie", 0.0: "loss"}[match.result(side, other)]
                        _count_outcome(opponents, keys_of(seat), event, score, key)
    return Career(tuple(evenings), _sort_by_matches(partners), _sort_by_matches(opponents))


def _count_outcome(known: dict[str, HeadToHead], keys: Sequence[str], event: SeasonEvent, outcome: str, own: str) -> None:
    for key in keys:
        if key == own:
            continue
        one = known.setdefault(key, HeadToHead(key))
        one.won += outcome == "win"
        one.tied += outcome == "tie"
        one.lost += outcome == "loss"
        one.events.add(event.id)


def _sort_by_matches(known: dict[str, HeadToHead]) -> tuple[HeadToHead, ...]:
    return tuple(sorted(known.values(), key=lambda c: (-c.matches, -c.won, c.key)))


def _tally(outcomes: object) -> tuple[int, int, int]:
    each = list(outcomes)  # type: ignore[call-overload]
    return each.count("win"), each.count("tie"), each.count("loss")
