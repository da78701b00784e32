"""Whether a Swiss round is as section 2 wants it: the objective weighed anew, over every possible pair where it must be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, groupby
from math import lcm

import rustworkx as rx

from scorekeeper.tournament.check_counting import Count, Line, ranked, seeded
from scorekeeper.tournament.record import Round, Tournament

Fault = tuple[str, Mapping[str, object]]
Pair = tuple[str, str]
Price = tuple[int, int, int, int]
BYE = ""
MOST = 1500
"""Among more entrants, weighing every pair takes more memory than a check is worth: only what a bound proves is told."""
RULES = ("rematch", "bye", "score_gap", "fold")


class _Known:
    """What was known when a round was paired: scores of those to be seated, who met whom, who had sat out, who ranked where."""

    def __init__(self, tournament: Tournament, here: list[str]) -> None:
        self.met: set[frozenset[str]] = set()
        self.sat_out: set[str] = set()
        for earlier in tournament.rounds:
            self.sat_out |= {*earlier.byes}
            for table in earlier.tables:
                self.met |= {frozenset(pair) for pair in combinations((side[0] for side in table.sides), 2)}
                if len(table.sides) == 3:
                    self.sat_out |= {side[0] for side in table.sides}
        total = Count(tournament).total
        scale = lcm(*(total[i].denominator for i in here))
        self.score = {i: int(total[i] * scale) for i in here}
        self.score[BYE] = min(self.score.values(), default=0)
        self.fresh = any(i not in self.sat_out for i in here)
        self._rank(tournament)

    def _rank(self, tournament: Tournament) -> None:
        """Score groups in ranking order; `told`: nothing in that order hangs on a seed that is missing or shared, nor on
        whether a late entry was already known.
        """
        lines = self._lines(tournament)
        self.groups = [[line.id for line in group] for _, group in groupby(lines, key=lambda line: self.score[line.id])]
        known = {e.id: e for e in tournament.entrants}
        tied = [[known[line.id] for line in group] for _, group in groupby(lines, key=lambda line: line.rank)]
        self.told = all(len(group) == 1 or seeded(group) for group in tied)
        there = tuple(e for e in tournament.entrants if e.joined <= tournament.next_number)
        if len(there) < len(tournament.entrants):
            known_then = self._lines(replace(tournament, entrants=there))
            self.told = self.told and [line.id for line in known_then] == [line.id for line in lines]
        self.group = {i: k for k, group in enumerate(self.groups) for i in group}
        self.place = {i: n for group in self.groups for n, i in enumerate(group)}
        # Who is sent down by the group above takes the first place, who is sent further down the last: neither is folded.
        above, self.half = 0, []
        for group in self.groups:
            came, goes = above % 2, (above + len(group)) % 2
            self.half.append((len(group) - came - goes) // 2)
            above += len(group)

    def _lines(self, tournament: Tournament) -> list[Line]:
        return sorted((line for line in ranked(tournament) if line.id in self.score), key=lambda line: -self.score[line.id])

    def away(self, a: str, b: str) -> int:
        """The square of how far a pair is from the fold."""
        if BYE in (a, b):
            who = a or b
            k = self.group[who]
            return (len(self.groups[k]) - 1 - self.place[who]) ** 2 + (len(self.groups) - 1 - k) ** 2
        (upper, first), (lower, second) = sorted((self.group[i], self.place[i]) for i in (a, b))
        if upper == lower:
            return (second - first - self.half[upper]) ** 2
        return (len(self.groups[upper]) - 1 - first) ** 2 + second**2

    def price(self, a: str, b: str) -> Price:
        """Rematch, second bye, squared difference of match points, squared distance from the fold."""
        second = int(BYE in (a, b) and self.fresh and (a or b) in self.sat_out)
        return int(frozenset((a, b)) in self.met), second, (self.score[a] - self.score[b]) ** 2, self.away(a, b)


def swiss_faults(tournament: Tournament, one: Round, most: int = MOST) -> Iterator[Fault]:
    """Rematches that could be avoided, a second bye, match points further apart or less like the fold than need be.

    Among more than `most` only what a bound proves is told.
    """
    excused = {e.id for e in tournament.entrants if one.number in e.byes}
    out = [i for i in one.byes if i not in excused]
    here = [side[0] for t in one.tables for side in t.sides] + out
    threes = [t for t in one.tables if len(t.sides) == 3]
    if tournament.options.six_table and len(here) % 2 and len(here) > 1 and (out or len(threes) != 1):
        yield "six_table", {"read": len(threes)}
        return
    if threes and not (tournament.options.six_table and len(here) % 2):
        yield "six_table.off", {"table": threes[0].number}
        return
    pairs = (
        [(t.sides[0][0], t.sides[1][0]) for t in one.tables] + [(t.sides[2][0], BYE) for t in threes] + [(i, BYE) for i in out]
    )
    if len(here) % 2 != len(out) + len(threes):
        yield "bye.count", {"read": len(out), "right": len(here) % 2}
        return
    if one.number == 1 and not threes:
        faults = list(_first_round(tournament, pairs))
        yield from faults
        if faults:
            return
    if pairs:
        known = _Known(tournament, here)
        yield from _dear(known, pairs, most)
        for t in threes:
            yield from _third(known, one, t.sides[2][0], t.number)


def _first_round(tournament: Tournament, pairs: list[Pair]) -> Iterator[Fault]:
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


def _dear(known: _Known, pairs: list[Pair], most: int) -> Iterator[Fault]:
    """The first count, in order of importance, on which another pairing is better."""
    read = _sum([known.price(a, b) for a, b in pairs])
    if read == (0, 0, _neighbours(known), 0) or len(known.score) > most:
        return
    right = _least(known)
    for name, got, best in zip(RULES, read, right, strict=True):
        if got > best:
            if name != "fold" or known.told:
                yield name, {"read": got, "right": best}
            return


def _sum(prices: list[Price]) -> Price:
    a, b, c, d = (sum(column) for column in zip(*prices, strict=True))
    return a, b, c, d


def _neighbours(known: _Known) -> int:
    """No pairing has a smaller sum of squares than neighbours by score, rematches forgotten."""
    line = sorted(score for who, score in known.score.items() if who != BYE)
    if len(line) % 2:
        line.insert(0, known.score[BYE])
    return sum((line[k + 1] - line[k]) ** 2 for k in range(0, len(line), 2))


def _least(known: _Known) -> Price:
    """What the best pairing costs, over the complete graph."""
    seats = [i for i in known.score if i != BYE]
    seats += [BYE] if len(seats) % 2 else []
    prices = {(k, m): known.price(seats[k], seats[m]) for k, m in combinations(range(len(seats)), 2)}
    # One number in which a count outweighs everything that can come together after it.
    scale = [1]
    for column in (3, 2, 1):
        scale.append(scale[-1] * (max((p[column] for p in prices.values()), default=0) * len(seats) + 1))
    graph: rx.PyGraph[str, int] = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(seats)
    graph.add_edges_from([(k, m, -sum(x * y for x, y in zip(p, reversed(scale), strict=True))) for (k, m), p in prices.items()])
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return _sum([prices[min(pair), max(pair)] for pair in found])


def _third(known: _Known, one: Round, guest: str, number: int) -> Iterator[Fault]:
    """The third pair of a table: first where it has met the fewest, then where the fewest have sat so, then nearest in points."""

    def price(pair: Pair) -> tuple[int, int, int]:
        met = sum(frozenset((i, guest)) in known.met for i in pair)
        return met, sum(i in known.sat_out for i in pair), sum((known.score[i] - known.score[guest]) ** 2 for i in pair)

    prices = {t.number: price((t.sides[0][0], t.sides[1][0])) for t in one.tables}
    best = min(prices, key=lambda k: prices[k])
    if prices[number] > prices[best]:
        yield "six_table.guest", {"who": guest, "read": number, "right": best}
