"""Fixed places (tournament record, section 6): an entrant's own table, or side of a table.

Once it is settled who meets whom, places renumber tables and swap their sides. If the movement itself goes by tables, it
continues from the tables without places (`by_movement`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from scorekeeper.pairing.record.draft import DraftTable, Reason, RoundDraft
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import FixedPlace, Result, Round, Table, Tournament

T = TypeVar("T")

SITS_REASONS = ("place.north", "place.east")
BOTH_REASONS = ("place.both_north", "place.both_east")
"""Reason codes for a side, by its number: for one entrant there, and for two who want it."""
Why = dict[int, list[Reason]]
"""Reasons about places, by the table's index in the pairing (from 0)."""


def apply_places(draft: RoundDraft, places: Sequence[FixedPlace]) -> RoundDraft:
    """Return the same meetings, each at its table and with its sides in order.

    If two wishes conflict, the earlier one wins, and the reasons say so to everyone concerned.
    """
    at = {who: k for k, table in enumerate(draft.tables) for side in table.sides for who in side}
    seated_places = [place for place in places if place.entrant in at]
    if not seated_places:
        return draft
    why: Why = {}
    numbers = _numbers(draft.tables, _claims(seated_places, at, why))
    turned = _swapped_tables(seated_places, at, draft.tables, why)
    tables = [
        replace(
            table,
            number=numbers[k],
            sides=_swap_first_two(table.sides) if k in turned else table.sides,
            why=(*table.why, *why.get(k, ())),
        )
        for k, table in enumerate(draft.tables)
    ]
    return replace(draft, tables=tuple(sorted(tables, key=lambda t: t.number)))


def _claims(places: Sequence[FixedPlace], at: Mapping[str, int], why: Why) -> dict[int, int]:
    """Return the number that each table must have because of an entrant's place."""
    of_table: dict[int, FixedPlace] = {}
    of_number: dict[int, FixedPlace] = {}
    for place in places:
        if place.table is None:
            continue
        k, number = at[place.entrant], place.table
        own, other = of_table.get(k), of_number.get(number)
        if own is not None and own.table != number:
            params = {"upper": own.entrant, "table": own.table, "lower": place.entrant, "wished": number}
            _add_notice(why, (k,), "place.two_tables", **params)
        elif other is not None and at[other.entrant] != k:
            _add_notice(why, (at[other.entrant], k), "place.taken", upper=other.entrant, lower=place.entrant, table=number)
        else:
            of_table.setdefault(k, place)
            of_number.setdefault(number, place)
            _add_notice(why, (k,), "place.table", who=place.entrant, table=number)
    return {k: place.table for k, place in of_table.items() if place.table is not None}


def _numbers(tables: Sequence[DraftTable], claimed: Mapping[int, int]) -> list[int]:
    """Return every table's number: those claimed first, then unchanged where possible, then the remaining ones.

    Each pool or final uses its own numbers first.
    """
    numbers = dict(claimed)
    free = [number for number in sorted(t.number for t in tables) if number not in claimed.values()]
    short: list[int] = []
    for pool in dict.fromkeys(t.pool for t in tables):
        own = {t.number: k for k, t in enumerate(tables) if t.pool == pool}
        open_tables = [k for k in own.values() if k not in claimed]
        left = [number for number in free if number in own][: len(open_tables)]
        numbers |= {own[number]: number for number in left if own[number] in open_tables}
        spare = [number for number in left if number not in numbers.values()]
        moved = [k for k in open_tables if k not in numbers]
        numbers |= zip(moved, spare, strict=False)
        short += moved[len(spare) :]
    rest = [number for number in free if number not in numbers.values()]
    return [number for _, number in sorted({**numbers, **dict(zip(short, rest, strict=False))}.items())]


