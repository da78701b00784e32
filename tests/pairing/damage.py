"""Ways to damage the last round of a sound record. Each returns None if it doesn't apply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from scorekeeper.pairing.record.record import Result, Round, Table, Tournament
from scorekeeper.pairing.standings.results import winner_of

Damage = Callable[[Tournament, Random], Tournament | None]


def with_last(t: Tournament, **changes: object) -> Tournament:
    return replace(t, rounds=(*t.rounds[:-1], replace(t.rounds[-1], **changes)))  # type: ignore[arg-type]


def rename_seats(t: Tournament, turn: Mapping[str, str]) -> Tournament:
    one = t.rounds[-1]
    tables = tuple(replace(x, sides=tuple(tuple(turn.get(i, i) for i in side) for side in x.sides)) for x in one.tables)
    return with_last(t, tables=tables, byes=tuple(turn.get(i, i) for i in one.byes))


def _two(one: Round, draw: Random) -> tuple[Table, Table] | None:
    return None if len(one.tables) < 2 else tuple(draw.sample(one.tables, 2))  # type: ignore[return-value]


def _in_last(t: Tournament, table: Table, **changes: object) -> Tournament:
    return with_last(t, tables=tuple(replace(x, **changes) if x is table else x for x in t.rounds[-1].tables))  # type: ignore[arg-type]


def two_change_tables(t: Tournament, draw: Random) -> Tournament | None:
    two = _two(t.rounds[-1], draw)
    if two is None:
        return None
    x, y = (draw.choice(table.ids) for table in two)
    return rename_seats(t, {x: y, y: x})


def one_sits_twice(t: Tournament, draw: Random) -> Tournament | None:
    two = _two(t.rounds[-1], draw)
    return None if two is None else rename_seats(t, {draw.choice(two[0].ids): draw.choice(two[1].ids)})


def a_table_is_dropped(t: Tournament, draw: Random) -> Tournament | None:
    gone = draw.choice(t.rounds[-1].tables)
    return with_last(t, tables=tuple(x for x in t.rounds[-1].tables if x is not gone))


def a_table_has_byes_instead(t: Tournament, draw: Random) -> Tournament | None:
    gone = draw.choice(t.rounds[-1].tables)
    kept = tuple(x for x in t.rounds[-1].tables if x is not gone)
    return with_last(t, tables=kept, byes=(*t.rounds[-1].byes, *gone.ids))


def a_bye_is_dropped(t: Tournament, _draw: Random) -> Tournament | None:
    return with_last(t, byes=t.rounds[-1].byes[1:]) if t.rounds[-1].byes else None


def somebody_has_a_second_bye(t: Tournament, draw: Random) -> Tournament | None:
    had = {i for r in t.rounds[:-1] for i in r.byes}
    again = [i for x in t.rounds[-1].tables for i in x.ids if i in had]
    if not again or not t.rounds[-1].byes:
        return None
    x, y = t.rounds[-1].byes[0], draw.choice(again)
    return rename_seats(t, {x: y, y: x})


def somebody_plays_after_leaving(t: Tournament, draw: Random) -> Tournament | None:
    number = t.rounds[-1].number
    who = draw.choice(draw.choice(t.rounds[-1].tables).ids)
    gone = tuple(replace(e, left=number - 1) if e.id == who else e for e in t.entrants)
    return replace(t, entrants=gone) if number > 1 else None


def somebody_plays_before_joining(t: Tournament, draw: Random) -> Tournament | None:
    who = draw.choice(draw.choice(t.rounds[-1].tables).ids)
    return replace(t, entrants=tuple(replace(e, joined=t.next_number) if e.id == who else e for e in t.entrants))


def sides_are_exchanged(t: Tournament, draw: Random) -> Tournament | None:
    table = draw.choice(t.rounds[-1].tables)
    return _in_last(t, table, sides=table.sides[::-1])


def tables_are_renumbered(t: Tournament, draw: Random) -> Tournament | None:
    two = _two(t.rounds[-1], draw)
    if two is None:
        return None
    return _in_last(_in_last(t, two[0], number=two[1].number), two[1], number=two[0].number)


def matches_are_renamed(t: Tournament, draw: Random) -> Tournament | None:
    two = _two(t.rounds[-1], draw)
    if two is None or two[0].match is None:
        return None
    return _in_last(_in_last(t, two[0], match=two[1].match), two[1], match=two[0].match)


def partners_are_mixed(t: Tournament, draw: Random) -> Tournament | None:
    table = draw.choice(t.rounds[-1].tables)
    if len(table.ids) != 4:
        return None
    a, b, c, d = table.ids
    return _in_last(t, table, sides=((a, c), (b, d)))


def a_result_before_is_missing(t: Tournament, draw: Random) -> Tournament | None:
    if len(t.rounds) < 2:
        return None
    before = t.rounds[-2]
    table = draw.choice(before.tables)
    tables = tuple(replace(x, result=Result(), was=()) if x is table else x for x in before.tables)
    return replace(t, rounds=(*t.rounds[:-2], replace(before, tables=tables), t.rounds[-1]))


def the_loser_goes_on(t: Tournament, draw: Random) -> Tournament | None:
    """Advance losers, as if all results of the previous round had been reversed."""
    if len(t.rounds) < 2:
        return None
    before = t.rounds[-2]
    won = {x.number: winner_of(replace(x, result=x.result_at(t.rounds[-1].number))) for x in before.tables}
    if None in won.values() or any(len(x.sides) > 2 for x in before.tables):
        return None
    other = {number: Result(winner=1 - (side or 0)) for number, side in won.items()}
    tables = tuple(replace(x, result=other[x.number], was=()) for x in before.tables)
    return replace(t, rounds=(*t.rounds[:-2], replace(before, tables=tables), t.rounds[-1]))


def a_match_is_tied(t: Tournament, draw: Random) -> Tournament | None:
    return _in_last(t, draw.choice(t.rounds[-1].tables), result=Result((100, 100)))


def the_winner_has_fewer_points(t: Tournament, draw: Random) -> Tournament | None:
    table = draw.choice(t.rounds[-1].tables)
    return _in_last(t, table, result=Result((100,) * (len(table.sides) - 1) + (50,), len(table.sides) - 1))


def a_pool_is_mislabelled(t: Tournament, draw: Random) -> Tournament | None:
    table = draw.choice(t.rounds[-1].tables)
    return None if table.pool is None else _in_last(t, table, pool="A" if table.pool != "A" else "B")


def somebody_plays_who_did_not_qualify(t: Tournament, draw: Random) -> Tournament | None:
    one = t.rounds[-1]
    inside = {i for r in t.rounds if r.stage == one.stage for x in r.tables for i in (*x.ids, *r.byes)}
    others = [e.id for e in t.entrants if e.id not in inside]
    return rename_seats(t, {draw.choice(draw.choice(one.tables).ids): draw.choice(others)}) if others else None


def a_round_too_many(t: Tournament, _draw: Random) -> Tournament | None:
    return replace(t, options=replace(t.options, rounds=t.rounds[-1].number - 1)) if t.rounds[-1].number > 1 else None
