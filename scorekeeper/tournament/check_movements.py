"""Whether the rounds of the other methods are as they should be, counted from the tables alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

import rustworkx as rx

from scorekeeper.tournament.record import Result, Round, Table, Tournament

Fault = tuple[str, Mapping[str, object]]


def movement_faults(tournament: Tournament, one: Round, method: str) -> Iterator[Fault]:
    """What is wrong with this round for its method; nothing for a round arranged by hand."""
    if not one.by_hand and method in _FAULTS:
        yield from _FAULTS[method](tournament, one)


def _earlier(tournament: Tournament, one: Round) -> list[Round]:
    return [r for r in tournament.before(one.number).rounds if r.stage == one.stage]


def _options_legs(tournament: Tournament, one: Round) -> int:
    if tournament.method == "stages":
        return tournament.options.stages[one.stage - 1].options.legs
    return tournament.options.legs


def _round_robin(tournament: Tournament, one: Round) -> Iterator[Fault]:
    meetings = Counter(frozenset(t.ids) for r in _earlier(tournament, one) for t in r.tables)
    legs = _options_legs(tournament, one)
    for table in one.tables:
        if meetings[frozenset(table.ids)] >= legs:
            yield "rematch", {"table": table.number, "read": meetings[frozenset(table.ids)] + 1, "right": legs}
    yield from _turns(tournament, one)


def _turns(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Those who were there from the first sit out in turn, as long as nobody came or went."""
    everyone = tournament.entrants
    if any(e.joined > 1 or e.left is not None or e.absent or e.byes for e in everyone) or tournament.method == "stages":
        return
    if tournament.options.legs > 1 or tournament.method == "mitchell":
        return
    out = Counter({e.id: 0 for e in everyone})
    for r in tournament.rounds:
        if r.number <= one.number:
            out.update(r.byes)
    if max(out.values()) - min(out.values()) > 1:
        yield "sit_out", {"read": max(out.values()) - min(out.values()), "right": 1}


def _partners(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """No partner twice while those seated could all have had a new one."""
    had = {frozenset(side) for r in _earlier(tournament, one) for t in r.tables for side in t.sides}
    again = [t.number for t in one.tables for side in t.sides if frozenset(side) in had]
    if again:
        seated = [i for t in one.tables for i in t.ids]
        graph: rx.PyGraph[str, int] = rx.PyGraph(multigraph=True)
        graph.add_nodes_from(seated)
        pairs = combinations(range(len(seated)), 2)
        graph.add_edges_from([(a, b, 1) for a, b in pairs if frozenset((seated[a], seated[b])) not in had])
        fresh = len(rx.max_weight_matching(graph, max_cardinality=True))
        if len(again) > len(seated) // 2 - fresh:
            yield "partner", {"table": again[0], "read": len(again), "right": len(seated) // 2 - fresh}
    yield from _turns(tournament, one)


def _mitchell(tournament: Tournament, one: Round) -> Iterator[Fault]:
    field: dict[str, int] = {}
    for r in (*_earlier(tournament, one), one):
        for table in r.tables:
            for side, ids in enumerate(table.sides):
                if field.setdefault(ids[0], side) != side:
                    yield "field", {"who": ids[0]}
    whole = not any(e.joined > 1 or e.left is not None or e.absent or e.byes for e in tournament.entrants)
    if whole:
        met = {frozenset(t.ids) for r in _earlier(tournament, one) for t in r.tables}
        for table in one.tables:
            if frozenset(table.ids) in met:
                yield "rematch", {"table": table.number}


def ahead(result: Result, sides: int) -> int | None:
    """The side that won, None for a tie or an open table."""
    if result.forfeit:
        left = [s for s in range(sides) if s not in result.forfeit]
        return left[0] if len(left) == 1 else None
    if result.winner is not None:
        return result.winner
    marks = list(result.scores or ())
    if result.games:
        marks = [sum(g[s] > max(g[:s] + g[s + 1 :]) for g in result.games) for s in range(sides)]
    best = [s for s in range(len(marks)) if marks[s] == max(marks)]
    return best[0] if len(best) == 1 else None


def _winners_up(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """While the same players are there and nobody sits out, every winner plays one table higher."""
    earlier = _earlier(tournament, one)
    if not earlier or earlier[-1].byes or one.byes:
        return
    last = earlier[-1]
    seat = {i: t.number for t in one.tables for i in t.ids}
    if {i for t in last.tables for i in t.ids} != set(seat):
        return
    for table in last.tables:
        won = ahead(table.result, len(table.sides)) or 0
        for who in table.sides[won]:
            right = max(1, table.number - 1)
            if seat[who] != right:
                yield "winners_up", {"who": who, "read": seat[who], "right": right}


def _lost(tables: list[Table]) -> Counter[str]:
    """How many matches that count each entrant has lost: the consolation bracket and third place do not."""
    lost: Counter[str] = Counter()
    for t in tables:
        if (t.match or "W")[0] in "CP":
            continue
        won = ahead(t.result, 2)
        lost.update(i for s, side in enumerate(t.sides) if s != won for i in side)
    return lost


def _knockout(lives: int) -> Callable[[Tournament, Round], Iterator[Fault]]:
    def faults(tournament: Tournament, one: Round) -> Iterator[Fault]:
        earlier = [t for r in _earlier(tournament, one) for t in r.tables]
        lost = _lost(earlier)
        options = tournament.options
        unnamed = (options.third_place or options.consolation) and not all(t.match for t in one.tables)
        for table in one.tables:
            if unnamed or (table.match or "W")[0] in "CP":
                continue
            for who in table.ids:
                if lost[who] >= lives:
                    yield "knockout.out", {"table": table.number, "who": who}
        if not earlier and tournament.method != "stages":
            yield from _first_round(tournament, one)

    return faults


def _first_round(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Seed s meets the seed that makes the bracket and one with him, or has a bye."""
    line = [e.id for e in tournament.ranked_by_seed if e.left is None or e.left > 1 or e.id in _seen(one)]
    size = 2
    while size < len(line):
        size *= 2
    for table in one.tables:
        seeds = sorted(line.index(i) + 1 for i in table.ids if i in line)
        if sum(seeds) != size + 1:
            yield "knockout.seeds", {"table": table.number, "read": seeds, "right": size + 1}


def _seen(one: Round) -> set[str]:
    return {i for t in one.tables for i in t.ids} | {*one.byes}


_FAULTS: dict[str, Callable[[Tournament, Round], Iterator[Fault]]] = {
    "round_robin": _round_robin,
    "rotating_partners": _partners,
    "winners_up": _winners_up,
    "mitchell": _mitchell,
    "single_elimination": _knockout(1),
    "double_elimination": _knockout(2),
}
