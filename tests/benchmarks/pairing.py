"""A Swiss round next to swisspair and networkx, and a rotation of 100 players over 10 rounds.

swisspair is the baseline for time. networkx finds the minimum over the complete graph, and its pairs must equal ours. Each
row
next to swisspair says how many of its rounds reached the minimum of rematches, second byes and squared point gaps. networkx
gets every round up to 128 entrants and the last round of 512. For 1,024 it takes some ten minutes:
`python -m tests.benchmarks.pairing --networkx`. Times are processor times of one thread.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable

import networkx as nx

from scorekeeper.pairing.directing.director import next_round
from scorekeeper.pairing.movements.rotation import balance, rotation
from scorekeeper.pairing.record.record import Entrant, Options, Result, Round, Table, Tournament
from scorekeeper.pairing.swiss.field import Cost, Field
from scorekeeper.pairing.swiss.fold import best_pairs
from tests.benchmarks.rows import row, size
from tests.pairing.events import fields_played

try:
    import swisspair
except ImportError:  # no wheel for this machine
    swisspair = None

SIZES = size((32, 128, 512, 1024), (8, 16))
# networkx pairs every round up to the first size, and the last round up to the second.
NETWORKX_ALL, NETWORKX_LAST = size((128, 512), (8, 16))
MANY, SOME = size((1024, 300), (24, 22))
# Hard cases for a Swiss: late rounds, odd numbers, late entries and drop-outs, ties, favourites always winning.
HARD: tuple[tuple[str, int, int, dict[str, object]], ...] = (
    ("", MANY, 15, {}),
    (", the better wins", MANY - 1, 15, {"luck": 0.0}),
    (" who come and go", MANY, 15, {"late": 3, "leave": 0.02, "ties": 0.1}),
    (", 100 for a win and 49 for a tie", MANY, 15, {"worth": (100, 49, 60), "ties": 0.3}),
    ("", SOME, 20, {}),
    (", all ties", SOME + 1, 20, {"ties": 1.0}),
)
RUNS = size(5, 1)
PLAYERS, ROUNDS = size((100, 10), (8, 2))

Pairs = list[tuple[int, int]]


def timed(work: Callable[[], Pairs]) -> tuple[float, Pairs]:
    """Return processor milliseconds, and the result."""
    start = time.process_time()
    found = work()
    return 1000 * (time.process_time() - start), found


def by_networkx(field: Field) -> Pairs:
    """Return the minimum by networkx over every pair."""
    graph = nx.Graph()
    for i in range(field.vertices):
        for j in range(i + 1, field.vertices):
            graph.add_edge(i, j, weight=-field.cost(i, j))
    return [(min(pair), max(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True)]


def by_swisspair(field: Field) -> Pairs:
    """Return swisspair's pairs, including the time to make its objects."""
    players = [
        swisspair.Player(str(i), field.points[i], i + 1, not field.had_bye[i], {str(j) for j in field.met[i]})
        for i in range(field.entrants)
    ]
    matches = swisspair.create_matches(players)
    pairs = [(int(m.p1.id), field.entrants if m.p2 is None else int(m.p2.id)) for m in matches]
    return [(min(pair), max(pair)) for pair in pairs]


def event(entrants: int, rounds: int, seed: int) -> list[tuple[Field, Tournament]]:
    """Return the fields and records before each round of an event in which stronger pairs win more often."""
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
    """Return the first criteria of the tournament record, section 2."""
    cost = Cost.of(field, pairs)
    return cost.rematches, cost.second_byes, cost.gaps


def ours(field: Field) -> Pairs:
    """Return our pairs, with nothing computed in advance."""
    return best_pairs(Field(field.points, field.met, field.had_bye, field.seed))


def several(pair: Callable[[Field], Pairs], field: Field) -> tuple[float, Pairs]:
    """Return the median milliseconds of several runs, and the pairs."""
    runs = [timed(lambda: pair(field)) for _ in range(RUNS)]
    return statistics.median(ms for ms, _ in runs), runs[0][1]


