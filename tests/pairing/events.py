"""Tournaments for tests, built by hand or played at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from scorekeeper.pairing.directing import corrections
from scorekeeper.pairing.directing.director import is_finished, next_round
from scorekeeper.pairing.record.record import Entrant, Options, Result, Round, Stage, Table, Tournament
from scorekeeper.pairing.swiss.field import Field
from scorekeeper.pairing.swiss.fold import best_pairs

Play = Callable[[Table], Result]


def entrants(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(f"e{k}", f"Pair {k}", k) for k in range(1, count + 1))


def tournament(method: str, count: int, seed: int = 1, **options: object) -> Tournament:
    return Tournament(method, entrants(count), options=Options(**options), seed=seed)  # type: ignore[arg-type]


def by_seed(table: Table) -> Result:
    """Let the better seed win, 200 to 100."""
    places = [min(int(i[1:]) if i[1:].isdigit() else 99 for i in side) for side in table.sides]
    return Result(tuple(200 if p == min(places) else 100 for p in places))


def by_chance(seed: int) -> Play:
    draw = Random(seed)

    def play(table: Table) -> Result:
        scores = tuple(5 * draw.randrange(60) for _ in table.sides)
        return Result(scores, 0 if table.match and len(set(scores)) == 1 else None)

    return play


def played(t: Tournament, rounds: int, play: Play = by_seed) -> Tournament:
    """Pair and play that many rounds, or fewer if the event ends."""
    for _ in range(rounds):
        if is_finished(t):
            break
        t = corrections.with_round(t, next_round(t))
        last = t.rounds[-1]
        tables = tuple(replace(table, result=play(table)) for table in last.tables)
        t = replace(t, rounds=(*t.rounds[:-1], replace(last, tables=tables)))
    return t


def seats(one: Round) -> list[tuple[str, ...]]:
    return [tuple("+".join(side) for side in t.sides) for t in one.tables]


def pools_then_knockout(pools: int, count: int) -> Tournament:
    first = Stage("round_robin", Options(), pools=pools, advance=2)
    return tournament("stages", count, stages=(first, Stage("single_elimination", Options())))


def field_after(entrants: int, rounds: int, seed: int) -> Field:
    """Return a Swiss field after that many rounds of random pairs without rematches."""
    draw = Random(seed)
    points = [0] * entrants
    met: list[set[int]] = [set() for _ in range(entrants)]
    out = [False] * entrants
    for _ in range(rounds):
        free = list(range(entrants))
        draw.shuffle(free)
        if entrants % 2:
            sitting = next((i for i in free if not out[i]), free[0])
            free.remove(sitting)
            out[sitting] = True
            points[sitting] += 2
        free.sort(key=lambda i: (-points[i], draw.random()))
        while free:
            one = free.pop(0)
            other = next((j for j in free if j not in met[one]), free[0])
            free.remove(other)
            met[one].add(other)
            met[other].add(one)
            points[draw.choice((one, other))] += 2
    order = sorted(range(entrants), key=lambda i: -points[i])
    place = {i: k for k, i in enumerate(order)}
    return Field(
        [points[i] for i in order],
        [frozenset(place[j] for j in met[i]) for i in order],
        [out[i] for i in order],
        seed,
    )


def fields_played(
    entrants: int,
    rounds: int,
    seed: int,
    *,
    ties: float = 0.0,
    late: int = 0,
    leave: float = 0.0,
    worth: tuple[int, int, int] = (2, 1, 2),
    luck: float = 1.0,
) -> Iterator[Field]:
    """Yield the fields of a Swiss in which stronger entrants win more often, each paired optimally.

    `worth`: match points of a win, a tie, a bye. `luck`: the randomness of results. `leave`: the chance of leaving before a
    round.
    """
    draw = Random(seed)
    strength = [draw.gauss(0, 1) for _ in range(entrants)]
    points, out = [0] * entrants, [False] * entrants
    met: list[set[int]] = [set() for _ in range(entrants)]
    here = list(range(entrants))
    for number in range(1, rounds + 1):
        if number > 1:
            here = [i for i in here if draw.random() >= leave] + list(range(len(points), len(points) + late))
            for _ in range(late):
                strength.append(draw.gauss(0, 1))
                points.append(0)
                out.append(False)
                met.append(set())
        order = sorted(here, key=lambda i: (-points[i], draw.random()))
        if len(order) < 2:
            return
        place = {i: k for k, i in enumerate(order)}
        past = [frozenset(place[j] for j in met[i] if j in place) for i in order]
        field = Field([points[i] for i in order], past, [out[i] for i in order], 1009 * seed + number)
        yield field
        for k, m in best_pairs(field):
            one = order[k]
            if m == field.entrants:
                points[one] += worth[2]
                out[one] = True
                continue
            other = order[m]
            met[one].add(other)
            met[other].add(one)
            if draw.random() < ties:
                points[one] += worth[1]
                points[other] += worth[1]
            else:
                first = strength[one] + luck * draw.gauss(0, 1) > strength[other] + luck * draw.gauss(0, 1)
                points[one if first else other] += worth[0]


# Hard cases for a pairing: no ties or many, late entries and drop-outs, favourites always winning, rare points.
HISTORIES: tuple[dict[str, object], ...] = (
    {},
    {"ties": 0.3},
    {"ties": 1.0},
    {"late": 2, "leave": 0.02, "ties": 0.1},
    {"leave": 0.08},
    {"luck": 0.0},
    {"worth": (6, 2, 6), "ties": 0.25},
    {"worth": (100, 49, 60), "ties": 0.3},
)
