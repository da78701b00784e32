"""Swiss rounds: turn the record into a field, find its best pairing and explain each table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from scorekeeper.pairing.record.draft import (
    DraftTable,
    Reason,
    RoundDraft,
    count_rematches,
    entrants_to_pair,
    refuse_finished,
    refuse_unfinished,
    rounds_met,
    sit_outs,
)
from scorekeeper.pairing.record.record import Tournament
from scorekeeper.pairing.search.matching import perfect_matching
from scorekeeper.pairing.search.pairing_constraints import KeptApart
from scorekeeper.pairing.standings.results import free_points, ledger, match_points, meetings
from scorekeeper.pairing.standings.standings import ranking
from scorekeeper.pairing.swiss.field import Cost, Field
from scorekeeper.pairing.swiss.fold import best_pairs

Met = dict[frozenset[str], list[int]]


def swiss_round(tournament: Tournament) -> RoundDraft:
    """Return the next Swiss round, exactly as the tournament record, section 2, requires.

    Raises `needs.results` while a table is being played, `finished` after the last round, `entrants.few` below two entrants.
    """
    number = tournament.next_number
    refuse_finished(tournament, tournament.options.rounds)
    refuse_unfinished(tournament)
    seated = set(entrants_to_pair(tournament, number, alone=True))
    points = match_points(ledger(tournament))
    order = sorted((i for i in ranking(tournament) if i in seated), key=lambda i: -points[i])
    past_meetings, apart = meetings(tournament), KeptApart(tournament.apart, number)
    field = _field(tournament, order, points, past_meetings, apart)
    pairs = best_pairs(field)
    director_byes = sit_outs(tournament, number)
    tables, byes, why_bye = _seat(tournament, field, order, points, past_meetings, pairs)
    tables = [_add_apart_notices(table, apart, field, order, points, pairs) for table in tables]
    notes = _notes(tournament, len(order), number)
    return RoundDraft(
        number,
        tuple(tables),
        (*byes, *director_byes),
        count_rematches(tables, past_meetings),
        why_bye | {i: (Reason("bye.given"),) for i in director_byes},
        notes,
    )


def _unit(order: list[str], points: dict[str, Fraction]) -> int:
    """Return the size of a match point in the field, where all scores are whole numbers."""
    return lcm(*(points[i].denominator for i in order))


def _field(tournament: Tournament, order: list[str], points: dict[str, Fraction], past_meetings: Met, apart: KeptApart) -> Field:
    scale = _unit(order, points)
    place = {i: k for k, i in enumerate(order)}
    faced: list[set[int]] = [set() for _ in order]
    for a, b in (tuple(pair) for pair in past_meetings):
        if a in place and b in place:
            faced[place[a]].add(place[b])
            faced[place[b]].add(place[a])
    had = free_points(tournament)
    return Field(
        [int(points[i] * scale) for i in order],
        [frozenset(f) for f in faced],
        [had[i] > 0 for i in order],
        tournament.seed * 1009 + tournament.next_number,
        apart.among(order, never=True),
        apart.among(order, never=False),
    )


def _seat(
    tournament: Tournament,
    field: Field,
    order: list[str],
    points: dict[str, Fraction],
    past_meetings: Met,
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
        why = _table_reasons(field, order, points, i, j, past_meetings)
        if (i, j) == third and guest is not None:
            sides = (*sides, (order[guest],))
            why = (*why, Reason("swiss.third", {"guest": order[guest]}))
        seen = rounds_met(sides, past_meetings)
        tables.append(DraftTable(number, sides, ((Reason("rematch", {"rounds": seen}),) if seen else ()) + why))
    if guest is None or third is not None:
        return tables, [], {}
    code = "bye.again" if field.had_bye[guest] else ("bye.last" if guest == len(order) - 1 else "bye.lowest")
    return tables, [order[guest]], {order[guest]: (Reason(code, {"points": points[order[guest]]}),)}


def _add_apart_notices(
    table: DraftTable,
    apart: KeptApart,
    field: Field,
    order: list[str],
    points: dict[str, Fraction],
    pairs: list[tuple[int, int]],
) -> DraftTable:
    """Return the table with notices about entrants who should not meet there."""
    why: list[Reason] = []
    for a, b, role in apart.at(table.sides):
        i, j = sorted((order.index(a), order.index(b)))
        why.append(apart.meeting_notice(a, b, role))
        if (i, j) in pairs:
            why += cost_of_avoiding(field, pairs, (i, j), order, _unit(order, points))
        else:
            why.append(Reason("apart.third"))
    return replace(table, why=(*why, *table.why)) if why else table


def _third_table(field: Field, seats: list[tuple[int, int]], guest: int) -> tuple[int, int]:
    """Return the table where the odd pair out sits third.

    In order: fewest broken *never* rules, fewest rematches, fewest broken *rather not* rules, fewest who sat at such a table
    before, nearest in match points, lowest.
    """

    def price(pair: tuple[int, int]) -> tuple[int, ...]:
        i, j = pair
        return (
            sum(field.is_never_pair(guest, k) for k in pair),
            field.rematch(i, guest) + field.rematch(j, guest),
            sum(field.rather_not(guest, k) for k in pair),
            field.had_bye[i] + field.had_bye[j],
            field.gap(i, guest) + field.gap(j, guest),
            -i,
        )

    return min(seats, key=price)


def _table_reasons(
    field: Field, order: list[str], points: dict[str, Fraction], i: int, j: int, past_meetings: Met
) -> tuple[Reason, ...]:
    upper, lower = order[i], order[j]
    group = field.group_of[i]
    start, end = field.groups[group]
    if group != field.group_of[j]:
        return (Reason("swiss.float", {"upper": upper, "more": points[upper], "lower": lower, "less": points[lower]}),)
    size = end - start
    if not past_meetings and (field.distance(i, j) == 0 or not (field.never or field.rather)):
        return (Reason("swiss.seeds", {"upper": i + 1, "lower": j + 1}),)
    same = Reason("swiss.same", {"points": points[upper], "size": size})
    facts = {"upper": i - start + 1, "lower": j - start + 1, "size": size}
    if field.distance(i, j) == 0:
        return (same, Reason("swiss.fold", facts))
    for who, due in ((i, i + field.half[group]), (j, j - field.half[group])):
        if start <= due < end and due != who and due in field.barred[who]:
            code = "swiss.met_fold" if field.rematch(who, due) else "swiss.apart_fold"
            return (same, Reason(code, {**facts, "who": order[who], "other": order[due]}))
    return (same, Reason("swiss.near_fold", facts))


def _notes(tournament: Tournament, entrants: int, number: int) -> tuple[Reason, ...]:
    rounds = tournament.options.rounds or number
    if rounds >= entrants - 2:
        return (Reason("swiss.round_robin", {"rounds": rounds, "entrants": entrants}),)
    return ()


Pair = tuple[int, int]

# In a larger round, only this many tables are paired again, the nearest in ranking order.
TABLES = 60


def cost_of_avoiding(field: Field, pairs: Sequence[Pair], two: Pair, order: Sequence[str], unit: int) -> tuple[Reason, ...]:
    """Return the first count, in order of importance, in which the best round without this meeting is worse.

    `pairs`: the round, which includes `two`. `order`: ids in ranking order. `unit`: the size of a match point in the field's
    scores.
    """
    near = sorted(pairs, key=lambda pair: abs(pair[0] - two[0]))[:TABLES]
    other = _best_without(field, near, two)
    if other is None:
        return (Reason("apart.cost.impossible"),)
    now, then = Cost.of(field, near), Cost.of(field, other)
    like = "never" if field.is_never_pair(*two) else "rather"
    notices = _replacement_pair(field, near, other, two, order) if getattr(now, like) == getattr(then, like) else ()
    for name in ("never", "rematches", "rather", "second_byes", "gaps", "fold"):
        less, more = getattr(now, name), getattr(then, name)
        if more > less:
            scale = unit**2 if name == "gaps" else 1
            facts = {"more": more - less, "read": Fraction(more, scale), "right": Fraction(less, scale)}
            return (*notices, Reason(f"apart.cost.{name}", facts))
    return (*notices, Reason("apart.cost.none"))


def _best_without(field: Field, near: Sequence[Pair], two: Pair) -> list[Pair] | None:
    """Return the best pairing of the entrants at these tables in which `two` don't meet, or None."""
    members = sorted(v for pair in near for v in pair)
    edges = [
        (a, b, field.cost(i, j)) for a, i in enumerate(members) for b, j in enumerate(members[a + 1 :], a + 1) if (i, j) != two
    ]
    found = perfect_matching(len(members), edges)
    return None if found is None else [(members[a], members[b]) for a, b in found]


def _replacement_pair(
    field: Field, near: Sequence[Pair], other: Sequence[Pair], two: Pair, order: Sequence[str]
) -> tuple[Reason, ...]:
    """Return a pair who would have met instead, although they should not meet either."""
    like = field.is_never_pair if field.is_never_pair(*two) else field.rather_not
    new = [pair for pair in other if pair not in near and like(*pair)]
    return tuple(Reason("apart.instead", {"who": order[i], "other": order[j]}) for i, j in new[:1])
