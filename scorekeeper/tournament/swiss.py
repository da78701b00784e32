"""Swiss rounds: the record's facts as a field, its best pairing, and why each table is so."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from scorekeeper.tournament.draft import (
    DraftTable,
    Reason,
    RoundDraft,
    refuse_finished,
    refuse_unfinished,
    repeats,
    rounds_met,
    sit_outs,
    to_pair,
)
from scorekeeper.tournament.field import Field
from scorekeeper.tournament.fold import best_pairs
from scorekeeper.tournament.record import Tournament
from scorekeeper.tournament.results import byes_had, ledger, match_points, meetings
from scorekeeper.tournament.standings import ranking

Met = dict[frozenset[str], list[int]]


def swiss_round(tournament: Tournament) -> RoundDraft:
    """The next Swiss round: the tournament record, section 2, met exactly.

    Raises `needs.results` while a table is being played, `finished` after the last round, `entrants.few` below two entrants.
    """
    number = tournament.next_number
    refuse_finished(tournament, tournament.options.rounds)
    refuse_unfinished(tournament)
    seated = set(to_pair(tournament, number))
    points = match_points(ledger(tournament))
    order = sorted((i for i in ranking(tournament) if i in seated), key=lambda i: -points[i])
    met = meetings(tournament)
    field = _field(tournament, order, points, met)
    pairs = best_pairs(field)
    given = sit_outs(tournament, number)
    tables, byes, why_bye = _seat(tournament, field, order, points, met, pairs)
    notes = _notes(tournament, len(order), number)
    return RoundDraft(
        number,
        tuple(tables),
        (*byes, *given),
        repeats(tables, met),
        why_bye | {i: (Reason("bye.given"),) for i in given},
        notes,
    )


def _field(tournament: Tournament, order: list[str], points: dict[str, Fraction], met: Met) -> Field:
    scale = lcm(*(points[i].denominator for i in order))
    place = {i: k for k, i in enumerate(order)}
    faced: list[set[int]] = [set() for _ in order]
    for a, b in (tuple(pair) for pair in met):
        if a in place and b in place:
            faced[place[a]].add(place[b])
            faced[place[b]].add(place[a])
    had = byes_had(tournament)
    return Field(
        [int(points[i] * scale) for i in order],
        [frozenset(f) for f in faced],
        [had[i] > 0 for i in order],
        tournament.seed * 1009 + tournament.next_number,
    )


def _seat(
    tournament: Tournament,
    field: Field,
    order: list[str],
    points: dict[str, Fraction],
    met: Met,
    pairs: list[tuple[int, int]],
) -> tuple[list[DraftTable], list[str], dict[str, tuple[Reason, ...]]]:
    guest = next((i for i, j in pairs if j == field.entrants), None)
    seats = [(i, j) for i, j in pairs if j != field.entrants]
    third = None
    if guest is not None and tournament.options.six_table and seats:
        third = _third_table(field, seats, guest)
    tables = []
    for number, (i, j) in enumerate(seats, 1):
        sides: tuple[tuple[str, ...], ...] = ((order[i],), (order[j],))
        why = _why(field, order, points, i, j, met)
        if (i, j) == third and guest is not None:
            sides = (*sides, (order[guest],))
            why = (*why, Reason("swiss.third", {"guest": order[guest]}))
        seen = rounds_met(sides, met)
        tables.append(DraftTable(number, sides, ((Reason("rematch", {"rounds": seen}),) if seen else ()) + why))
    if guest is None or third is not None:
        return tables, [], {}
    code = "bye.again" if field.had_bye[guest] else ("bye.last" if guest == len(order) - 1 else "bye.lowest")
    return tables, [order[guest]], {order[guest]: (Reason(code, {"points": points[order[guest]]}),)}


def _third_table(field: Field, seats: list[tuple[int, int]], guest: int) -> tuple[int, int]:
    """Where the odd pair out sits as third: fewest rematches, fewest who sat at such a table, nearest in match points, lowest."""

    def price(pair: tuple[int, int]) -> tuple[int, int, int, int]:
        i, j = pair
        return (
            field.rematch(i, guest) + field.rematch(j, guest),
            field.had_bye[i] + field.had_bye[j],
            field.gap(i, guest) + field.gap(j, guest),
            -i,
        )

    return min(seats, key=price)


def _why(field: Field, order: list[str], points: dict[str, Fraction], i: int, j: int, met: Met) -> tuple[Reason, ...]:
    upper, lower = order[i], order[j]
    group = field.group_of[i]
    start, end = field.groups[group]
    if group != field.group_of[j]:
        return (Reason("swiss.float", {"upper": upper, "more": points[upper], "lower": lower, "less": points[lower]}),)
    size = end - start
    if not met:
        return (Reason("swiss.seeds", {"upper": i + 1, "lower": j + 1}),)
    same = Reason("swiss.same", {"points": points[upper], "size": size})
    facts = {"upper": i - start + 1, "lower": j - start + 1, "size": size}
    if field.distance(i, j) == 0:
        return (same, Reason("swiss.fold", facts))
    wished = i + field.half[group]
    if wished < end and wished != i and field.rematch(i, wished):
        return (same, Reason("swiss.met_fold", {**facts, "who": upper, "other": order[wished]}))
    wished = j - field.half[group]
    if wished >= start and wished != j and field.rematch(wished, j):
        return (same, Reason("swiss.met_fold", {**facts, "who": lower, "other": order[wished]}))
    return (same, Reason("swiss.near_fold", facts))


def _notes(tournament: Tournament, entrants: int, number: int) -> tuple[Reason, ...]:
    rounds = tournament.options.rounds or number
    if rounds >= entrants - 2:
        return (Reason("swiss.round_robin", {"rounds": rounds, "entrants": entrants}),)
    return ()
