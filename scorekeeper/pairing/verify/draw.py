"""Check whether a knock-out's first round keeps unseeded entrants apart (tournament record, section 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from scorekeeper.pairing.record.record import Round, Tournament
from scorekeeper.pairing.recount import by_seed
from scorekeeper.pairing.verify.bracket import seats_of
from scorekeeper.pairing.verify.constraints import RoundRules, first_excess_fault, least_counts

Fault = tuple[str, Mapping[str, object]]


def open_draw(tournament: Tournament) -> bool:
    """Return whether the draw can be seen only in the first round, because unseeded entrants may be kept apart."""
    return bool(tournament.apart) and any(e.seed is None for e in tournament.entrants)


def draw_faults(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Yield seeds out of place, and meetings that another draw of the unseeded entrants would have avoided.

    A round whose tables do not name their matches shows no draw.
    """
    tables = {t.match: t for t in one.tables}
    if None in tables:
        return
    # Entrants who left after the draw was published are in it.
    seated = {*one.byes, *(i for t in one.tables for i in t.ids)}
    there = [e for e in tournament.entrants if e.joined == 1 and (e.left is None or e.left > 1 or e.id in seated)]
    line = by_seed(there)
    seeded = {e.id for e in there if e.seed is not None}
    seats = seats_of(max(1, (len(line) - 1).bit_length()))
    wanted, free = RoundRules.of(tournament, one), [who for who in line if who not in seeded]
    waiting: list[str] = []
    prices = {two: wanted.apart(*two) for two in combinations(free, 2)}
    read = (0, 0)
    for k in range(0, len(seats), 2):
        both = [line[seed - 1] for seed in seats[k : k + 2] if seed <= len(line)]
        right = [who for who in both if who in seeded]
        table = tables.get(f"W1.{k // 2 + 1}")
        if table is not None and not {*right} <= {*table.ids}:
            yield "knockout.seeds", {"table": table.number, "match": table.match, "who": right, "other": list(table.ids)}
            return
        if table is not None and len(right) < 2:
            never, rather = wanted.count_broken(table.sides)
            read = (read[0] + never, read[1] + rather)
        if len(both) == 2 and len(right) == 1:
            waiting += right
            prices |= {(right[0], who): wanted.apart(right[0], who) for who in free}
        elif len(both) == 1 and not right:
            # A bye for an unseeded entrant.
            waiting.append(f"bye {k}")
            prices |= {(waiting[-1], who): (0, 0) for who in free}
    best = least_counts([*free, *waiting], prices)
    yield from first_excess_fault(read, best or read)
