"""A round before it is played: tables, byes and reasons. The director reviews it, then publishes it as a `Round`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.record import Round, Table, Tournament, unfinished_tables
from scorekeeper.pairing.record.shapes import WHEN_SET, Key


@dataclass(frozen=True)
class Reason:
    """A reason, as a code with parameters (entrants by id). words.py has the sentences."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class DraftTable:
    """A planned table. `match`: its match in a bracket. `pool`: its pool."""

    number: Annotated[int, Key("table")]
    sides: tuple[tuple[str, ...], ...]
    why: tuple[Reason, ...] = ()
    match: Annotated[str | None, WHEN_SET] = None
    pool: Annotated[str | None, WHEN_SET] = None


@dataclass(frozen=True)
class RoundDraft:
    """A planned round.

    `why_bye`: reasons for byes. `notes`: reasons about the whole round. `rematches`: number of tables whose entrants have
    met. `first_table`: the number that its tables start at.
    """

    number: int
    tables: tuple[DraftTable, ...]
    byes: tuple[str, ...] = ()
    rematches: int = 0
    why_bye: Mapping[str, tuple[Reason, ...]] = field(default_factory=dict)
    notes: tuple[Reason, ...] = ()
    stage: int = 1
    first_table: int = 1

    def as_round(self) -> Round:
        """Return the round as published, with nothing played yet."""
        tables = tuple(Table(t.number, t.sides, match=t.match, pool=t.pool) for t in self.tables)
        return Round(self.number, tables, self.byes, self.stage, first_table=self.first_table)


def number_tables_from(draft: RoundDraft, first: int) -> RoundDraft:
    """Return a draft whose tables are numbered from 1 with numbers from `first` on."""
    if first == 1:
        return draft
    tables = tuple(replace(table, number=table.number + first - 1) for table in draft.tables)
    return replace(draft, tables=tables, first_table=first)


def refuse_unfinished(tournament: Tournament) -> None:
    """Raise `needs.results` if a table of an earlier round is still being played."""
    missing = unfinished_tables(tournament.rounds)
    if missing:
        raise errors.NotEnoughKnown("needs.results", missing[0][0], tables=missing)


def refuse_finished(tournament: Tournament, rounds: int | None) -> None:
    """Raise `finished` if all rounds have been paired."""
    if rounds is not None and tournament.next_number > rounds:
        raise errors.Illegal("finished", None, rounds=rounds)


def sit_outs(tournament: Tournament, number: int) -> list[str]:
    """Return the present entrants with a bye from the director, by seed."""
    return [e.id for e in tournament.present(number) if number in e.byes]


def entrants_to_pair(tournament: Tournament, number: int, least: int = 2, *, alone: bool = False) -> list[str]:
    """Return the entrants to seat, by seed. Raises `entrants.few` if there are too few.

    `alone`: allow a single entrant if the others were given byes. That entrant then has a bye too.
    """
    ids = [e.id for e in tournament.present(number) if number not in e.byes]
    if len(ids) < least and not (alone and ids and sit_outs(tournament, number)):
        raise errors.Illegal("entrants.few", number, found=len(ids), least=least)
    return ids


def count_rematches(tables: Iterable[DraftTable], past_meetings: Mapping[frozenset[str], list[int]]) -> int:
    """Return how many tables seat entrants who have met."""
    return sum(bool(rounds_met(t.sides, past_meetings)) for t in tables)


def rounds_met(sides: tuple[tuple[str, ...], ...], past_meetings: Mapping[frozenset[str], list[int]]) -> list[int]:
    """Return the rounds in which entrants on opposite sides of this table have met."""
    pairs = ((a, b) for s, side in enumerate(sides) for other in sides[s + 1 :] for a in side for b in other)
    return sorted({number for a, b in pairs for number in past_meetings.get(frozenset((a, b)), ())})
