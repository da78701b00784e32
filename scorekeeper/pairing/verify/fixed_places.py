"""Check that a table's result is possible, and that entrants with fixed places sit there.

It shares no code with `seating`, which assigns the places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace

from scorekeeper.pairing.method import CheckContext, Method, method_of
from scorekeeper.pairing.record.record import FixedPlace, MatchLength, Options, Result, Round, Table, Tournament
from scorekeeper.pairing.recount import deciding_scores, winning_side

Fault = tuple[str, Mapping[str, object]]


def result_faults(table: Table, method: Method, options: Options) -> Iterator[Fault]:
    """Yield the faults in a table's result."""
    at, result, sides = {"table": table.number}, table.result, len(table.sides)
    rows = [result.scores, result.boxes, *result.games]
    if any(row is not None and len(row) != sides for row in rows):
        yield "table.scores", at
        return
    named_sides = [*result.forfeit, *([] if result.winner is None else [result.winner])]
    if any(not 0 <= side < sides for side in named_sides) or result.winner in result.forfeit:
        yield "table.winner", at
        return
    yield from _games(table, options.match)
    if result.winner is not None and options.match.kind != "race" and not result.games:
        # In a race the contractor's side counts first, so the lower score may have won.
        by_scores = winning_side(Result(result.scores), sides)
        if by_scores not in (None, result.winner):
            yield "winner.scores", {**at, "upper": by_scores, "lower": result.winner}
    tied = deciding_scores(result, sides) is not None and winning_side(result, sides) is None and len(result.forfeit) < sides
    if tied and method.knockout:
        yield "winner", at


def _games(table: Table, match: MatchLength) -> Iterator[Fault]:
    games, scores = table.result.games, table.result.scores
    if not games:
        return
    sides = len(table.sides)
    if scores is not None and list(scores) != [sum(game[s] for game in games) for s in range(sides)]:
        yield "table.sum", {"table": table.number}
    need = match.best_of // 2 + 1
    for played in range(1, len(games)):
        won = deciding_scores(Result(games=games[:played]), sides) or [0]
        if max(won) >= need and table.result.winner is None:
            yield "table.games", {"table": table.number, "read": len(games), "right": played}
            return
    if len(games) > match.best_of:
        yield "table.games", {"table": table.number, "read": len(games), "right": match.best_of}


