"""Check standings and brackets that came with a record by working them out again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record.record import Tournament
from scorekeeper.pairing.recount import RankedLine
from scorekeeper.pairing.verify.ranking import bracket_before, recount_standings
from scorekeeper.pairing.verify.stages import parts_when_paired

Fault = tuple[str, Mapping[str, object]]


@dataclass(frozen=True)
class AttachedRow:
    """A line of given standings, with only the columns that were given."""

    id: str
    rank: int | None
    columns: Mapping[str, Fraction | None]
    separated_by: str | None = None
    told: bool = False
    """Whether `separated_by` was given at all."""


@dataclass(frozen=True)
class AttachedMatch:
    """A match of a given bracket. A side is None while unknown, and empty if there is no one."""

    name: str
    sides: tuple[str | None, ...]
    winner: str | None


@dataclass(frozen=True)
class Attachments:
    """What came with a record: its standings, or None, and brackets by round."""

    standings: Sequence[AttachedRow] | None = None
    brackets: Mapping[int, Sequence[AttachedMatch]] = field(default_factory=dict)


def standing_faults(tournament: Tournament, given: Attachments) -> Iterator[Fault]:
    """Yield differences between the given standings and the standings from the tables."""
    if given.standings is None:
        return
    right = {line.id: line for line in recount_standings(tournament)}
    seen = {row.id for row in given.standings}
    for who in right:
        if who not in seen:
            yield "standings", {"who": who, "field": "rank", "read": None, "right": right[who].rank}
    for row in given.standings:
        if row.id in right:
            for name, read, best in _differences(row, right[row.id]):
                yield "standings", {"who": row.id, "field": name, "read": read, "right": best}


def _differences(row: AttachedRow, line: RankedLine) -> Iterator[tuple[str, object, object]]:
    if row.rank is not None and row.rank != line.rank:
        yield "rank", row.rank, line.rank
    for name, value in row.columns.items():
        right = line.values.get(name)
        # Numbers are printed with a float's precision.
        same = value == right if value is None or right is None else abs(value - right) < Fraction(1, 10**6)
        if not same:
            yield name, value, right
    if row.told and row.separated_by != line.by:
        yield "separated_by", row.separated_by, line.by


def bracket_faults(tournament: Tournament, given: Attachments, number: int) -> Iterator[Fault]:
    """Yield differences between a round's given bracket and the bracket from the tables before it."""
    one = next((r for r in tournament.rounds if r.number == number), None)
    part = parts_when_paired(tournament, one)[0] if one else None
    if part is None or not method_of(part.tournament).knockout or not part.drawn:
        return
    *earlier, last = part.tournament.rounds
    bracket = bracket_before(replace(part.tournament, rounds=tuple(earlier)), last)
    for match in given.brackets[number]:
        found = bracket.matches.get(match.name)
        if found is None:
            yield "bracket", {"match": match.name, "field": "match", "read": match.name, "right": None}
            continue
        if match.sides != found.sides:
            yield "bracket", {"match": match.name, "field": "sides", "read": match.sides, "right": found.sides}
        if match.winner != (found.winner or None):
            yield "bracket", {"match": match.name, "field": "winner", "read": match.winner, "right": found.winner}
