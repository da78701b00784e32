"""Work out for the check what was known when a Swiss round was paired, and what each pair costs."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from itertools import groupby, permutations
from math import lcm

from scorekeeper.pairing.record.record import Tournament
from scorekeeper.pairing.recount import Counting, RankedLine, by_seed, has_distinct_seeds, recount_ranking
from scorekeeper.pairing.verify.constraints import opponents_apart, rules_for

Pair = tuple[str, str]
Price = tuple[int, int, int, int, int, int]
BYE = ""


class KnownField:
    """What was known about the entrants to seat.

    This includes scores as whole numbers, earlier opponents, rules to keep entrants apart, free points and ranks.
    `groups`: score groups, best first, each in ranking order.
    `seats`: everyone in the same order, and last the bye if there is one. The bye has the lowest score but is in no group.
    """

    def __init__(self, tournament: Tournament, paired_ids: list[str]) -> None:
        """Read the rounds in `tournament`, which come before the round to judge. `paired_ids`: the entrants that it pairs."""
        self.met: defaultdict[str, set[str]] = defaultdict(set)
        self.sat_out: set[str] = set()
        for earlier in tournament.rounds:
            self.sat_out |= {*earlier.byes}
            for table in earlier.tables:
                away = table.result.forfeit
                if away:
                    self.sat_out |= {side[0] for k, side in enumerate(table.sides) if k not in away}
                else:
                    for a, b in permutations((side[0] for side in table.sides), 2):
                        self.met[a].add(b)
                if len(table.sides) == 3:
                    self.sat_out |= {side[0] for side in table.sides}
        self.never, self.rather = (opponents_apart(rules, paired_ids) for rules in rules_for(tournament, tournament.next_number))
        self._tournament, self._count = tournament, Counting(tournament)
        total = self._count.total
        scale = lcm(*(total[i].denominator for i in paired_ids))
        self.score = {i: int(total[i] * scale) for i in paired_ids}
        self.score[BYE] = min(self.score.values(), default=0)
        self.odd = len(paired_ids) % 2 == 1
        self.fresh = any(i not in self.sat_out for i in paired_ids)
        self._lines = self._in_order(recount_ranking(tournament, count=self._count))
        self._group()

    def _in_order(self, lines: list[RankedLine]) -> list[RankedLine]:
        return sorted((line for line in lines if line.id in self.score), key=lambda line: -self.score[line.id])

    def _group(self) -> None:
        self.groups = [[line.id for line in group] for _, group in groupby(self._lines, key=lambda line: self.score[line.id])]
        self.group = {i: k for k, group in enumerate(self.groups) for i in group}
        self.place = {i: n for group in self.groups for n, i in enumerate(group)}
        self.seats = [*(line.id for line in self._lines), *([BYE] if self.odd else [])]
        # A floater from above meets the first of the group, and the last floats down. Neither is folded.
        above, self.half = 0, []
        for group in self.groups:
            came, goes = above % 2, (above + len(group)) % 2
            self.half.append((len(group) - came - goes) // 2)
            above += len(group)

    @cached_property
    def is_order_certain(self) -> bool:
        """Return whether the order of the score groups is certain.

        It is not if it depends on a missing or shared seed, or on whether a late entry was already known.
        """
        entrants = self._tournament.entrants
        known = {e.id: e for e in entrants}
        tied = [[known[line.id] for line in group] for _, group in groupby(self._lines, key=lambda line: line.rank)]
        if not all(len(group) == 1 or has_distinct_seeds(group) for group in tied):
            return False
        joined_entrants = [e for e in entrants if e.joined <= self._tournament.next_number]
        if len(joined_entrants) == len(entrants):
            return True
        known_then = self._in_order(recount_ranking(self._tournament, ids=by_seed(joined_entrants), count=self._count))
        return [line.id for line in known_then] == [line.id for line in self._lines]

    def legal(self, a: str, b: str) -> bool:
        """Return whether a pair is allowed. Either may be the bye.

        Not allowed are rematches, second byes while someone has had none, and pairs that a rule keeps apart.
        """
        if BYE in (a, b):
            return not (self.fresh and (a or b) in self.sat_out)
        return b not in self.met[a] and b not in self.never[a] and b not in self.rather[a]

    def gap(self, a: str, b: str) -> int:
        """Return the square of the difference in match points."""
        return (self.score[a] - self.score[b]) ** 2

    def fold_distance(self, a: str, b: str) -> int:
        """Return the square of a pair's distance from the fold."""
        if BYE in (a, b):
            who = a or b
            k = self.group[who]
            return (len(self.groups[k]) - 1 - self.place[who]) ** 2 + (len(self.groups) - 1 - k) ** 2
        upper, lower = self.group[a], self.group[b]
        if upper == lower:
            return (abs(self.place[a] - self.place[b]) - self.half[upper]) ** 2
        if upper > lower:
            a, b, upper = b, a, lower
        return (len(self.groups[upper]) - 1 - self.place[a]) ** 2 + self.place[b] ** 2

    def price(self, a: str, b: str) -> Price:
        """Return a pair's costs, most important first.

        In order: *never* rule, rematch, *rather not* rule, second bye, squared match-point difference, squared distance from
        the fold.
        """
        gap, away = self.gap(a, b), self.fold_distance(a, b)
        if BYE in (a, b):
            return 0, 0, 0, int(not self.legal(a, b)), gap, away
        return int(b in self.never[a]), int(b in self.met[a]), int(b in self.rather[a]), 0, gap, away
