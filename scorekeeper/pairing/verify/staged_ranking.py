"""Work out the standings of a tournament with stages for the check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record.record import Tournament
from scorekeeper.pairing.recount import RankedLine
from scorekeeper.pairing.verify.knockouts import with_seeds_as_seated
from scorekeeper.pairing.verify.stages import StagePart, parts_to_check, ranking_of_part, values_per_match

POOL_COLUMNS = ("pool_place", "points_a_match", "margin_a_match")
"""The columns that rank entrants who are out after the pools."""


def staged_lines(tournament: Tournament) -> list[RankedLine]:
    """Return the standings: the last stage, then the others as earlier stages ranked them, all pools in one list."""
    last = max((r.stage for r in tournament.rounds), default=1)
    lines: list[RankedLine] = []
    for stage in range(last, 0, -1):
        before, pools = {line.id for line in lines}, parts_to_check(tournament, stage)
        if tournament.options.stages[stage - 1].finals:
            lines += _rank_finals(pools)
            continue
        if stage < last and len(pools) > 1:
            lines += _rank_across_pools(pools, before, str(stage))
            continue
        for part in pools:
            new = [line for line in _ranking(part) if line.id not in before]
            firsts = {line.rank: k for k, line in reversed([*enumerate(new, 1)])}
            label = part.pool or str(stage)
            lines += [replace(line, rank=len(before) + firsts[line.rank], field=label) for line in new]
    return lines


def _ranking(part: StagePart) -> list[RankedLine]:
    """Return a part's ranking. If the seeds of a bracket are not certain, its tables show them."""
    inner = part.tournament
    if not part.drawn and inner.rounds and method_of(inner).knockout:
        *earlier, last = inner.rounds
        seated = with_seeds_as_seated(replace(inner, rounds=tuple(earlier)), last)
        inner = inner if seated is None else replace(seated, rounds=inner.rounds)
    return ranking_of_part(inner)


def _rank_finals(finals: Sequence[StagePart]) -> list[RankedLine]:
    """Rank everyone of final A before everyone of final B, and so on."""
    lines: list[RankedLine] = []
    for part in finals:
        own = _ranking(part)
        firsts = {line.rank: k for k, line in reversed([*enumerate(own, len(lines) + 1)])}
        lines += [replace(line, rank=firsts[line.rank], field=f"final_{part.pool}") for line in own]
    return lines


def _rank_across_pools(pools: Sequence[StagePart], before: set[str], label: str) -> list[RankedLine]:
    """Rank the entrants of all pools that are not in `before`: by rank in the pool, then points per match."""
    found: list[tuple[tuple[Fraction, ...], RankedLine]] = []
    out: list[RankedLine] = []
    for part in pools:
        match_values, uncounted = values_per_match(part.tournament), method_of(part.tournament).counting(part.tournament).out
        for line in _ranking(part):
            if line.id in before:
                continue
            counts = line.id not in uncounted
            column_values = (Fraction(line.rank), *(-x for x in match_values[line.id])) if counts else (None, None, None)
            values = {"match_points": line.values.get("match_points"), **dict(zip(POOL_COLUMNS, column_values, strict=True))}
            new = replace(line, field=label, values=values, by=None)
            if counts:
                found.append(((Fraction(line.rank), *match_values[line.id]), new))
            else:
                out.append(new)
    found.sort(key=lambda one: one[0])
    lines: list[RankedLine] = []
    above: str | None = None
    for n, (key, line) in enumerate(found):
        ahead = [other for other, _ in found if other < key]
        if n and found[n - 1][0] != key:
            differs = [a != b for a, b in zip(found[n - 1][0], key, strict=True)]
            above = POOL_COLUMNS[differs.index(True)]
        lines.append(replace(line, rank=len(before) + len(ahead) + 1, by=above if ahead else None))
    best = [line for line in lines if line.rank == len(before) + 1]
    lines = [replace(line, by=lines[len(best)].by) for line in best] + lines[len(best) :] if len(best) < len(lines) else lines
    return lines + [replace(line, rank=len(before) + len(lines) + 1) for line in out]