def beside_swisspair(title: str, fields: Iterable[Field]) -> list[Pairs]:
    """Print a row for all of these rounds and the slowest, and return our pairs."""
    took: list[tuple[float, float]] = []
    found = []
    exact = 0
    for field in fields:
        ms, pairs = several(ours, field)
        found.append(pairs)
        floor, theirs = several(by_swisspair, field) if swisspair else (0.0, pairs)
        assert worth(field, theirs) >= worth(field, pairs), "a pairing cheaper than the minimum"
        exact += worth(field, theirs) == worth(field, pairs)
        took.append((ms, floor))
    value, floor = (statistics.mean(column) for column in zip(*took, strict=True))
    slowest = max(took, key=lambda both: both[0] / both[1] if both[1] else both[0])
    row(
        f"{title}, beside swisspair",
        value,
        "ms",
        floor or None,
        rounds=len(took),
        swisspair_at_the_minimum=exact if swisspair else None,
        worst_round=[round(ms, 1) for ms in slowest],
    )
    return found


def swiss(entrants: int, networkx_up_to: int) -> None:
    """Print the rows for one size. Each round is timed several times next to the others."""
    title = f"Swiss round, {entrants:,} entrants"
    rounds = event(entrants, min(10, entrants.bit_length()), entrants)[1:]
    pairs = beside_swisspair(title, [field for field, _ in rounds])
    chosen = range(len(rounds)) if entrants <= NETWORKX_ALL else [len(rounds) - 1] if entrants <= networkx_up_to else []
    spent = []
    for k in chosen:
        ms, theirs = timed(lambda k=k: by_networkx(rounds[k][0]))  # type: ignore[misc]
        assert sorted(theirs) == pairs[k], "networkx has another minimum"
        spent.append((timed(lambda k=k: ours(rounds[k][0]))[0], ms))  # type: ignore[misc]
    if spent:
        value, floor = (statistics.mean(column) for column in zip(*spent, strict=True))
        row(f"{title}, beside networkx", value, "ms", floor, rounds=len(spent), same_pairs=len(spent))
    whole = [timed(lambda r=record: next_round(r) and [])[0] for _, record in rounds]  # type: ignore[misc]
    alone = statistics.mean(timed(lambda f=field: ours(f))[0] for field, _ in rounds)  # type: ignore[misc]
    row(f"{title}, from the record with its reasons", statistics.mean(whole), "ms", alone, rounds=len(rounds))


def rotate() -> None:
    """Print the row of a rotation, next to the same number of rounds of shuffled players."""
    names = tuple(f"p{k}" for k in range(PLAYERS))
    took = []
    for seed in range(RUNS):
        start = time.process_time()
        found = rotation(names, ROUNDS, seed)
        took.append(1000 * (time.process_time() - start))
    draw = random.Random(1)
    start = time.process_time()
    lots = []
    for _ in range(ROUNDS):
        line = list(names)
        draw.shuffle(line)
        lots.append(([((line[k], line[k + 1]), (line[k + 2], line[k + 3])) for k in range(0, PLAYERS, 4)], ()))
    shuffled = balance(names, lots)
    floor = 1000 * (time.process_time() - start)
    row(
        f"rotating partners, {PLAYERS} players over {ROUNDS} rounds",
        statistics.median(took),
        "ms",
        floor,
        balance=found.balance.key,
        shuffled=shuffled.key,
        perfect=found.balance.perfect,
    )


def main(arguments: list[str]) -> None:
    """Run every size, the hard cases, then the rotation."""
    if swisspair is None:
        print("swisspair is not installed: no figures of it", file=sys.stderr)
    for entrants in SIZES:
        swiss(entrants, max(SIZES) if "--networkx" in arguments else NETWORKX_LAST)
    for what, entrants, rounds, history in HARD:
        fields = list(fields_played(entrants, rounds, entrants, **history))  # type: ignore[arg-type]
        beside_swisspair(f"Swiss round, {entrants:,} entrants{what}, rounds {rounds - 5} to {rounds}", fields[-6:])
    rotate()


if __name__ == "__main__":
    main(sys.argv[1:])