def _swapped_tables(places: Sequence[FixedPlace], at: Mapping[str, int], tables: Sequence[DraftTable], why: Why) -> set[int]:
    """Return the tables whose sides are swapped. The third entrant at a table stays, because that seat replaces a bye."""
    settled: dict[int, tuple[FixedPlace, bool]] = {}
    for place in places:
        if place.side is None:
            continue
        k = at[place.entrant]
        own = next(s for s, ids in enumerate(tables[k].sides) if place.entrant in ids)
        if own > 1:
            _add_notice(why, (k,), "place.third", who=place.entrant)
            continue
        first, turns = settled.setdefault(k, (place, own != place.side))
        if turns == (own != place.side):
            _add_notice(why, (k,), SITS_REASONS[place.side], who=place.entrant)
        else:
            code = BOTH_REASONS[place.side] if first.side == place.side else "place.partners"
            _add_notice(why, (k,), code, upper=first.entrant, lower=place.entrant)
    return {k for k, (_, turns) in settled.items() if turns}


def _add_notice(why: Why, tables: Sequence[int], code: str, **params: object) -> None:
    for k in tables:
        why.setdefault(k, []).append(Reason(code, params))


def _swap_first_two(sides: tuple[T, ...]) -> tuple[T, ...]:
    """Return the sides with the first two swapped. A third stays."""
    first, second, *third = sides
    return (second, first, *third)


def by_movement(tournament: Tournament, pair: Callable[[Tournament], RoundDraft]) -> RoundDraft:
    """Return the next round of a method that moves by tables and sides, as if no one had a place.

    Its reasons name the tables as they were played.
    """
    rounds: tuple[Round, ...] = ()
    for one in tournament.rounds:
        then = replace(tournament, rounds=rounds, places=()).before(one.number)
        rounds = (*rounds, _without_places(one, then, pair))
    draft = pair(replace(tournament, rounds=rounds, places=()))
    if not rounds:
        return draft
    played = {frozenset(t.ids): t.number for t in tournament.rounds[-1].tables}
    played_numbers = {t.number: played[frozenset(t.ids)] for t in rounds[-1].tables}
    tables = (replace(t, why=tuple(_renumber_reason(reason, played_numbers) for reason in t.why)) for t in draft.tables)
    return replace(draft, tables=tuple(tables))


def _renumber_reason(reason: Reason, numbers: Mapping[int, int]) -> Reason:
    table = reason.params.get("table")
    return replace(reason, params={**reason.params, "table": numbers.get(table, table)}) if isinstance(table, int) else reason


def _without_places(one: Round, then: Tournament, pair: Callable[[Tournament], RoundDraft]) -> Round:
    """Return a round with the numbers and sides it would have without places. Other tables share the remaining numbers."""
    try:
        drafts_by_ids = {frozenset(i for side in t.sides for i in side): t for t in pair(then).tables}
    except TournamentError:  # a record made without the pairing
        return one
    expected_tables = [drafts_by_ids.get(frozenset(t.ids)) for t in one.tables]
    if len(drafts_by_ids) < len(one.tables):
        return one
    spare = iter(sorted({t.number for t in drafts_by_ids.values()} - {t.number for t in expected_tables if t is not None}))
    order = sorted(range(len(expected_tables)), key=lambda k: one.tables[k].number)
    numbers = {k: found.number if (found := expected_tables[k]) else next(spare) for k in order}
    tables = tuple(_as_seated(replace(t, number=numbers[k]), expected_tables[k]) for k, t in enumerate(one.tables))
    return replace(one, tables=tables)


def _as_seated(table: Table, draft_table: DraftTable | None) -> Table:
    if draft_table is None or {*table.sides[0]} != {*draft_table.sides[1]}:
        return table
    was = tuple(one._replace(result=_swap_result(one.result)) for one in table.was)
    return replace(table, sides=_swap_first_two(table.sides), result=_swap_result(table.result), was=was)


def _swap_result(result: Result) -> Result:
    """Return the result of a table whose two sides were swapped."""
    return Result(
        None if result.scores is None else _swap_first_two(result.scores),
        None if result.winner is None else 1 - result.winner,
        tuple(sorted(1 - side for side in result.forfeit)),
        None if result.boxes is None else _swap_first_two(result.boxes),
        tuple(_swap_first_two(game) for game in result.games),
    )