def round_faults(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Yield missing results that the round's pairing depends on, and a round beyond the last one."""
    if method_of(tournament).by_results and not one.by_hand:
        yield from results_missing(tournament)
    rounds = tournament.options.rounds
    if rounds is not None and one.number > rounds and not method_of(tournament).knockout:
        yield "rounds", {"right": rounds}


def results_missing(tournament: Tournament) -> Iterator[Fault]:
    """Yield tables without a result."""
    for one in tournament.rounds:
        yield from (("results", {"table": t.number, "read": one.number}) for t in one.tables if not t.result.known)


Due = Callable[[Tournament, Round], Mapping[str, int] | None]
"""A function that returns everyone's table in a round after these, or None if it is not judged."""


def place_faults(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Yield entrants who are not at their place, although no place listed earlier is in the way."""
    seats = {who: (table, side) for table in one.tables for side, ids in enumerate(table.sides) for who in ids}
    before: list[FixedPlace] = []
    for place in tournament.places:
        if place.entrant not in seats:
            continue
        table, side = seats[place.entrant]
        kept_places = [earlier for earlier in before if _is_at_place(earlier, seats)]
        if place.table not in (None, table.number) and not any(_blocks_place(earlier, place, seats) for earlier in kept_places):
            yield "place.table", {"who": place.entrant, "read": table.number, "right": place.table}
        settled = side > 1 or any(earlier.side is not None and _is_on_side(earlier, table, seats) for earlier in before)
        if place.side not in (None, side) and not settled:
            yield ("place.east" if place.side else "place.north"), {"who": place.entrant, "table": table.number}
        before.append(place)


def _is_at_place(place: FixedPlace, seats: Mapping[str, tuple[Table, int]]) -> bool:
    return place.table is not None and seats[place.entrant][0].number == place.table


def _blocks_place(earlier: FixedPlace, place: FixedPlace, seats: Mapping[str, tuple[Table, int]]) -> bool:
    """Return whether an earlier place holds the table that this one names, or has moved this entrant's table."""
    return earlier.table == place.table or seats[earlier.entrant][0] is seats[place.entrant][0]


def _is_on_side(earlier: FixedPlace, table: Table, seats: Mapping[str, tuple[Table, int]]) -> bool:
    """Return whether the earlier place's entrant is on a side of this table that may be swapped."""
    own_table, side = seats[earlier.entrant]
    return own_table is table and side < 2


def with_north_first(tournament: Tournament, one: Round, north: Collection[str]) -> tuple[Tournament, Round]:
    """Return the tournament and round with North–South first at every table that a place may have turned."""
    turned = {place.entrant for place in tournament.places if place.side is not None}

    def table(t: Table) -> Table:
        if len(t.sides) != 2 or not turned & {*t.ids} or not {*t.sides[1]} <= {*north} or {*t.sides[0]} <= {*north}:
            return t
        return replace(t, sides=t.sides[::-1])

    *earlier, last = (replace(r, tables=tuple(table(t) for t in r.tables)) for r in (*tournament.rounds, one))
    return replace(tournament, rounds=tuple(earlier)), last


def as_in_movement(tournament: Tournament, one: Round, judged: CheckContext, due: Due) -> tuple[Tournament, Round] | None:
    """Return the tournament and a round with tables numbered by the movement from 1 instead of by places.

    None if that is not known for this round or the one before: someone came, left or sat out, or a table that may have been
    turned has a tie.
    """
    if not tournament.places:
        return replace(tournament, rounds=tuple(map(number_from_one, tournament.rounds))), number_from_one(one)
    # For a stage, only current facts are known, not those from when each of its rounds was paired.
    return _as_in_movement(tournament if method_of(judged.tournament).staged else judged.tournament, one, due)


def _as_in_movement(tournament: Tournament, one: Round, due: Due) -> tuple[Tournament, Round] | None:
    placed = {place.entrant for place in tournament.places if place.table is not None}
    sided = {place.entrant for place in tournament.places if place.side is not None}
    called: dict[int, dict[int, int] | None] = {}
    rounds = (*(r for r in tournament.rounds if r.number < one.number), one)
    for k, r in enumerate(rounds):
        last = rounds[k - 1] if k else None
        if not any(placed & {*t.ids} for t in r.tables):
            called[r.number] = {t.number: t.number - r.first_table + 1 for t in r.tables}
        elif last is not None and (called[last.number] is None or _has_swapped_tie(last, r.number, sided)):
            called[r.number] = None
        else:
            called[r.number] = _movement_numbers(
                due(_renumber_tables(tournament.before(r.number), called), r), r, judged=r is one
            )
    near = rounds[-2:]
    if any(called[r.number] is None for r in near) or (near[:-1] and _has_swapped_tie(near[0], one.number, sided)):
        return None
    then = _renumber_tables(replace(tournament.before(one.number), rounds=(*tournament.before(one.number).rounds, one)), called)
    return replace(then, rounds=then.rounds[:-1]), then.rounds[-1]


def number_from_one(one: Round) -> Round:
    """Return a round as if its tables started at number 1."""
    if one.first_table == 1:
        return one
    return replace(one, tables=tuple(replace(t, number=t.number - one.first_table + 1) for t in one.tables))


def _has_swapped_tie(one: Round, number: int, sided: Collection[str]) -> bool:
    """Return whether a tie may have gone to a side that a place put first.

    It goes by what was known when round `number` was paired.
    """
    turned = (t for t in one.tables if {*t.ids} & {*sided})
    return any(winning_side(t.result_at(number), len(t.sides)) is None for t in turned)


def _movement_numbers(right: Mapping[str, int] | None, one: Round, *, judged: bool) -> dict[int, int] | None:
    """Return the movement's number for each table, which is where everyone at it should be.

    The round that is `judged` may have someone at the wrong table. There, each table gets the number where most of its
    entrants should be, unless more entrants of another table should be there.
    """
    if right is None:
        return None
    due = {t.number: Counter(right.get(who, 0) for who in t.ids) for t in one.tables}
    left = {*range(1, len(due) + 1)}
    found: dict[int, int] = {}
    for many in range(max(map(len, (t.ids for t in one.tables)), default=0), -1, -1):
        for table, votes in due.items():
            number = next((n for n in sorted(left) if votes[n] >= many), None)
            if table not in found and number is not None and (judged or many == votes.total()):
                found[table] = number
                left.remove(number)
    return found if len(found) == len(due) else None


def _renumber_tables(tournament: Tournament, called: Mapping[int, Mapping[int, int] | None]) -> Tournament:
    def with_new_numbers(one: Round) -> Round:
        numbers = called.get(one.number) or {}
        return replace(one, tables=tuple(replace(t, number=numbers.get(t.number, t.number)) for t in one.tables))

    return replace(tournament, rounds=tuple(with_new_numbers(one) for one in tournament.rounds))
