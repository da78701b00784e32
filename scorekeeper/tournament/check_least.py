"""The least that a Swiss round can cost, for the check: exact, and where that can be proved without weighing every pair.

Only the first count on which a recorded round could have been better is told, so each is settled for itself. Most rounds have
neither rematch nor second bye, nor a meeting that is not wanted, and then two things keep the graphs small:

- Among many with the same score somebody is always left whom one has not met. Take any pair that spans such a group for two
  steps, one to the group and one from it: (x + y)² is no less than x² + y². So what is paid between two large groups is a
  matter of the small ones between them, and the least of each stretch adds up to what no pairing can beat. Where the recorded
  round pays more, more groups count as small, in the end all: that is the complete graph.
- A pairing with the same match points that is nearer to the fold has no single pair farther from it than the recorded one has
  all its pairs together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import isqrt

from scorekeeper.tournament.check_known import BYE, Known, Pair, Price

LARGE = 12
"""In a score group of more, everybody is first taken to find an opponent, whoever has met whom."""
NEAR = 400
"""Of a round far from the fold, pairs of a smaller squared distance are weighed first."""


def total(prices: Sequence[Price]) -> Price:
    """What pairs cost together."""
    a, b, c, d, e, f = (sum(column) for column in zip(*prices, strict=True))
    return a, b, c, d, e, f


def first_excess(known: Known, pairs: Sequence[Pair]) -> tuple[int, int, int] | None:
    """The first count of a price, in order of importance, on which another pairing is better than this one of all of them:
    which, what it is here, and the least that it can be. None if this one is the best.
    """
    read = total([known.price(a, b) for a, b in pairs])
    best = read
    if any(read[:4]):
        best = _with_bad_pairs(known, read)
    elif (gap := _least_gap(known, read[4])) < read[4]:
        best = (0, 0, 0, 0, gap, 0)
    elif read[5]:
        best = (0, 0, 0, 0, gap, _least_fold(known, pairs, gap, read[5]))
    return next(((k, got, least) for k, (got, least) in enumerate(zip(read, best, strict=True)) if got > least), None)


def _neighbours(known: Known) -> int:
    """No pairing has a smaller sum of squares than neighbours by score, rematches forgotten."""
    line = sorted(score for who, score in known.score.items() if who != BYE)
    if len(line) % 2:
        line.insert(0, known.score[BYE])
    return sum((line[k + 1] - line[k]) ** 2 for k in range(0, len(line), 2))


def _with_bad_pairs(known: Known, read: Price) -> Price:
    """The best price beside that of a round with rematches, second byes or meetings not wanted, as far as to the first count that
    is less.
    """
    seats = known.seats
    # One pairing without any settles it, and where many are seated one is found near the fold.
    near = [(i, j, known.away(seats[i], seats[j])) for i, j in _near(known, NEAR, None)]
    if _cheapest(len(seats), near) is not None:
        return (0, 0, 0, 0, *read[4:])
    return _over_every_pair(known)


def _over_every_pair(known: Known) -> Price:
    """The best price, from the complete graph."""
    seats = known.seats
    prices = {(k, m): known.price(seats[k], seats[m]) for k, m in combinations(range(len(seats)), 2)}
    # One number in which a count outweighs everything that can come together after it.
    scale = [1]
    for column in (5, 4, 3, 2, 1):
        scale.insert(0, scale[0] * (max(p[column] for p in prices.values()) * len(seats) + 1))
    edges = [(k, m, sum(x * y for x, y in zip(p, scale, strict=True))) for (k, m), p in prices.items()]
    return total([prices[pair] for pair in _cheapest(len(seats), edges) or ()])


def _least_gap(known: Known, read: int) -> int:
    """The least sum of squares without rematch and second bye, beside a round that has neither and this sum."""
    if read == _neighbours(known):
        return read
    large, most = LARGE, max(len(group) for group in known.groups)
    least = _bound(known, large)
    if least < read:
        # Of a round that is far from the least, another must show what can be reached, or all would be weighed to prove it.
        gaps = {(i, j): known.gap(known.seats[i], known.seats[j]) for i, j in _near(known, NEAR, read - _neighbours(known))}
        matching = _cheapest(len(known.seats), [(i, j, gap) for (i, j), gap in gaps.items()])
        read = min(read, sum(gaps[pair] for pair in matching)) if matching else read
    while least < read and large < most:
        large *= 4
        least = _bound(known, large)
    return least


def _bound(known: Known, large: int) -> int:
    """What no pairing without rematch and second bye can beat; the least itself if no group is of more than `large`."""
    groups, last = known.groups, len(known.groups)
    least = above = start = 0
    for k in range(last + 1):
        if k < last and len(groups[k]) <= large:
            continue
        odd = above % 2 == 1
        if start < k:
            least += _stretch(known, start, k, odd=odd)
            above += sum(len(group) for group in groups[start:k])
        elif 0 < k < last and odd:
            least += known.gap(groups[k - 1][0], groups[k][0])
        above += len(groups[k]) if k < last else 0
        start = k + 1
    return least


def _stretch(known: Known, start: int, end: int, *, odd: bool) -> int:
    """The least that is paid from the group above `start` down to that at `end`; whoever is outside counts as in these two.

    `odd`: an odd number are above, so somebody comes in from there. Any others who go up or down do so in twos.
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


