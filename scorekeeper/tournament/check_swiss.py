"""Whether a Swiss round is as section 2 wants it: the objective weighed anew, over every possible pair where it must be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm

import rustworkx as rx

from scorekeeper.tournament.record import Points, Result, Round, Tournament

Fault = tuple[str, Mapping[str, object]]
BYE = ""


class _Known:
    """What was known when a round was paired: scores of those to be seated, who met whom, who had sat out."""

    def __init__(self, tournament: Tournament, one: Round, excused: set[str]) -> None:
        stage = [r for r in tournament.before(one.number).rounds if r.stage == one.stage]
        points = tournament.options.points
        if tournament.method == "stages":
            points = tournament.options.stages[one.stage - 1].options.points
        self.score: dict[str, Fraction] = {}
        self.met: set[frozenset[str]] = set()
        self.sat_out: set[str] = set()
        for earlier in stage:
            for who in earlier.byes:
                self._add(who, points.bye)
                self.sat_out.add(who)
            for table in earlier.tables:
                for k, side in enumerate(table.sides):
                    self._add(side[0], worth(table.result, k, len(table.sides), points))
                    self.met |= {frozenset((side[0], other[0])) for other in table.sides[k + 1 :]}
                if len(table.sides) == 3:
                    self.sat_out |= {side[0] for side in table.sides}
        self.here = [side[0] for t in one.tables for side in t.sides] + [i for i in one.byes if i not in excused]
        scale = lcm(*(self.score.get(i, Fraction(0)).denominator for i in self.here))
        self.whole = {i: int(self.score.get(i, Fraction(0)) * scale) for i in self.here}
        self.lowest = min(self.whole.values(), default=0)
        self.fresh = any(i not in self.sat_out for i in self.here)

    def _add(self, who: str, points: Fraction) -> None:
        self.score[who] = self.score.get(who, Fraction(0)) + points

    def price(self, a: str, b: str) -> tuple[int, int, int]:
        """Rematch, second bye, squared difference of match points."""
        if b == BYE:
            return 0, int(self.fresh and a in self.sat_out), (self.whole[a] - self.lowest) ** 2
        return int(frozenset((a, b)) in self.met), 0, (self.whole[a] - self.whole[b]) ** 2


def worth(result: Result, side: int, sides: int, points: Points) -> Fraction:
    """Match points of one side of a table."""
    if side in result.forfeit:
        return points.forfeit
    if result.forfeit or result.winner == side:
        return points.win
    if result.winner is not None:
        return points.loss
    marks = list(result.scores or ())
    if result.games:
        marks = [sum(g[s] > max(g[:s] + g[s + 1 :]) for g in result.games) for s in range(sides)]
    if not marks:
        return Fraction(0)
    better = sum(m > marks[side] for m in marks)
    level = marks.count(marks[side])
    ladder = [points.win, points.loss] if sides == 2 else [points.win, points.tie, points.loss]
    if sides == 2 and level == 2:
        return points.tie
    return sum(ladder[better : better + level], Fraction(0)) / level


def swiss_faults(tournament: Tournament, one: Round, _method: str) -> Iterator[Fault]:
    """Rematches that could be avoided, a second bye, match points further apart than need be."""
    if one.by_hand:
        return
    excused = {e.id for e in tournament.entrants if one.number in e.byes}
    known = _Known(tournament, one, excused)
    pairs = [(t.sides[0][0], t.sides[1][0]) for t in one.tables]
    pairs += [(t.sides[2][0], BYE) for t in one.tables if len(t.sides) == 3]
    out = [i for i in one.byes if i not in excused]
    pairs += [(i, BYE) for i in out]
    if len(known.here) % 2 != len([p for p in pairs if p[1] == BYE]):
        yield "bye.count", {"read": len(out), "right": len(known.here) % 2}
        return
    if one.number == 1 and all(len(t.sides) == 2 for t in one.tables):
        yield from _first_round(tournament, pairs)
    prices = [known.price(a, b) for a, b in pairs]
    read = tuple(sum(column) for column in zip(*prices, strict=True)) if prices else (0, 0, 0)
    if read == (0, 0, _neighbours(known)):
        return
    right = _least(known)
    for name, got, best in zip(("rematch", "bye", "score_gap"), read, right, strict=True):
        if got > best:
            yield name, {"read": got, "right": best}
            return


def _first_round(tournament: Tournament, pairs: list[tuple[str, str]]) -> Iterator[Fault]:
    """Where everybody has a seed: 1 against n/2+1, 2 against n/2+2, …, whoever sits out left aside."""
    seeds = {e.id: e.seed for e in tournament.entrants}
    met = [sorted((seeds[a] or 0, seeds[b] or 0)) for a, b in pairs if b != BYE]
    line = sorted(seed for pair in met for seed in pair)
    if len({*line}) < len(line) or 0 in line:
        return
    for upper, lower in sorted(met):
        right = line[(line.index(upper) + len(met)) % len(line)]
        if lower != right:
            yield "first_round", {"seed": upper, "read": lower, "right": right}


def _neighbours(known: _Known) -> int:
    """No pairing has a smaller sum of squares than neighbours by score, rematches forgotten."""
    line = sorted(known.whole.values())
    if len(line) % 2:
        line.insert(0, known.lowest)
    return sum((line[k + 1] - line[k]) ** 2 for k in range(0, len(line), 2))


def _least(known: _Known) -> tuple[int, int, int]:
    seats = [*known.here, *([BYE] if len(known.here) % 2 else [])]
    span = (max(known.whole.values()) - known.lowest) ** 2 * len(seats) + 1
    graph: rx.PyGraph[str, int] = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(seats)
    edges = []
    for k, a in enumerate(seats):
        for m in range(k + 1, len(seats)):
            again, second, gap = known.price(a, seats[m])
            edges.append((k, m, -((again * len(seats) + second) * span + gap)))
    graph.add_edges_from(edges)
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    prices = [known.price(seats[min(k, m)], seats[max(k, m)]) for k, m in found]
    return (sum(p[0] for p in prices), sum(p[1] for p in prices), sum(p[2] for p in prices))
