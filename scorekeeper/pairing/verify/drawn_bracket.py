"""Put a knock-out's recorded tables into its bracket for the check, with the draw as it was seated."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record.record import DROP_ORDERS, Round, Table, Tournament, draw_of
from scorekeeper.pairing.recount import RankedLine, by_seed, recount_ranking
from scorekeeper.pairing.verify.bracket import Bracket, open_draw, seats_of


def knockout_ranking(tournament: Tournament) -> list[RankedLine]:
    """Return a knock-out's standings, by the places that the bracket gives."""
    places = bracket_before(tournament).places()
    return recount_ranking(tournament, {e.id: places.get(e.id, len(places) + 1) for e in tournament.entrants})


def bracket_before(tournament: Tournament, one: Round | None = None) -> Bracket:
    """Return the bracket after the recorded tables, or as it was when round `one` was paired.

    Entrants who were seated in `one` or had a bye in it had not left at that time.
    """
    number = tournament.next_number if one is None else one.number
    in_round = set() if one is None else {*one.byes, *(i for t in one.tables for i in t.ids)}
    left = {e.id: e.left for e in tournament.entrants if e.left is not None and e.left <= number}
    leavers = {who: since for who, since in left.items() if who not in in_round or since < number}
    first = draw_of(tournament.rounds) if tournament.rounds else one
    drawn = set() if first is None else {*first.byes, *(i for t in first.tables for i in t.ids)}
    entrants = [e for e in tournament.entrants if e.joined == 1 and (e.left is None or e.left > 1 or e.id in drawn)]
    line = by_seed(entrants)
    if tournament.rounds:
        line = _arranged_draw(line, draw_of(tournament.rounds))
    elif one is not None and open_draw(tournament):
        line = _arranged_draw(line, one)
    drop_order = tournament.options.drop_order
    orders = [drop_order] if drop_order or not method_of(tournament).drops else DROP_ORDERS
    found = [_with_tables(replace(tournament, options=replace(tournament.options, drop_order=o)), line, leavers) for o in orders]
    return min(found, key=lambda one: one[0])[1]


def _with_tables(tournament: Tournament, line: list[str], leavers: dict[str, int]) -> tuple[int, Bracket]:
    """Return how many tables have no place in the bracket of this line, and the bracket."""
    double = method_of(tournament).drops
    tables: dict[str, Table] = {}
    unknown = 0
    for r in tournament.rounds:
        tables |= {t.match: t for t in r.tables if t.match}
        nameless = [t for t in r.tables if not t.match]
        if nameless:
            ready = Bracket(line, tables, {}, tournament.options, double=double).ready()
            for table in nameless:
                name = next((n for n, m in ready.items() if {*m.sides} == {*table.ids} and n not in tables), None)
                if name is not None:
                    tables[name] = table
                unknown += name is None
    by_hand = {t.match: r.number for r in tournament.rounds if r.by_hand for t in r.tables if t.match}
    bracket = Bracket(line, tables, leavers, tournament.options, double=double, by_hand=by_hand)
    return bracket.fallen_elsewhere + unknown, bracket


def with_drop_order(tournament: Tournament) -> Tournament:
    """Return the tournament with its drop order set from its rounds if no option sets it."""
    if not method_of(tournament).drops or tournament.options.drop_order or not tournament.rounds:
        return tournament
    return replace(tournament, options=replace(tournament.options, drop_order=bracket_before(tournament).order))


def _arranged_draw(line: list[str], first: Round) -> list[str]:
    """Return the draw as the director arranged it. An entrant who lost a seat has the bye of the one who took it."""
    seats = seats_of(max(1, (len(line) - 1).bit_length()))
    at = {t.match: t.ids for t in first.tables}
    found: list[str | None] = [None] * len(seats)
    for k in range(0, len(seats), 2):
        for seed, who in zip(seats[k : k + 2], at.get(f"W1.{k // 2 + 1}", ()), strict=False):
            found[seed - 1] = who
    moved = [who for seed, who in enumerate(line) if who not in found and found[seed] is not None]
    for seed, who in enumerate(line):
        if found[seed] is None:
            found[seed] = moved.pop(0) if who in found and moved else who
    return [who for who in found if who is not None]
