"""Count results and rankings for the check, directly from the tables: match points, tie-breaks, ranks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from scorekeeper.pairing.record.record import Entrant, Options, Points, Result, Table, Tournament

FEWER = frozenset({"place", "boxes"})
"""Columns in which lower is better."""
NOTHING = Fraction(0)


class Turn(NamedTuple):
    """One entrant's round.

    `open`: the table has not finished, or for a bye, the whole round has not.
    `missed`: a bye instead of a match against an entrant who left.
    """

    round: int
    points: Fraction
    against: tuple[str, ...] = ()
    made: int = 0
    margin: Fraction | int = 0
    boxes: int = 0
    open: bool = False
    won: bool = False
    missed: bool = False


@dataclass(frozen=True)
class RankedLine:
    """A line of a ranking. `by`: the tie-break that separates it from the line above. `values`: the values of all columns."""

    rank: int
    id: str
    by: str | None
    values: Mapping[str, Fraction | None]
    field: str | None = None


def deciding_scores(result: Result, sides: int) -> list[int] | None:
    """Return what decides a table, one number per side, higher is better. None while it is open."""
    if result.forfeit:
        return [-1 if side in result.forfeit else 0 for side in range(sides)]
    if result.winner is not None:
        return [int(side == result.winner) for side in range(sides)]
    if result.games:
        return [sum(g[s] > max((*g[:s], *g[s + 1 :])) for g in result.games) for s in range(sides)]
    return None if result.scores is None else list(result.scores)


def winning_side(result: Result, sides: int) -> int | None:
    """Return the side that won, or None for a tie, an open table or a double forfeit."""
    found = deciding_scores(result, sides)
    return None if found is None or len(result.forfeit) == sides else _highest_alone(found)


def _highest_alone(scores: Sequence[int]) -> int | None:
    best = max(scores, default=0)
    return scores.index(best) if scores.count(best) == 1 else None


def _match_points(scores: Sequence[int], result: Result, side: int, points: Points) -> Fraction:
    """Return the match points of one side of a finished table."""
    if result.forfeit:
        return points.forfeit if side in result.forfeit else points.win
    better, level = sum(m > scores[side] for m in scores), scores.count(scores[side])
    if len(scores) == 2:
        return points.tie if level == 2 else points.loss if better else points.win
    return sum([points.win, points.tie, points.loss][better : better + level], NOTHING) / level


def by_seed(entrants: Iterable[Entrant]) -> list[str]:
    """Return ids by seed. Entrants without a seed come last, in order of entry."""
    return [e.id for e in sorted(entrants, key=lambda e: (e.seed is None, e.seed or 0))]


def has_distinct_seeds(entrants: Iterable[Entrant]) -> bool:
    """Return whether all entrants have different seeds."""
    seeds = [e.seed for e in entrants]
    return None not in seeds and len({*seeds}) == len(seeds)


def is_steady(tournament: Tournament, number: int) -> bool:
    """Return whether everyone was present up to this round, without given byes or rounds arranged by hand."""
    return not any(r.by_hand for r in tournament.rounds) and not any(
        e.joined > 1 or (e.left is not None and e.left <= number) or any(r <= number for r in (*e.absent, *e.byes))
        for e in tournament.entrants
    )


def mitchell_sides(tournament: Tournament) -> tuple[list[str], list[str]]:
    """Return North–South and East–West: 1 NS, 2 EW, 3 EW, 4 NS and so on.

    Late entries come after the others, and entrants who never played last.
    """
    entrants = {e.id: e for e in tournament.entrants}
    played = {i for r in tournament.rounds for i in (*r.byes, *(i for t in r.tables for i in t.ids))}
    never = {e.id for e in tournament.entrants if e.left is not None and e.left <= e.joined and e.id not in played}
    line = sorted(by_seed(tournament.entrants), key=lambda i: (i in never, 0 if i in never else entrants[i].joined))
    north = [i for k, i in enumerate(line, 1) if k % 4 < 2]
    return north, [i for i in line if i not in north]


class Counting:
    """Everyone's rounds, and tie-breaks computed from them. `out`: entrants whose results do not count."""

    def __init__(self, tournament: Tournament) -> None:
        self.options = tournament.options
        self.out: set[str] = set()
        self.turns: dict[str, list[Turn]] = {e.id: [] for e in tournament.entrants}
        for one in tournament.rounds:
            waits = any(deciding_scores(t.result, len(t.sides)) is None for t in one.tables)
            for who in one.byes:
                self.turns[who].append(Turn(one.number, Fraction(0) if waits else self.options.points.bye, open=waits))
            for table in one.tables:
                for ids, turn in zip(table.sides, _turns(one.number, table, self.options), strict=True):
                    for who in ids:
                        self.turns[who].append(turn)
        self.settle(tournament)
        paid = [p for p in tournament.penalties if any(p.round <= r.number for r in tournament.rounds)]
        for p in (p for p in paid if p.kind == "awarded"):
            turns = self.turns[p.entrant]
            played = [t for t in turns if t.round == p.round] or [Turn(p.round, NOTHING, open=True)]
            self.turns[p.entrant] = [t for t in turns if t.round != p.round]
            self.turns[p.entrant] += [t._replace(points=p.points, won=False) for t in played]
        self.total = {who: _sum([t.points for t in turns]) for who, turns in self.turns.items()}
        for p in (p for p in paid if p.kind == "match_points"):
            self.total[p.entrant] += p.points

    def settle(self, tournament: Tournament) -> None:
        """Change which rounds count, before penalties are applied. Subclasses may override it."""

    def strengths(self, who: str) -> list[Fraction]:
        """Return the opponents' match points: their mean for several in one round, the entrant's own for a bye."""
        opponents = [turn.against or (who,) for turn in self.turns[who] if not turn.open]
        return [self.total[m[0]] if len(m) == 1 else _sum([self.total[i] for i in m]) / len(m) for m in opponents]

    def value(self, name: str, who: str) -> Fraction:
        """Return the value of a tie-break that does not depend on who is tied."""
        turns = self.turns[who]
        if name == "match_points":
            return self.total[who]
        if name == "buchholz":
            return _sum(self.strengths(who))
        if name.startswith("buchholz"):
            last = {"buchholz_cut": 0, "buchholz_median": 1}[name]
            line = sorted(self.strengths(who))
            return _sum(line[1 : len(line) - last])
        if name == "sonneborn_berger":
            each = (sum((self.total[i] for i in t.against), Fraction(0)) / len(t.against) * t.points for t in turns if t.against)
            return sum(each, Fraction(0))
        if name == "progressive":
            last = max((t.round for t in turns), default=0)
            return sum((t.points * (last - t.round + 1) for t in turns), Fraction(0))
        return _sum([COLUMNS[name](t) for t in turns])

    def among(self, tied: Sequence[str]) -> dict[str, Fraction] | None:
        """Return the head-to-head match points of tied entrants, or None unless all of them met each other."""
        points = {}
        for who in tied:
            turns = [t for t in self.turns[who] if not t.open and {*t.against} & {*tied}]
            if {*tied} - {i for t in turns for i in t.against} - {who}:
                return None
            points[who] = sum((t.points for t in turns), Fraction(0))
        return points


