"""Tournaments for tests: built by hand, or played for a while by chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from scorekeeper.tournament import corrections
from scorekeeper.tournament.director import is_finished, next_round
from scorekeeper.tournament.field import Field
from scorekeeper.tournament.record import Entrant, Options, Result, Round, Stage, Table, Tournament

Play = Callable[[Table], Result]


def entrants(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(f"e{k}", f"Pair {k}", k) for k in range(1, count + 1))


def tournament(method: str, count: int, seed: int = 1, **options: object) -> Tournament:
    return Tournament(method, entrants(count), options=Options(**options), seed=seed)  # type: ignore[arg-type]


def by_seed(table: Table) -> Result:
    """The better seed wins, 200 to 100."""
    places = [min(int(i[1:]) if i[1:].isdigit() else 99 for i in side) for side in table.sides]
    return Result(tuple(200 if p == min(places) else 100 for p in places))


def by_chance(seed: int) -> Play:
    draw = Random(seed)

    def play(table: Table) -> Result:
        scores = tuple(5 * draw.randrange(60) for _ in table.sides)
        return Result(scores, 0 if table.match and len(set(scores)) == 1 else None)

    return play


def played(t: Tournament, rounds: int, play: Play = by_seed) -> Tournament:
    """So many rounds paired and played, fewer if it ends before."""
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
    """A Swiss field with a history: so many rounds between random pairs that had not met."""
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
