"""Check a Swiss round (tournament record, section 2) by comparing its costs with the least possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorekeeper.pairing.record.record import Round, Tournament
from scorekeeper.pairing.verify.swiss_facts import BYE, KnownField, Pair
from scorekeeper.pairing.verify.swiss_optimum import first_excess

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
    here = [side[0] for t in one.tables for side in t.sides] + out
    threes = [t for t in one.tables if len(t.sides) == 3]
    if tournament.options.six_table and len(here) % 2 and len(here) > 1 and (out or len(threes) != 1):
        yield "six_table", {"read": len(threes)}
        return
    if threes and not (tournament.options.six_table and len(here) % 2):
        yield "six_table.off", {"table": threes[0].number}
        return
    pairs = (
        [(t.sides[0][0], t.sides[1][0]) for t in one.tables] + [(t.sides[2][0], BYE) for t in threes] + [(i, BYE) for i in out]
    )
    if len(here) % 2 != len(out) + len(threes):
        yield "bye.count", {"read": len(out), "right": len(here) % 2}
        return
    known = KnownField(tournament, here)
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
    met = [sorted((seeds[a] or 0, seeds[b] or 0)) for a, b in pairs if b != BYE]
    line = sorted(seed for pair in met for seed in pair)
    if len({*line}) < len(line) or 0 in line:
        return
    for upper, lower in sorted(met):
        right = line[(line.index(upper) + len(met)) % len(line)]
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
        kept = (sum(i in found[guest] for i in pair) for found in (known.never, known.met, known.rather))
        return *kept, sum(i in known.sat_out for i in pair), sum((known.score[i] - known.score[guest]) ** 2 for i in pair)

    prices = {t.number: price((t.sides[0][0], t.sides[1][0])) for t in one.tables}
    best = min(prices, key=lambda k: prices[k])
    if prices[number] > prices[best]:
        yield "six_table.guest", {"who": guest, "read": number, "right": best}