COLUMNS: Mapping[str, Callable[[Turn], Fraction | int]] = {
    "wins": lambda turn: int(turn.won),
    "margin": lambda turn: turn.margin,
    "points_for": lambda turn: turn.made,
    "boxes": lambda turn: turn.boxes,
}


def _turns(number: int, table: Table, options: Options) -> list[Turn]:
    """Return each side's `Turn` at a table."""
    result, sides = table.result, len(table.sides)
    scores = result.scores or tuple(sum(g[s] for g in result.games) for s in range(sides))
    found = deciding_scores(result, sides)
    first = None if found is None or sides != 2 else _highest_alone(found)
    turns = []
    for side in range(sides):
        others = [score for s, score in enumerate(scores) if s != side]
        margin = scores[side] - (others[0] if len(others) == 1 else Fraction(sum(others), len(others)))
        if options.margin_cap is not None:
            margin = min(max(margin, -options.margin_cap), options.margin_cap)
        turns.append(
            Turn(
                number,
                NOTHING if found is None else _match_points(found, result, side, options.points),
                tuple(i for k, ids in enumerate(table.sides) if k != side for i in ids),
                scores[side],
                margin,
                result.boxes[side] if result.boxes else 0,
                open=found is None,
                won=side not in result.forfeit and (bool(result.forfeit) or first == side),
            )
        )
    return turns


def _wholes(values: Sequence[Fraction | int]) -> tuple[list[int], int]:
    """Return values as whole multiples of 1/n, and n. Rankings add thousands of values, and fractions are slow."""
    parts = lcm(*{v.denominator for v in values})
    return [v.numerator * (parts // v.denominator) for v in values], parts


def _sum(values: Sequence[Fraction | int]) -> Fraction:
    wholes, parts = _wholes(values)
    return Fraction(sum(wholes), parts)


def recount_ranking(
    tournament: Tournament,
    places: Mapping[str, int] | None = None,
    ids: Sequence[str] | None = None,
    count: Counting | None = None,
) -> list[RankedLine]:
    """Return the ranking of a tournament without stages, or of some of its entrants. `places` rank before any tie-break.

    `count`: this tournament's counting, if it already exists.
    """
    count = count or Counting(tournament)
    order = by_seed(tournament.entrants) if ids is None else list(ids)
    names = [*(["place"] if places else []), *tournament.options.tiebreaks]
    values: dict[str, dict[str, Fraction | None]] = {who: {} for who in order}
    groups: list[tuple[list[str], str | None]] = [(order, None)] if order else []
    for name in names:
        for who in order:
            values[who][name] = _tiebreak_value(count, name, who, places)
        groups = [part for group in groups for part in _split(count, name, group, values)]
    lines: list[RankedLine] = []
    for k, (tied, by) in enumerate(groups):
        by = groups[1][1] if k == 0 and len(groups) > 1 else by
        lines += [RankedLine(rank, who, by, values[who]) for rank in [len(lines) + 1] for who in tied]
    return lines


def _tiebreak_value(count: Counting, name: str, who: str, places: Mapping[str, int] | None) -> Fraction | None:
    if name == "place":
        return Fraction((places or {})[who])
    return None if name == "head_to_head" else count.value(name, who)


def _split(
    count: Counting, name: str, group: tuple[list[str], str | None], values: dict[str, dict[str, Fraction | None]]
) -> list[tuple[list[str], str | None]]:
    tied, by = group
    if len(tied) == 1:
        return [group]
    if name == "head_to_head":
        for who, points in (count.among(tied) or {}).items():
            values[who][name] = points
    known_values = [value for who in tied if (value := values[who][name]) is not None]
    if len(known_values) < len(tied):
        return [group]
    levels: dict[int, list[str]] = {}
    for who, level in zip(tied, _wholes(known_values)[0], strict=True):
        levels.setdefault(level, []).append(who)
    order = sorted(levels, reverse=name not in FEWER)
    return [(levels[level], by if level == order[0] else name) for level in order]
