"""A director's actions, and what each would change. Each returns a new tournament; nothing is changed in place.

A corrected result keeps the old one, with the last round paired while that was valid, so that the check knows what was known
then. Played tables are never rewritten: `repair_round` pairs only unplayed tables again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.pairing.directing.director import brackets, next_round, standings
from scorekeeper.pairing.directing.final_changes import FinalChange, final_changes
from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.draft import Reason, RoundDraft, count_rematches, rounds_met
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Earlier, Entrant, Result, Round, Table, Tournament
from scorekeeper.pairing.stages import Part, current_finals, join_finals, parts, without_idle_rounds
from scorekeeper.pairing.standings.results import meetings


def with_round(tournament: Tournament, draft: RoundDraft, *, by_hand: bool = False) -> Tournament:
    """Return the tournament with the draft published."""
    return replace(tournament, rounds=(*tournament.rounds, replace(draft.as_round(), by_hand=by_hand)))


def without_last_round(tournament: Tournament) -> Tournament:
    """Return the tournament without its last round and that round's results."""
    *earlier, last = tournament.rounds
    return replace(tournament, rounds=tuple(known_since(one, last.number) for one in earlier))


def known_since(one: Round, number: int) -> Round:
    """Return the round with the history of its results limited to rounds before `number`."""

    def table(t: Table) -> Table:
        was: list[Earlier] = []
        for until, result in t.was:
            if min(until, number - 1) > (was[-1][0] if was else one.number):
                was.append(Earlier(min(until, number - 1), result))
        return t if len(was) == len(t.was) and tuple(was) == t.was else replace(t, was=tuple(was))

    return replace(one, tables=tuple(table(t) for t in one.tables))


def with_result(tournament: Tournament, number: int, table: int, result: Result) -> Tournament:
    """Return the tournament with a result entered or corrected. Raises `table` if the round has no such table."""
    last = tournament.rounds[-1].number if tournament.rounds else 0
    rounds = []
    replaced = False
    for one in tournament.rounds:
        tables = []
        for old in one.tables:
            if one.number == number and old.number == table:
                replaced = True
                known_by = old.was[-1][0] if old.was else number
                was = (*old.was, Earlier(last, old.result)) if last > known_by else old.was
                tables.append(replace(old, result=result, was=was))
            else:
                tables.append(old)
        rounds.append(replace(one, tables=tuple(tables)))
    if not replaced:
        raise errors.Malformed("table", number, reason="none", field="table", read=table)
    return replace(tournament, rounds=tuple(rounds))


def with_entrant(tournament: Tournament, entrant: Entrant) -> Tournament:
    """Return the tournament with an entrant added, or replaced by a newer version (left, substituted, excused …)."""
    if any(e.id == entrant.id for e in tournament.entrants):
        return replace(tournament, entrants=tuple(entrant if e.id == entrant.id else e for e in tournament.entrants))
    return replace(tournament, entrants=(*tournament.entrants, entrant))


def find_entrant(tournament: Tournament, who: str) -> Entrant:
    """Return the entrant with this id. Raises `entrants`."""
    one = next((e for e in tournament.entrants if e.id == who), None)
    if one is None:
        raise errors.Malformed("entrants", 0, reason="unknown", field="id", read=who)
    return one


def withdraw_entrant(tournament: Tournament, who: str, since: int) -> Tournament:
    """Return the tournament with the entrant gone from round `since` on."""
    return with_entrant(tournament, replace(find_entrant(tournament, who), left=since))


def substitute_player(tournament: Tournament, who: str, since: int, name: str) -> Tournament:
    """Return the tournament with a substitute from round `since` on. The score stays with the entrant."""
    one = find_entrant(tournament, who)
    return with_entrant(tournament, one.with_substitute(since, name))


