"""*Meetings* of the tournament record, section 6: whom not to bring together, against every pairing there is."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.base.i18n import t_for
from scorekeeper.cli import main
from scorekeeper.tournament import corrections
from scorekeeper.tournament.check import check
from scorekeeper.tournament.director import next_round, standings
from scorekeeper.tournament.record import Apart, Result, Round, Table, Tournament
from scorekeeper.tournament.words import reason_text
from tests.tournament.events import by_chance, played, tournament
from tests.tournament.test_swiss import from_the_fold

Pairing = list[tuple[str, ...]]
RULES = ("never", "rather_not", "not_round_1")


def pairings(ids: Sequence[str]) -> Iterator[Pairing]:
    """Every way to pair them; of an odd number, somebody is left with nobody."""
    if len(ids) < 2:
        yield [tuple(ids)] if ids else []
        return
    first, *others = ids
    for k, other in enumerate(others):
        for rest in pairings(others[:k] + others[k + 1 :]):
            yield [(first, other), *rest]
    if len(ids) % 2:
        yield from ([(first,), *rest] for rest in pairings(others))


def apart_by_chance(draw: Random, ids: Sequence[str]) -> tuple[Apart, ...]:
    sizes = [draw.choice((2, 2, 2, 3, 4)) for _ in range(draw.randrange(1, 7))]
    return tuple(Apart(frozenset(draw.sample(ids, min(size, len(ids)))), draw.choice(RULES)) for size in sizes)


def swiss_by_chance(seed: int) -> Tournament:
    """A few entrants with seeds, rounds paired in any way whatever, and meetings by chance."""
    draw = Random(seed)
    t = tournament("swiss", draw.randrange(3, 9), seed=seed, rounds=12)
    ids = [e.id for e in t.entrants]
    for number in range(1, draw.choice((1, 1, 2, 3, 4, 5))):
        draw.shuffle(ids)
        pairs = [ids[k : k + 2] for k in range(0, len(ids) - 1, 2)]
        tables = tuple(
            Table(k, tuple((i,) for i in pair), Result(tuple(draw.choice(((2, 1), (1, 2), (1, 1)))))) for k, pair in enumerate(pairs, 1)
        )
        byes = tuple(ids[-1:]) if len(ids) % 2 else ()
        t = replace(t, rounds=(*t.rounds, Round(number, tables, byes, by_hand=True)))
    return replace(t, apart=apart_by_chance(draw, ids))


def price_of(t: Tournament, pairing: Pairing) -> tuple[Fraction, ...]:
    """What the contract counts, in its order."""
    rows = standings(t)
    points = {row.id: row.columns["match_points"] or Fraction(0) for row in rows}
    order = sorted(points, key=lambda i: -points[i])
    place = {i: k for k, i in enumerate(order)}
    met = {frozenset(table.ids) for one in t.rounds for table in one.tables}
    had = {i for one in t.rounds for i in one.byes}
    rather = {"rather_not"} | ({"not_round_1"} if not t.rounds else set())
    total = [Fraction(0)] * 6
    for pair in pairing:
        said = {one.rule for one in t.apart if len(pair) == 2 and {*pair} <= one.who}
        upper, *lower = sorted(pair, key=lambda i: place[i])
        less = points[lower[0]] if lower else min(points.values())
        fold = from_the_fold([points[i] for i in order], place[upper], place[lower[0]] if lower else len(order))
        again = not lower and upper in had and len(had) < len(order)
        counts = ("never" in said, frozenset(pair) in met, bool(said & rather), again, (points[upper] - less) ** 2, fold)
        total = [a + b for a, b in zip(total, counts, strict=True)]
    return tuple(total)


def as_round(t: Tournament, pairing: Pairing) -> Round:
    tables = [Table(k, tuple((i,) for i in pair)) for k, pair in enumerate((p for p in pairing if len(p) == 2), 1)]
    return Round(t.next_number, tuple(tables), tuple(p[0] for p in pairing if len(p) == 1))


def judged(t: Tournament, one: Round) -> list[str]:
    return [problem.rule for problem in check(replace(t, rounds=(*t.rounds, one))) if problem.round == one.number]


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6))
def test_a_swiss_round_is_the_best_of_all_pairings_in_the_order_of_the_contract(seed):
    t = swiss_by_chance(seed)
    draft = next_round(t)
    mine = [tuple(i for side in table.sides for i in side) for table in draft.tables] + [(i,) for i in draft.byes]
    every = list(pairings([e.id for e in t.entrants]))
    best = min(price_of(t, pairing) for pairing in every)
    assert price_of(t, mine) == best
    assert judged(t, draft.as_round()) == []
    other = Random(seed).choice(every)
    first = next((k for k, (a, b) in enumerate(zip(price_of(t, other), best, strict=True)) if a != b), None)
    names = ("never", "rematch", "rather_not", "bye", "score_gap", "fold")
    found = judged(t, as_round(t, other))
    assert found == ([] if first is None else [names[first]])
