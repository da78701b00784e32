"""Check which entrants a round should have kept apart (tournament record, section 6, *meetings*).

It reads the rules with its own code. A fault is reported only if a better round exists.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorekeeper.pairing.record.record import ApartRule, Round, Tournament

Fault = tuple[str, Mapping[str, object]]
Seats = Sequence[Sequence[str]]
RULES = ("never", "rather_not")


def rules_for(tournament: Tournament, number: int) -> tuple[list[ApartRule], list[ApartRule]]:
    """Return the *never* rules and the *rather not* rules for a round. Round 1 includes *not in round 1*."""
    rather = ("rather_not", "not_round_1") if number == 1 else ("rather_not",)
    return [one for one in tournament.apart if one.rule == "never"], [one for one in tournament.apart if one.rule in rather]


def opponents_apart(rules: Iterable[ApartRule], present_ids: Iterable[str]) -> defaultdict[str, set[str]]:
    """Return, by entrant, the present entrants who should not be their opponents."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    present = {*present_ids}
    for one in rules:
        if one.role != "partners":
            for who in one.who & present:
                found[who] |= (one.who & present) - {who}
    return found


@dataclass(frozen=True)
class RoundRules:
    """The rules that apply to the tables of one round."""

    never: Sequence[ApartRule]
    rather: Sequence[ApartRule]

    @classmethod
    def of(cls, tournament: Tournament, one: Round) -> RoundRules:
        """Return the rules that concern the entrants seated in a round."""
        seated = {i for t in one.tables for i in t.ids}
        kinds = [[rule for rule in rules if len(rule.who & seated) > 1] for rules in rules_for(tournament, one.number)]
        return cls(*kinds)

    def __bool__(self) -> bool:
        return bool(self.never or self.rather)

    def count_broken(self, sides: Seats) -> tuple[int, int]:
        """Return how many pairs at a table break a *never* rule, and how many a *rather not* rule."""
        side = {who: s for s, ids in enumerate(sides) for who in ids}
        twos = [(a, b, "partners" if side[a] == side[b] else "opponents") for a, b in combinations(side, 2)]
        never, rather = (
            sum(any(a in r.who and b in r.who and r.role in (None, what) for r in rules) for a, b, what in twos)
            for rules in (self.never, self.rather)
        )
        return never, rather

    def apart(self, a: str, b: str) -> tuple[int, int]:
        """Return the same counts for two entrants as opponents."""
        return self.count_broken(((a,), (b,)))


def exchange_faults(round_rules: RoundRules, one: Round, *, only_never: bool = False, in_place: bool = False) -> Iterator[Fault]:
    """Yield a fault if exchanging two entrants would break fewer rules.

    `in_place`: only exchange entrants who are both named first on their side, or both second.
    """
    tables = [t.sides for t in one.tables]
    counts = [round_rules.count_broken(sides) for sides in tables]
    read = best = (sum(never for never, _ in counts), sum(rather for _, rather in counts))
    seats = [(k, s, n) for k, sides in enumerate(tables) for s, side in enumerate(sides) for n in range(len(side))]
    for k, s, n in (seat for seat in seats if any(counts[seat[0]])):
        for m, z, q in seats:
            if (k, s) == (m, z) or (in_place and n != q):
                continue
            a, b = tables[k][s][n], tables[m][z][q]
            to = {a: b, b: a}
            before, after = [0, 0], [0, 0]
            for x in {k, m}:
                new = round_rules.count_broken([[to.get(i, i) for i in side] for side in tables[x]])
                before, after = ([u + v for u, v in zip(*two, strict=True)] for two in ((before, counts[x]), (after, new)))
            best = min(best, (read[0] - before[0] + after[0], read[1] - before[1] + after[1]))
    yield from first_excess_fault(read, best, only_never=only_never)


def first_excess_fault(read: tuple[int, int], best: tuple[int, int], *, only_never: bool = False) -> Iterator[Fault]:
    """Yield a fault for the first count that is above the best possible."""
    for k in range(1 if only_never else 2):
        if read[k] != best[k]:
            yield RULES[k], {"read": read[k], "right": best[k]}
            return


def least_counts(vertices: Sequence[str], prices: Mapping[tuple[str, str], tuple[int, int]]) -> tuple[int, int] | None:
    """Return the lowest *never* and *rather not* counts of all ways to form these pairs, or None if there is none."""
    import rustworkx as rx  # not available on phones, which load the rest

    at, much = {who: k for k, who in enumerate(vertices)}, len(vertices) + 1
    graph: rx.PyGraph[str, int] = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(vertices)
    graph.add_edges_from([(at[a], at[b], -(never * much + rather)) for (a, b), (never, rather) in prices.items()])
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < len(vertices):
        return None
    id_pairs = [(vertices[a], vertices[b]) for a, b in found]
    each = [prices[two] if two in prices else prices[two[1], two[0]] for two in id_pairs]
    return sum(never for never, _ in each), sum(rather for _, rather in each)


def pairing_faults(round_rules: RoundRules, one: Round) -> Iterator[Fault]:
    """Yield a fault if another pairing of the round would break fewer rules. Any two pairs may meet."""
    ids = [who for t in one.tables for who in t.ids]
    counts = [round_rules.count_broken(t.sides) for t in one.tables]
    best = least_counts(ids, {(a, b): round_rules.apart(a, b) for a, b in combinations(ids, 2)})
    read = (sum(never for never, _ in counts), sum(rather for _, rather in counts))
    yield from first_excess_fault(read, best or read)