def swap_in_draft(tournament: Tournament, draft: RoundDraft, one: str, other: str) -> RoundDraft:
    """Return the draft with two entrants exchanged by hand. Either may have the bye.

    Raises `swap` if either is not in it, or if someone would then play in two parts of a bracket or in two pools.
    """
    seated = {i for t in draft.tables for side in t.sides for i in side} | set(draft.byes)
    for who in (one, other):
        if who not in seated:
            raise errors.Illegal("swap", draft.number, reason="absent", field="swap", read=who)
    if len({_part_of(draft, one), _part_of(draft, other)}) > 1:
        raise errors.Illegal("swap", draft.number, reason="bracket", field="swap", read=other)
    if len({_pool_of(tournament, draft, one), _pool_of(tournament, draft, other)}) > 1:
        raise errors.Illegal("swap", draft.number, reason="pool", field="swap", read=other)
    turn = {one: other, other: one}
    past_meetings = meetings(tournament)
    tables = []
    for t in draft.tables:
        sides = tuple(tuple(turn.get(i, i) for i in side) for side in t.sides)
        if sides != t.sides:
            seen = rounds_met(sides, past_meetings)
            why = (Reason("by_hand"), *((Reason("rematch", {"rounds": seen}),) if seen else ()))
            tables.append(replace(t, sides=sides, why=why))
        else:
            tables.append(t)
    byes = tuple(turn.get(i, i) for i in draft.byes)
    why_bye = {i: draft.why_bye.get(i, (Reason("by_hand"),)) for i in byes}
    return replace(draft, tables=tuple(tables), byes=byes, why_bye=why_bye, rematches=count_rematches(tables, past_meetings))


def _part_of(draft: RoundDraft, who: str) -> str:
    """Return the part of the bracket in which an entrant plays this round. A bye belongs to the first round only."""
    names = [t.match for t in draft.tables if t.match]
    if not names:
        return ""
    match = next((t.match for t in draft.tables if t.match and any(who in side for side in t.sides)), None)
    if match is not None:
        return match[0]
    return "W" if all(name.startswith("W1.") for name in names) else "bye"


def _pool_of(tournament: Tournament, draft: RoundDraft, who: str) -> str | None:
    if not any(t.pool for t in draft.tables):
        return None
    return next((p.pool for p in parts(tournament, draft.stage) if any(e.id == who for e in p.tournament.entrants)), None)


def repair_round(tournament: Tournament) -> Round:
    """Return the last round with its unplayed tables paired again. Finished tables stay."""
    last = tournament.rounds[-1]
    if current_finals(tournament):
        again = [_with_last_round_repaired(part) for part in parts(tournament, last.stage)]
        return join_finals(tournament, again).rounds[-1]
    played = tuple(t for t in last.tables if t.result.known)
    busy = {i for t in played for i in t.ids}
    before = replace(tournament, rounds=tournament.rounds[:-1])
    free = [e.id for e in before.present(last.number) if e.id not in busy]
    if len(free) <= 1:
        return replace(last, tables=played, byes=tuple(free))
    away = tuple(replace(e, absent=(*e.absent, last.number)) if e.id in busy else e for e in tournament.entrants)
    draft = next_round(replace(before, entrants=away))
    used_numbers = {t.number for t in played}
    open_tables = [t for t in draft.tables if not busy & {i for side in t.sides for i in side}]
    fixed = {place.table for t in open_tables for place in tournament.places if any(place.entrant in side for side in t.sides)}
    kept_numbers = {t.number for t in open_tables if t.number in fixed} - used_numbers
    used_numbers |= kept_numbers
    first = last.first_table
    numbers = (n for n in range(first, first + len(used_numbers) + 2 * len(draft.tables)) if n not in used_numbers)
    new = [
        Table(t.number if t.number in kept_numbers else next(numbers), t.sides, match=t.match, pool=t.pool) for t in open_tables
    ]
    seated = busy | {i for t in new for i in t.ids} | {*draft.byes}
    alone = [i for t in draft.tables for side in t.sides for i in side if i not in seated]
    if last.number == 1 or all(r.stage != last.stage for r in before.rounds):
        # Their opponents in the new bracket are playing elsewhere. In its first round they can meet each other instead.
        matches = iter([t.match for t in last.tables if not t.result.known and t.match not in {n.match for n in new}])
        couples = zip(alone[::2], alone[1::2], strict=False)
        new += [Table(next(numbers), ((one,), (other,)), match=next(matches, None)) for one, other in couples]
    tables = tuple(sorted((*played, *new), key=lambda t: t.number))
    byes = tuple(i for i in draft.byes if i not in busy)
    return replace(last, tables=tables, byes=byes, by_hand=last.by_hand or bool(played), ahead=False)


def _with_last_round_repaired(final: Part) -> Part:
    """Return a final with its last round repaired, unless all of its tables are finished."""
    inner = final.tournament
    if all(t.result.known for t in inner.rounds[-1].tables):
        return final
    return replace(final, tournament=replace(inner, rounds=(*inner.rounds[:-1], repair_round(inner))))


@dataclass(frozen=True)
class RankChange:
    """An entrant whose rank would change. A rank is None if the entrant is not in the standings."""

    id: str
    before: int | None
    after: int | None


