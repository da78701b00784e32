"""One Swiss round beside swisspair and networkx, and a rotation of 100 players over 10 rounds, all in the same run.

swisspair looks for a good pairing and is the floor in time; networkx finds the minimum over the complete graph. Each row says in
how many of the rounds a pairing cost more than ours: rematches, second byes, squared gaps of match points.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

import networkx as nx

from scorekeeper.tournament.balance import balance
from scorekeeper.tournament.director import next_round
from scorekeeper.tournament.field import Cost, Field
from scorekeeper.tournament.fold import best_pairs
from scorekeeper.tournament.record import Entrant, Options, Result, Round, Table, Tournament
from scorekeeper.tournament.rotation import rotation
from tests.benchmarks.rows import row

try:
    import swisspair
except ImportError:  # no wheel for this machine
    swisspair = None

SIZES = (32, 128, 512, 1024)
NETWORKX_UP_TO = 128
RUNS = 5
PLAYERS, ROUNDS = 100, 10

Pairs = list[tuple[int, int]]


def timed(work: Callable[[], Pairs]) -> tuple[float, Pairs]:
    """Milliseconds, and what came out."""
    start = time.perf_counter()
    found = work()
    return 1000 * (time.perf_counter() - start), found


def by_networkx(field: Field) -> Pairs:
    """The minimum by networkx over every pair."""
    graph = nx.Graph()
    for i in range(field.vertices):
        for j in range(i + 1, field.vertices):
            graph.add_edge(i, j, weight=-field.cost(i, j))
    return [(min(pair), max(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True)]


def by_swisspair(field: Field) -> Pairs:
    """The same field by swisspair, its own objects included, as a program that uses it must make them."""
    players = [
        swisspair.Player(str(i), field.points[i], i + 1, not field.had_bye[i], {str(j) for j in field.met[i]})
        for i in range(field.entrants)
    ]
    matches = swisspair.create_matches(players)
    pairs = [(int(m.p1.id), field.entrants if m.p2 is None else int(m.p2.id)) for m in matches]
    return [(min(pair), max(pair)) for pair in pairs]


def event(entrants: int, rounds: int, seed: int) -> list[tuple[Field, Tournament]]:
    """The fields before each round of an event whose stronger pairs win more often, and the record up to there."""
    draw = random.Random(seed)
    strength = [draw.gauss(0, 1) for _ in range(entrants)]
    names = tuple(Entrant(f"e{i}", f"Pair {i}", i + 1) for i in range(entrants))
    record = Tournament("swiss", names, options=Options(tiebreaks=("match_points",)))
    points = [0] * entrants
    met: list[set[int]] = [set() for _ in range(entrants)]
    found = []
    for number in range(1, rounds + 1):
        order = sorted(range(entrants), key=lambda i: -points[i])
        place = {i: k for k, i in enumerate(order)}
        past = [frozenset(place[j] for j in met[i]) for i in order]
        field = Field([points[i] for i in order], past, [False] * entrants, number)
        found.append((field, record))
        tables = []
        for k, (i, j) in enumerate(best_pairs(field), 1):
            a, b = order[i], order[j]
            met[a].add(b)
            met[b].add(a)
            won = strength[a] + draw.gauss(0, 1) > strength[b]
            points[a if won else b] += 2
            tables.append(Table(k, ((f"e{a}",), (f"e{b}",)), Result((200, 100) if won else (100, 200))))
        record = Tournament("swiss", names, (*record.rounds, Round(number, tuple(tables))), record.options)
    return found


def worth(field: Field, pairs: Pairs) -> tuple[int, int, int]:
    """What section 2 puts first."""
    cost = Cost.of(field, pairs)
    return cost.rematches, cost.second_byes, cost.gaps


def swiss(entrants: int) -> None:
    """Rows for one size: our pairing over the rounds of an event, each round timed several times beside the others."""
    spent: dict[str, list[float]] = {"ours": [], "swisspair": [], "networkx": [], "record": []}
    dearer = {"swisspair": 0, "networkx": 0}
    fields = event(entrants, min(10, entrants.bit_length()), entrants)[1:]
    for field, record in fields:
        runs = [timed(lambda f=field: best_pairs(Field(f.points, f.met, f.had_bye, f.seed))) for _ in range(RUNS)]  # type: ignore[misc]
        spent["ours"].append(statistics.median(ms for ms, _ in runs))
        ours = worth(field, runs[0][1])
        spent["record"].append(timed(lambda r=record: next_round(r) and [])[0])  # type: ignore[misc]
        others = {"swisspair": by_swisspair} if swisspair else {}
        if entrants <= NETWORKX_UP_TO:
            others["networkx"] = by_networkx
        for name, pair in others.items():
            runs = [timed(lambda f=field, p=pair: p(f)) for _ in range(RUNS if name == "swisspair" else 1)]  # type: ignore[misc]
            spent[name].append(statistics.median(ms for ms, _ in runs))
            dearer[name] += worth(field, runs[0][1]) > ours
            assert worth(field, runs[0][1]) >= ours
    ours_ms = statistics.mean(spent["ours"])
    rounds = len(fields)
    title = f"Swiss round, {entrants} entrants"
    for name in ("swisspair", "networkx"):
        if spent[name]:
            floor = statistics.mean(spent[name])
            row(f"{title}, beside {name}", ours_ms, "ms", floor, rounds=rounds, dearer_than_ours=dearer[name])
    row(f"{title}, from the record with its reasons", statistics.mean(spent["record"]), "ms", ours_ms, rounds=rounds)


def rotate() -> None:
    """A rotation, beside as many rounds of players merely shuffled."""
    names = tuple(f"p{k}" for k in range(PLAYERS))
    took = []
    for seed in range(RUNS):
        start = time.perf_counter()
        found = rotation(names, ROUNDS, seed)
        took.append(1000 * (time.perf_counter() - start))
    draw = random.Random(1)
    start = time.perf_counter()
    lots = []
    for _ in range(ROUNDS):
        line = list(names)
        draw.shuffle(line)
        lots.append(([((line[k], line[k + 1]), (line[k + 2], line[k + 3])) for k in range(0, PLAYERS, 4)], ()))
    shuffled = balance(names, lots)
    floor = 1000 * (time.perf_counter() - start)
    row(
        f"rotating partners, {PLAYERS} players over {ROUNDS} rounds",
        statistics.median(took),
        "ms",
        floor,
        balance=found.balance.key,
        shuffled=shuffled.key,
        perfect=found.balance.perfect,
    )


def main() -> None:
    """Every size, then the rotation."""
    if swisspair is None:
        print("swisspair is not installed: no rows beside it", file=sys.stderr)
    for entrants in SIZES:
        swiss(entrants)
    rotate()


if __name__ == "__main__":
    main()
