"""What a correction would change, computed before it is applied."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.pairing.directing.director import bracket, next_round, standings
from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Tournament


@dataclass(frozen=True)
class RankChange:
    """An entrant whose rank would change. A rank is None if the entrant is not in the standings."""

    id: str
    before: int | None
    after: int | None


@dataclass(frozen=True)
class OutdatedTable:
    """A recorded table that would no longer be paired. `played`: the table has ended, so it stays."""

    round: int
    table: int
    sides: tuple[tuple[str, ...], ...]
    played: bool


@dataclass(frozen=True)
class WrongMatch:
    """A knock-out match with entrants other than the bracket now calls for.

    A side is None if not known yet, and empty if there is no one.
    """

    match: str
    round: int
    table: int
    seated: tuple[str | None, ...]
    should_be: tuple[str | None, ...]
    played: bool


@dataclass(frozen=True)
class Consequences:
    """What a correction changes.

    `moved`: changed ranks. `reseated`: tables of later rounds. `wrong`: knock-out matches with the wrong entrants.
    `can_repair`: the last round has affected tables that are not played, so they can be paired again. If False, they stay.
    """

    moved: tuple[RankChange, ...] = ()
    reseated: tuple[OutdatedTable, ...] = ()
    wrong: tuple[WrongMatch, ...] = ()
    can_repair: bool = False

    @property
    def none(self) -> bool:
        """Return whether the correction changes nothing else."""
        return not (self.moved or self.reseated or self.wrong)


def consequences(before: Tournament, after: Tournament) -> Consequences:
    """Compare a tournament before and after a correction."""
    reseated = tuple(_outdated_tables(before, after))
    wrong = tuple(_wrong_matches(before, after))
    last = after.rounds[-1].number if after.rounds else 0
    places = [(w.round, w.played) for w in wrong] + [(r.round, r.played) for r in reseated]
    return Consequences(tuple(rank_changes(before, after)), reseated, wrong, (last, False) in places)


def rank_changes(before: Tournament, after: Tournament) -> list[RankChange]:
    """Return the entrants whose rank changes."""
    old = {row.id: row.rank for row in standings(before)}
    new = {row.id: row.rank for row in standings(after)}
    return [RankChange(i, old.get(i), new.get(i)) for i in {**new, **old} if old.get(i) != new.get(i)]


def _seats(tournament: Tournament, number: int) -> set[frozenset[frozenset[str]]] | None:
    """Return how a round would be paired from the rounds before it, as known now. None if it can't be paired."""
    earlier = replace(tournament, rounds=tuple(r for r in tournament.rounds if r.number < number))
    try:
        return {frozenset(frozenset(side) for side in t.sides) for t in next_round(earlier).tables}
    except TournamentError:
        return None


def _outdated_tables(before: Tournament, after: Tournament) -> list[OutdatedTable]:
    first = _first_difference(before, after)
    if first > 1 and not method_of(after).by_results:
        return []
    found = []
    for one in after.rounds:
        if one.number < first:
            continue
        was, now = _seats(before, one.number), _seats(after, one.number)
        if now is None or was == now:
            continue
        for t in one.tables:
            if frozenset(frozenset(side) for side in t.sides) not in now:
                found.append(OutdatedTable(one.number, t.number, t.sides, t.result.known))  # noqa: PERF401 (a comprehension is harder to read)
    return found


def _first_difference(before: Tournament, after: Tournament) -> int:
    """Return the first round that may be paired differently."""
    if before.entrants != after.entrants or before.options != after.options:
        return 1
    for one, other in zip(before.rounds, after.rounds, strict=False):
        if one != other:
            return one.number + 1
    return max(before.next_number, after.next_number)


def _wrong_matches(before: Tournament, after: Tournament) -> list[WrongMatch]:
    old, new = bracket(before), bracket(after)
    if new is None:
        return []
    offset = next((r.number - 1 for r in after.rounds if r.stage == after.rounds[-1].stage), 0)
    known = {(r.number, t.number): t.result.known for r in after.rounds for t in r.tables}
    before_that = {m.slot.name for m in old.misplayed} if old else set()
    found = []
    for state in new.misplayed:
        at = state.others
        if at and state.slot.name not in before_that:
            number = at.round + offset
            found.append(WrongMatch(state.slot.name, number, at.table, at.ids, state.sides, known[number, at.table]))
    return found
