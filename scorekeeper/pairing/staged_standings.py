"""Standings of tournaments in stages: the last stage first, by final, then the other entrants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby, pairwise

from scorekeeper.pairing.record.record import Tournament
from scorekeeper.pairing.stages import Part, parts, ranked_rows, stage_of, values_per_match
from scorekeeper.pairing.standings.standings import StandingRow

FINAL = "final_"
"""What comes before a final's letter in a row's field."""


def final_of(row: StandingRow) -> str:
    """Return the letter of the final that a row of the standings is in, or an empty text."""
    field = row.field or ""
    return field.removeprefix(FINAL) if field.startswith(FINAL) else ""


def ranked_within_finals(rows: Sequence[StandingRow]) -> list[StandingRow]:
    """Return rows with ranks that begin at 1 in each final: 1st of final B instead of 9th. Other rows keep their ranks."""
    first: dict[str, int] = {}
    for row in rows:
        first.setdefault(final_of(row), row.rank - 1)
    return [replace(row, rank=row.rank - first[final_of(row)]) if final_of(row) else row for row in rows]


def group_by_final(rows: Sequence[StandingRow]) -> list[tuple[str, list[StandingRow]]]:
    """Return rows by final, each ranked from 1: (letter, rows). Entrants in no final follow under ``""``."""
    found: dict[str, list[StandingRow]] = {}
    for row in rows:
        found.setdefault(final_of(row), []).append(row)
    if [*found] == [""]:
        return [("", found[""])]
    return [(letter, [replace(row, rank=row.rank - mine[0].rank + 1) for row in mine]) for letter, mine in found.items()]


def staged_rows(tournament: Tournament) -> list[StandingRow]:
    """Return the last stage's standings, then the other entrants.

    They are ranked over all pools by rank in the pool, then by match points and margin per match.
    """
    last = stage_of(tournament)
    rows: list[StandingRow] = []
    for number in range(last, 0, -1):
        found = parts(tournament, number)
        if tournament.options.stages[number - 1].finals:
            for part in found:
                rows += _renumber_ranks(ranked_rows(part.tournament), len(rows), f"{FINAL}{part.pool}")
            continue
        listed = {row.id for row in rows}
        if number < last and found[0].pool is not None:
            rows += _over_all_pools(found, listed, str(number))
            continue
        for part in found:
            remaining = [row for row in ranked_rows(part.tournament) if row.id not in listed]
            rows += _renumber_ranks(remaining, len(listed), part.pool or str(number))
    return rows


OVER_POOLS = ("pool_place", "points_a_match", "margin_a_match")
"""The columns that rank entrants over all pools."""


def _over_all_pools(pools: Sequence[Part], listed: set[str], label: str) -> list[StandingRow]:
    """Return the unlisted entrants of these pools, ranked after those in `listed`. Entrants who do not count come last."""
    keys: dict[str, tuple[Fraction, ...] | None] = {}
    rows: list[StandingRow] = []
    for part in pools:
        worths = values_per_match(part.tournament)
        for row in (row for row in ranked_rows(part.tournament) if row.id not in listed):
            points, margin = worths[row.id]
            key = (Fraction(row.rank), points, margin) if row.counts else None
            values = (Fraction(row.rank), -points, -margin) if row.counts else (None, None, None)
            keys[row.id] = key
            columns = {"match_points": row.columns.get("match_points"), **dict(zip(OVER_POOLS, values, strict=True))}
            rows.append(replace(row, columns=columns, field=label))
    if not rows:
        return []
    rows.sort(key=lambda row: (not row.counts, keys[row.id] or ()))
    groups = [list(group) for _, group in groupby(rows, key=lambda row: keys[row.id])]
    names = [None, *(_separating_value(keys[a[0].id], keys[b[0].id]) for a, b in pairwise(groups))]
    names[0] = names[1] if len(names) > 1 else None
    ranked: list[StandingRow] = []
    for group, by in zip(groups, names, strict=True):
        rank = len(listed) + len(ranked) + 1
        ranked += [replace(row, rank=rank, separated_by=by if row.counts else None) for row in group]
    return ranked


def _separating_value(above: tuple[Fraction, ...] | None, below: tuple[Fraction, ...] | None) -> str | None:
    if above is None or below is None:
        return None
    return next(name for name, a, b in zip(OVER_POOLS, above, below, strict=True) if a != b)


def pool_tables(tournament: Tournament) -> list[list[StandingRow]]:
    """Return the standings of every pool of the finished stages, with everyone who played in it."""
    over = [part for number in range(1, stage_of(tournament)) for part in parts(tournament, number) if part.pool is not None]
    return [[replace(row, field=part.pool) for row in ranked_rows(part.tournament)] for part in over]


def _renumber_ranks(rows: Sequence[StandingRow], shift: int, label: str) -> list[StandingRow]:
    ranks = sorted({row.rank for row in rows})
    first = {rank: 1 + sum(row.rank < rank for row in rows) for rank in ranks}
    return [replace(row, rank=first[row.rank] + shift, field=label) for row in rows]