@dataclass(frozen=True)
class OutdatedTable:
    """A recorded table that would no longer be paired. `played`: the table has ended, so it stays."""

    round: int
    table: int
    sides: tuple[tuple[str, ...], ...]
    played: bool


@dataclass(frozen=True)
class WrongMatch:
    """A knock-out match with entrants other than the bracket now calls for.

    A side is None if not known yet, and empty if there is no one.
    """

    match: str
    round: int
    table: int
    seated: tuple[str | None, ...]
    should_be: tuple[str | None, ...]
    played: bool


@dataclass(frozen=True)
class Consequences:
    """What a correction changes.

    `moved`: changed ranks. `reseated`: tables of later rounds. `wrong`: knock-out matches with the wrong entrants.
    `can_repair`: the last round has affected tables that are not played, so they can be paired again. If False, they stay.
    `finals`: entrants of another final than by the new results; the finals stay as drawn.
    """

    moved: tuple[RankChange, ...] = ()
    reseated: tuple[OutdatedTable, ...] = ()
    wrong: tuple[WrongMatch, ...] = ()
    can_repair: bool = False
    finals: tuple[FinalChange, ...] = ()

    @property
    def none(self) -> bool:
        """Return whether the correction changes nothing else."""
        return not (self.moved or self.reseated or self.wrong or self.finals)


def consequences(before: Tournament, after: Tournament) -> Consequences:
    """Compare a tournament before and after a correction."""
    reseated = tuple(_outdated_tables(before, after))
    wrong = tuple(_wrong_matches(before, after))
    last = after.rounds[-1].number if after.rounds else 0
    places = [(w.round, w.played) for w in wrong] + [(r.round, r.played) for r in reseated]
    moved = tuple(rank_changes(before, after))
    return Consequences(moved, reseated, wrong, (last, False) in places, final_changes(before, after))


def rank_changes(before: Tournament, after: Tournament) -> list[RankChange]:
    """Return the entrants whose rank changes."""
    old = {row.id: row.rank for row in standings(before)}
    new = {row.id: row.rank for row in standings(after)}
    return [RankChange(i, old.get(i), new.get(i)) for i in {**new, **old} if old.get(i) != new.get(i)]


def _seats(tournament: Tournament, number: int) -> set[frozenset[frozenset[str]]] | None:
    """Return how a round would be paired from the rounds before it, as known now. None if it can't be paired."""
    one = next(r for r in tournament.rounds if r.number == number)
    found = [Part(tournament, 0)]
    if current_finals(tournament, one.stage):
        # No one changes finals any more.
        found = [final for final in parts(tournament, one.stage) if any(t.pool == final.pool for t in one.tables)]
    seats: set[frozenset[frozenset[str]]] = set()
    for part in found:
        rounds = tuple(r for r in part.tournament.rounds if r.number < number - part.offset)
        try:
            draft = next_round(without_idle_rounds(replace(part.tournament, rounds=rounds)))
        except TournamentError:
            return None
        seats |= {frozenset(frozenset(side) for side in t.sides) for t in draft.tables}
    return seats


def _outdated_tables(before: Tournament, after: Tournament) -> list[OutdatedTable]:
    first = _first_difference(before, after)
    if first > 1 and not method_of(after).by_results:
        return []
    found = []
    for one in after.rounds:
        if one.number < first:
            continue
        was, now = _seats(before, one.number), _seats(after, one.number)
        if now is None or was == now:
            continue
        for t in one.tables:
            if frozenset(frozenset(side) for side in t.sides) not in now:
                found.append(OutdatedTable(one.number, t.number, t.sides, t.result.known))  # noqa: PERF401 (a comprehension is harder to read)
    return found


def _first_difference(before: Tournament, after: Tournament) -> int:
    """Return the first round that may be paired differently."""
    if before.entrants != after.entrants or before.options != after.options:
        return 1
    for one, other in zip(before.rounds, after.rounds, strict=False):
        if one != other:
            return one.number + 1
    return max(before.next_number, after.next_number)


def _wrong_matches(before: Tournament, after: Tournament) -> list[WrongMatch]:
    known = {(r.number, t.number): t.result.known for r in after.rounds for t in r.tables}
    before_that = {(one.final, m.slot.name) for one in brackets(before) for m in one.bracket.misplayed}
    found = []
    for one in brackets(after):
        for state in one.bracket.misplayed:
            at = state.others
            if at and (one.final, state.slot.name) not in before_that:
                number, table = at.round + one.rounds, one.table(at.table)
                found.append(WrongMatch(state.slot.name, number, table, at.ids, state.sides, known[number, table]))
    return found