def _least_fold(known: Known, pairs: Sequence[Pair], gap: int, read: int) -> int:
    """The least sum of squared distances from the fold where that of match points is `gap`, for a round with `gap` and `read`."""
    seats, spare = known.seats, gap - _neighbours(known)
    at = {who: k for k, who in enumerate(seats)}
    kept = [(min(at[a], at[b]), max(at[a], at[b])) for a, b in pairs]
    best, reach = read, min(read, NEAR)
    while True:
        chosen = dict.fromkeys([*_near(known, reach, spare), *kept])
        away = {(i, j): known.away(seats[i], seats[j]) for i, j in chosen}
        scale = len(seats) * max(away.values()) + 1
        kept = _cheapest(len(seats), [(i, j, known.gap(seats[i], seats[j]) * scale + away[i, j]) for i, j in chosen]) or kept
        best = sum(away[pair] for pair in kept)
        if best <= reach:
            return best
        reach = best


def _near(known: Known, reach: int, spare: int | None) -> Iterator[tuple[int, int]]:
    """The pairs without rematch and second bye whose squared distance from the fold is below `reach`, by their seats.

    `spare`: none that makes the sum of squares larger by more than this than neighbours by score have it.
    """
    seats, r = known.seats, isqrt(reach - 1)
    starts = [0]
    for group in known.groups:
        starts.append(starts[-1] + len(group))
    for k, furthest in enumerate(_furthest(known, spare)):
        start, end = starts[k : k + 2]
        for i in range(start, end):
            wished = i + known.half[k]
            others = [*range(max(i + 1, wished - r), min(end, wished + r + 1))]
            if end - 1 - i <= r:
                width = isqrt(reach - 1 - (end - 1 - i) ** 2) + 1
                for m in range(k + 1, furthest + 1):
                    others += range(starts[m], min(starts[m + 1], starts[m] + width))
                if known.odd and furthest == len(known.groups) - 1 and known.away(seats[i], BYE) < reach:
                    others.append(len(seats) - 1)
            yield from ((i, j) for j in others if known.legal(seats[i], seats[j]))


def _furthest(known: Known, spare: int | None) -> Iterator[int]:
    """For each score group, the last one to which a pair may go, by the steps that any pairing must take all the same.

    Each border between groups is crossed by as many pairs, evenly or oddly, as there are above it; so where these are even, by
    another pair too.
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
    """The pairs of least cost in all that leave no seat out; None if there are none."""
    import rustworkx as rx  # a phone has none, and loads all the rest

    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(range(seats))
    graph.add_edges_from([(i, j, -cost) for i, j, cost in edges])
    matching = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(min(pair), max(pair)) for pair in matching] if 2 * len(matching) == seats else None
