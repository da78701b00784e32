"""Check whether a knock-out round seats exactly the entrants that the bracket calls for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import replace

from scorekeeper.pairing.method import CheckContext, method_of
from scorekeeper.pairing.record.record import Round, Table, Tournament
from scorekeeper.pairing.verify.bracket import Bracket, draw_faults, open_draw
from scorekeeper.pairing.verify.drawn_bracket import bracket_before
from scorekeeper.pairing.verify.stages import parts_to_check

Fault = tuple[str, Mapping[str, object]]


def knockout_faults_in_context(tournament: Tournament, one: Round, judged: CheckContext) -> Iterator[Fault]:
    """Yield the faults of this round, using everything that the whole tournament shows about it."""
    whole_tournament = judged.tournament
    since = [r for r in whole_tournament.rounds if r.number > judged.round.number]
    own = {e.id for e in tournament.entrants}
    later = {t.match for r in since for t in r.tables if t.match and own & {*t.ids}}
    begun = [r.number for r in since if r.ahead]
    left = {e.id for e in whole_tournament.entrants if begun and e.left is not None and e.left >= begun[0]}
    right = _matches_seated_right(judged, own) if any(r.by_hand for r in tournament.rounds[1:]) else set()
    free = open_draw(tournament)
    if free and not tournament.rounds:
        yield from draw_faults(tournament, one)
    yield from knockout_faults(tournament, one, drawn=judged.drawn and not free, later=later, left=left, right=right)


def _matches_seated_right(judged: CheckContext, own: Set[str]) -> set[str]:
    """Return these entrants' matches of this stage whose tables have the right entrants by all that is known now."""
    whole_tournament = judged.tournament
    each = (
        [part.tournament for part in parts_to_check(whole_tournament, judged.round.stage)]
        if method_of(whole_tournament).staged
        else [whole_tournament]
    )
    each = [t for t in each if own & {e.id for e in t.entrants}]
    return {name for t in each for name, m in bracket_before(t).matches.items() if m.table}


def knockout_faults(
    tournament: Tournament,
    one: Round,
    *,
    drawn: bool = True,
    later: Set[str] = frozenset(),
    left: Set[str] = frozenset(),
    right: Set[str] = frozenset(),
) -> Iterator[Fault]:
    """Yield the faults of this round.

    `drawn`: whether the seeds are known. If not, they are read from the first rounds.
    `later`: matches played in later rounds. A match may be postponed to one of these, or played again there.
    `left`: entrants who left when their match could have been played in a later round that started ahead.
    `right`: matches that are correct by current facts. That is enough if the tables they were paired from were removed.

    A round with matches started ahead need not have all matches that are due. Nor does a round after one arranged by hand
    (except the draw), because removed tables had been played at the time.
    """
    yield from (("knockout.late", {"who": e.id}) for e in tournament.entrants if e.joined == one.number > 1)
    if not drawn:
        known = with_seeds_as_seated(tournament, one)
        if known is None:
            yield from _eliminated_faults(bracket_before(tournament, one), one)
            return
        tournament = known
    bracket = bracket_before(tournament, one)
    due = bracket.ready() if one.ahead else bracket.due()
    seated_matches = {t.match for t in one.tables if t.match}
    for table in one.tables:
        name = table.match or next((n for n, m in due.items() if {*m.sides} == {*table.ids} and n not in seated_matches), None)
        if name is None or name not in due:
            yield from _not_due_fault(bracket, table) if name not in right else ()
        else:
            seated_matches.add(name)
            yield from _seats(bracket, table, name)
    if one.ahead or any(r.by_hand for r in tournament.rounds[1:]):
        return
    for name, match in due.items():
        if name not in seated_matches and name not in later and not left & {*match.sides}:
            yield "knockout.missing", {"match": name, "who": [i for i in match.sides if i]}
    if not any(r.ahead for r in tournament.rounds):
        yield from _byes(tournament, bracket, one)


def _seats(bracket: Bracket, table: Table, name: str) -> Iterator[Fault]:
    """Yield the fault of wrong entrants at a match's table."""
    right = [i for i in bracket.matches[name].sides if i]
    out = [i for i in table.ids if i not in right and name[0] not in "CP" and _is_out(bracket, i)]
    if out:
        yield "knockout.out", {"table": table.number, "who": out}
    elif {*right} != {*table.ids}:
        rule = "knockout.seeds" if name.startswith("W1.") else "knockout.slot"
        yield rule, {"table": table.number, "match": name, "who": right, "other": list(table.ids)}


