"""A recorded tournament looked over again. Nothing here is shared with the pairing: what it finds, it counts for itself.

Each round is judged by what was known when it was paired (`Tournament.before`): a result corrected later is no fault of the
pairing. Rounds arranged `by_hand` are held to the rules of seating only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scorekeeper.tournament.check_movements import movement_faults
from scorekeeper.tournament.check_swiss import swiss_faults
from scorekeeper.tournament.record import Round, Table, Tournament


@dataclass(frozen=True)
class Problem:
    """Something that should not be: in which round (0: none), against which rule, with what."""

    round: int
    rule: str
    params: Mapping[str, object] = field(default_factory=dict)


def check(tournament: Tournament) -> list[Problem]:
    """Everything wrong with a record against sections 1 to 3; empty if nothing is."""
    found: list[Problem] = []
    for k, one in enumerate(tournament.rounds, 1):
        if one.number != k:
            found.append(Problem(one.number, "round.order", {"right": k}))
        seating = [*_seating(tournament, one), *(p for table in one.tables for p in _table(tournament, one, table))]
        found += seating
        if seating:
            continue
        method = _method(tournament, one)
        faults = swiss_faults if method == "swiss" else movement_faults
        found += [Problem(one.number, rule, params) for rule, params in faults(tournament, one, method)]
    return found


def _method(tournament: Tournament, one: Round) -> str:
    if tournament.method != "stages":
        return tournament.method
    stages = tournament.options.stages
    return stages[one.stage - 1].method if 1 <= one.stage <= len(stages) else ""


def _seating(tournament: Tournament, one: Round) -> Iterator[Problem]:
    known = {e.id: e for e in tournament.entrants}
    counts = Counter([*(i for t in one.tables for side in t.sides for i in side), *one.byes])
    for who, times in counts.items():
        if who not in known:
            yield Problem(one.number, "seat.unknown", {"who": who})
            continue
        if times > 1:
            yield Problem(one.number, "seat.twice", {"who": who, "times": times})
        entrant = known[who]
        if one.number < entrant.joined or (entrant.left is not None and one.number > entrant.left):
            yield Problem(one.number, "seat.absent", {"who": who})
    for number, times in Counter(t.number for t in one.tables).items():
        if times > 1:
            yield Problem(one.number, "table.twice", {"table": number})
    for who in sorted(_expected(tournament, one) - set(counts)):
        yield Problem(one.number, "seat.missing", {"who": who})


def _expected(tournament: Tournament, one: Round) -> set[str]:
    """Who must have a seat or a bye. In a knock-out those who are out have neither, so there nobody is missed here."""
    method = _method(tournament, one)
    if method not in ("swiss", "round_robin", "rotating_partners", "winners_up", "mitchell"):
        return set()
    here = {e.id for e in tournament.entrants if e.joined <= one.number and one.number not in e.absent}
    here -= {e.id for e in tournament.entrants if e.left is not None and e.left <= one.number}
    if tournament.method != "stages":
        return here
    tables = [(t.pool, t.ids) for r in tournament.rounds if r.stage == one.stage for t in r.tables]
    pools = {t.pool for t in one.tables}
    return here & {i for pool, ids in tables if pool in pools for i in ids}


def _table(tournament: Tournament, one: Round, table: Table) -> Iterator[Problem]:
    at = {"table": table.number}
    method = _method(tournament, one)
    size = 2 if method == "rotating_partners" or (method == "winners_up" and tournament.options.individuals) else 1
    sides = len(table.sides)
    if any(len(side) != size for side in table.sides):
        yield Problem(one.number, "table.side", {**at, "right": size})
    six = sides == 3 and method == "swiss"
    if sides != 2 and not six:
        yield Problem(one.number, "table.sides", {**at, "read": sides})
    result = table.result
    counts = [result.scores, result.boxes, *result.games]
    if any(row is not None and len(row) != sides for row in counts):
        yield Problem(one.number, "table.scores", at)
    named = [*result.forfeit, *([] if result.winner is None else [result.winner])]
    if any(not 0 <= side < sides for side in named) or result.winner in result.forfeit:
        yield Problem(one.number, "table.winner", at)
