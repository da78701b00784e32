"""Check a Swiss round (tournament record, section 2) by comparing its costs with the least possible.

Only the first count on which a recorded round could be better is reported, so each count is settled separately. Most rounds
have no rematch, second bye or unwanted meeting. For these, two facts keep the graphs small:
- In a large score group there is always someone left to meet. If a pair skips such a group, replace it by two steps through
the
  group, since (x + y)² is at least x² + y². So only the small groups between two large ones matter, and the least costs of
  these
  stretches add up to a lower bound. If the recorded round costs more, more groups are treated as small, in the end all of
  them,
  which is the complete graph.
- If a pairing with the same match-point cost is nearer to the fold, none of its pairs can be farther from the fold than all
the
  recorded pairs together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import isqrt

from scorekeeper.pairing.record.record import Round, Tournament
from scorekeeper.pairing.verify.swiss_facts import BYE, KnownField, Pair, Price

LARGE = 12
"""In score groups larger than this, everyone is at first assumed to find an opponent."""
NEAR = 400
"""In a round far from the fold, pairs with a smaller squared distance are weighed first."""


def total_price(prices: Sequence[Price]) -> Price:
    a, b, c, d, e, f = (sum(column) for column in zip(*prices, strict=True))
    return a, b, c, d, e, f


def first_excess(known: KnownField, pairs: Sequence[Pair]) -> tuple[int, int, int] | None:
    """Return the most important count on which another pairing is better, or None if there is none.

    The result is the count's index, its value here and the least possible value.
    """
    read = total_price([known.price(a, b) for a, b in pairs])
    best = read
    if any(read[:4]):
        best = _with_bad_pairs(known, read)
    elif (gap := _least_gap(known, read[4])) < read[4]:
        best = (0, 0, 0, 0, gap, 0)
    elif read[5]:
        best = (0, 0, 0, 0, gap, _least_fold(known, pairs, gap, read[5]))
    return next(((k, got, least) for k, (got, least) in enumerate(zip(read, best, strict=True)) if got > least), None)


def _neighbour_gaps(known: KnownField) -> int:
    """Return the squared gaps of neighbours by score, added up. Without rematches, no pairing has a smaller total."""
    line = sorted(score for who, score in known.score.items() if who != BYE)
    if len(line) % 2:
        line.insert(0, known.score[BYE])
    return sum((line[k + 1] - line[k]) ** 2 for k in range(0, len(line), 2))


def _with_bad_pairs(known: KnownField, read: Price) -> Price:
    """Return the best price for a round with rematches, second byes or unwanted meetings.

    It is exact up to the first count that is lower.
    """
    seats = known.seats
    # A single pairing without these settles it. In a large field there is one near the fold.
    near = [(i, j, known.fold_distance(seats[i], seats[j])) for i, j in _pairs_near_fold(known, NEAR, None)]
    if _cheapest(len(seats), near) is not None:
        return (0, 0, 0, 0, *read[4:])
    return _over_every_pair(known)


def _over_every_pair(known: KnownField) -> Price:
    """Return the best price, from the complete graph."""
    seats = known.seats
    prices = {(k, m): known.price(seats[k], seats[m]) for k, m in combinations(range(len(seats)), 2)}
    # Combine the counts so that each one outweighs all that follow it.
    scale = [1]
    for column in (5, 4, 3, 2, 1):
        scale.insert(0, scale[0] * (max(p[column] for p in prices.values()) * len(seats) + 1))
    edges = [(k, m, sum(x * y for x, y in zip(p, scale, strict=True))) for (k, m), p in prices.items()]
    return total_price([prices[pair] for pair in _cheapest(len(seats), edges) or ()])


def _least_gap(known: KnownField, read: int) -> int:
    """Return the least total of squared gaps without a rematch or second bye.

    `read`: the total of a recorded round that has neither.
    """
    if read == _neighbour_gaps(known):
        return read
    large, most = LARGE, max(len(group) for group in known.groups)
    least = _bound(known, large)
    if least < read:
        # If the round is far from the bound, find a better pairing first, or the proof would weigh every pair.
        gaps = {
            (i, j): known.gap(known.seats[i], known.seats[j])
            for i, j in _pairs_near_fold(known, NEAR, read - _neighbour_gaps(known))
        }
        matching = _cheapest(len(known.seats), [(i, j, gap) for (i, j), gap in gaps.items()])
        read = min(read, sum(gaps[pair] for pair in matching)) if matching else read
    while least < read and large < most:
        large *= 4
        least = _bound(known, large)
    return least


def _bound(known: KnownField, large: int) -> int:
    """Return a lower bound for pairings without a rematch or second bye, exact if no group is larger than `large`."""
    groups, last = known.groups, len(known.groups)
    least = above = start = 0
    for k in range(last + 1):
        if k < last and len(groups[k]) <= large:
            continue
        odd = above % 2 == 1
        if start < k:
            least += _stretch_cost(known, start, k, odd=odd)
            above += sum(len(group) for group in groups[start:k])
        elif 0 < k < last and odd:
            least += known.gap(groups[k - 1][0], groups[k][0])
        above += len(groups[k]) if k < last else 0
        start = k + 1
    return least


def _stretch_cost(known: KnownField, start: int, end: int, *, odd: bool) -> int:
    """Return the least cost from the group above `start` to the group at `end`. All outside entrants count as members of
    these two.

    `odd`: an odd number of entrants are above, so one comes down. Any others who cross do so in twos.
    """
    members = [who for group in known.groups[start:end] for who in group]
    up = [known.groups[start - 1][0]] if start else []
    down = [known.groups[end][0]] if end < len(known.groups) else []
    if not down and known.odd:
        members.append(BYE)
    through = up * odd + down * ((len(members) + odd) % 2)
    score = known.score
    out = [[(score[who] - score[door]) ** 2 for door in (*up, *down)] for who in members]
    edges = []
    for i, j in combinations(range(len(members)), 2):
        ways = [x + y for x, y in zip(out[i], out[j], strict=True)]
        if known.legal(members[i], members[j]):
            ways.append(known.gap(members[i], members[j]))
        if ways:
            edges.append((i, j, min(ways)))
    line = [*members, *through]
    edges += [(i, j, known.gap(line[i], line[j])) for j in range(len(members), len(line)) for i in range(j)]
    costs = {(i, j): cost for i, j, cost in edges}
    matching = _cheapest(len(line), edges)
    assert matching is not None, "the recorded round itself is one"
    return sum(costs[pair] for pair in matching)


def _least_fold(known: KnownField, pairs: Sequence[Pair], gap: int, read: int) -> int:
    """Return the least sum of squared distances from the fold when the match-point sum is `gap`. `read`: the recorded sum."""
    seats, spare = known.seats, gap - _neighbour_gaps(known)
    at = {who: k for k, who in enumerate(seats)}
    seat_pairs = [(min(at[a], at[b]), max(at[a], at[b])) for a, b in pairs]
    best, reach = read, min(read, NEAR)
    while True:
        chosen = dict.fromkeys([*_pairs_near_fold(known, reach, spare), *seat_pairs])
        away = {(i, j): known.fold_distance(seats[i], seats[j]) for i, j in chosen}
        scale = len(seats) * max(away.values()) + 1
        seat_pairs = (
            _cheapest(len(seats), [(i, j, known.gap(seats[i], seats[j]) * scale + away[i, j]) for i, j in chosen]) or seat_pairs
        )
        best = sum(away[pair] for pair in seat_pairs)
        if best <= reach:
            return best
        reach = best


def _pairs_near_fold(known: KnownField, reach: int, spare: int | None) -> Iterator[tuple[int, int]]:
    """Yield pairs by seat whose squared distance from the fold is less than `reach`.

    Rematches and second byes are left out.
    `spare`: leave out pairs that make the squared gaps exceed the gaps of neighbours by more than this.
    """
    seats, r = known.seats, isqrt(reach - 1)
    starts = [0]
    for group in known.groups:
        starts.append(starts[-1] + len(group))
    for k, furthest in enumerate(_reach_of_groups(known, spare)):
        start, end = starts[k : k + 2]
        for i in range(start, end):
            wished = i + known.half[k]
            others = [*range(max(i + 1, wished - r), min(end, wished + r + 1))]
            if end - 1 - i <= r:
                width = isqrt(reach - 1 - (end - 1 - i) ** 2) + 1
                for m in range(k + 1, furthest + 1):
                    others += range(starts[m], min(starts[m + 1], starts[m] + width))
                if known.odd and furthest == len(known.groups) - 1 and known.fold_distance(seats[i], BYE) < reach:
                    others.append(len(seats) - 1)
            yield from ((i, j) for j in others if known.legal(seats[i], seats[j]))


def _reach_of_groups(known: KnownField, spare: int | None) -> Iterator[int]:
    """Yield for each score group the last one that a pair may reach, given the steps that any pairing must take.

    The number of pairs across a border is odd if the number of entrants above it is odd, else even. So where it is even, a
    pair that crosses needs a second pair that crosses too.
    """
    scores, last = [known.score[group[0]] for group in known.groups], len(known.groups) - 1
    above = [0]
    for group in known.groups:
        above.append(above[-1] + len(group))
    for k in range(last + 1):
        m, more = k, 0
        while m < last:
            step = (scores[m] - scores[m + 1]) ** 2
            more += -step if above[m + 1] % 2 else step
            if spare is not None and (scores[k] - scores[m + 1]) ** 2 + more > spare:
                break
            m += 1
        yield m


def _cheapest(seats: int, edges: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]] | None:
    """Return the cheapest pairs that leave no seat out, or None if there are none."""
    import rustworkx as rx  # not available on phones, which load the rest

    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(range(seats))
    graph.add_edges_from([(i, j, -cost) for i, j, cost in edges])
    matching = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(min(pair), max(pair)) for pair in matching] if 2 * len(matching) == seats else None


Fault = tuple[str, Mapping[str, object]]
MOST = 1500
"""With more entrants than this, weighing every pair would take too much memory, so costs are not compared."""
RULES = ("never", "rematch", "rather_not", "bye", "score_gap", "fold")


def swiss_faults(tournament: Tournament, one: Round, most: int = MOST) -> Iterator[Fault]:
    """Yield a Swiss round's avoidable faults, in the order of the tournament record, section 2.

    These are unwanted meetings, rematches, second byes, larger match-point gaps and greater distance from the fold. With
    more than `most` entrants they are not checked.
    """
    excused = {e.id for e in tournament.entrants if one.number in e.byes}
    out = [i for i in one.byes if i not in excused]
    paired_ids = [side[0] for t in one.tables for side in t.sides] + out
    threes = [t for t in one.tables if len(t.sides) == 3]
    if tournament.options.six_table and len(paired_ids) % 2 and len(paired_ids) > 1 and (out or len(threes) != 1):
        yield "six_table", {"read": len(threes)}
        return
    if threes and not (tournament.options.six_table and len(paired_ids) % 2):
        yield "six_table.off", {"table": threes[0].number}
        return
    pairs = (
        [(t.sides[0][0], t.sides[1][0]) for t in one.tables] + [(t.sides[2][0], BYE) for t in threes] + [(i, BYE) for i in out]
    )
    if len(paired_ids) % 2 != len(out) + len(threes):
        yield "bye.count", {"read": len(out), "right": len(paired_ids) % 2}
        return
    known = KnownField(tournament, paired_ids)
    if one.number == 1 and not threes and not any(known.never.values()) and not any(known.rather.values()):
        faults = list(_first_round(tournament, pairs))
        yield from faults
        if faults:
            return
    if pairs:
        yield from _cost_fault(known, pairs, most)
        for t in threes:
            yield from _third_pair_fault(known, one, t.sides[2][0], t.number)


def _first_round(tournament: Tournament, pairs: list[Pair]) -> Iterator[Fault]:
    """Yield pairs that break the first-round order 1 v n/2+1, 2 v n/2+2 … Everyone must have a seed.

    Entrants who sit out are skipped.
    """
    seeds = {e.id: e.seed for e in tournament.entrants}
    seed_pairs = [sorted((seeds[a] or 0, seeds[b] or 0)) for a, b in pairs if b != BYE]
    line = sorted(seed for pair in seed_pairs for seed in pair)
    if len({*line}) < len(line) or 0 in line:
        return
    for upper, lower in sorted(seed_pairs):
        right = line[(line.index(upper) + len(seed_pairs)) % len(line)]
        if lower != right:
            yield "first_round", {"seed": upper, "read": lower, "right": right}


def _cost_fault(known: KnownField, pairs: list[Pair], most: int) -> Iterator[Fault]:
    """Yield the first count, most important first, on which another pairing is better."""
    excess = None if len(known.score) > most else first_excess(known, pairs)
    if excess is not None:
        count, got, best = excess
        if RULES[count] != "fold" or known.is_order_certain:
            yield RULES[count], {"read": got, "right": best}


def _third_pair_fault(known: KnownField, one: Round, guest: str, number: int) -> Iterator[Fault]:
    """Yield a fault if the third pair of a table should be elsewhere.

    In order: fewest broken *never* rules, fewest rematches, fewest broken *rather not* rules, fewest pairs that have sat so
    before, nearest in points.
    """

    def price(pair: Pair) -> tuple[int, ...]:
        costs = (sum(i in found[guest] for i in pair) for found in (known.never, known.met, known.rather))
        return *costs, sum(i in known.sat_out for i in pair), sum((known.score[i] - known.score[guest]) ** 2 for i in pair)

    prices = {t.number: price((t.sides[0][0], t.sides[1][0])) for t in one.tables}
    best = min(prices, key=lambda k: prices[k])
    if prices[number] > prices[best]:
        yield "six_table.guest", {"who": guest, "read": number, "right": best}