def with_seeds_as_seated(tournament: Tournament, one: Round) -> Tournament | None:
    """Return the tournament with the seeds that its first two rounds show, or None if their matches have no names."""
    first = (tournament.rounds or (one,))[0]
    if any(not t.match for t in first.tables):
        return None
    tables = {t.match or "": t for r in (*tournament.rounds, one) for t in r.tables}
    empty = Bracket([e.id for e in tournament.entrants], {}, {}, tournament.options, double=False)
    seeds: dict[str, int] = {}
    free: list[int] = []
    for k in range(1, empty.size // 2 + 1):
        pair = empty.seats[2 * k - 2 : 2 * k]
        table, later = tables.get(f"W1.{k}"), tables.get(f"W2.{(k + 1) // 2}")
        if table is not None:
            seeds |= {who: seed for (who,), seed in zip(table.sides, pair, strict=True)}
            continue
        sibling_table = tables.get(f"W1.{k + 1 if k % 2 else k - 1}")
        came = [] if later is None else [i for i in later.ids if sibling_table is None or i not in sibling_table.ids]
        if came:
            seeds[came[0] if k % 2 or sibling_table is not None else came[-1]] = min(pair)
        else:
            free.append(min(pair))
    rest = iter(sorted(free))
    entrants = tuple(replace(e, seed=seeds[e.id] if e.id in seeds else next(rest, None)) for e in tournament.entrants)
    return replace(tournament, entrants=entrants)


def _not_due_fault(bracket: Bracket, table: Table) -> Iterator[Fault]:
    out = [who for who in table.ids if _is_out(bracket, who)]
    if out and (table.match or "W")[0] not in "CP":
        yield "knockout.out", {"table": table.number, "who": out}
    elif table.match:
        yield "knockout.match", {"table": table.number, "match": table.match}
    else:
        yield "knockout.pair", {"table": table.number, "who": list(table.ids)}


def _is_out(bracket: Bracket, who: str) -> bool:
    """Return whether an entrant has no match left that could lead to first place."""
    return not any(who in m.sides and not m.settled for name, m in bracket.matches.items() if name[0] in "WLF")


def _eliminated_faults(bracket: Bracket, one: Round) -> Iterator[Fault]:
    lost = [m.loser for name, m in bracket.matches.items() if m.table and name[0] in "WLF"]
    for table in one.tables:
        for who in table.ids:
            if (table.match or "W")[0] not in "CP" and lost.count(who) > bracket.double:
                yield "knockout.out", {"table": table.number, "who": who}


def _byes(tournament: Tournament, bracket: Bracket, one: Round) -> Iterator[Fault]:
    """Yield faults in byes. They belong to entrants who advanced without playing since the round before.

    If an opponent leaves after a round is published, the bye may be listed in that round or in the next.
    """
    left = {e.id: e.left for e in tournament.entrants}
    listed = tournament.rounds[-1].byes if tournament.rounds else ()
    earlier = {name: m for name, m in bracket_before_last(tournament).matches.items() if m.walkover}
    known = {name for name, m in earlier.items() if left.get(m.loser or "") != one.number - 1 or m.winner in listed}
    busy = {who for m in bracket.due().values() for who in m.sides} | bracket.gone.keys()
    new = [m for name, m in bracket.matches.items() if m.walkover and name not in known and m.winner not in (None, "", *busy)]
    for who in sorted({*one.byes} - {m.winner for m in new}):
        yield "knockout.bye", {"who": who}
    for who in sorted(m.winner for m in new if m.winner and m.winner not in one.byes and left.get(m.loser or "") != one.number):
        yield "knockout.no_bye", {"who": who}


def bracket_before_last(tournament: Tournament) -> Bracket:
    """Return the bracket that the last recorded round was paired from, an empty one before any round."""
    if not tournament.rounds:
        return Bracket([], {}, {}, tournament.options, double=False)
    *earlier, last = tournament.rounds
    return bracket_before(replace(tournament, rounds=tuple(earlier)), last)
