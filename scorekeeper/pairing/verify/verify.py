"""Check a recorded tournament with code that does not share the pairing code.

Each round is judged by what was known when it was paired (`Tournament.before`). A result corrected later, or a late entry,
is not a pairing fault. Only the seating rules apply to rounds arranged `by_hand`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scorekeeper.pairing.method import CheckContext, Method, method_named, method_of
from scorekeeper.pairing.record.record import Entrant, Options, Round, Table, Tournament
from scorekeeper.pairing.recount import RankedLine
from scorekeeper.pairing.verify.drawn_bracket import bracket_before
from scorekeeper.pairing.verify.fixed_places import place_faults, result_faults, round_faults
from scorekeeper.pairing.verify.stages import (
    StagePart,
    final_is_over,
    has_played,
    parts_when_paired,
    recount_standings,
    stage_faults,
    with_drop_orders,
)
from scorekeeper.pairing.verify.swiss import MOST

Fault = tuple[str, Mapping[str, object]]


@dataclass(frozen=True)
class AttachedRow:
    """A line of given standings, with only the columns that were given."""

    id: str
    rank: int | None
    columns: Mapping[str, Fraction | None]
    separated_by: str | None = None
    told: bool = False
    """Whether `separated_by` was given at all."""


@dataclass(frozen=True)
class AttachedMatch:
    """A match of a given bracket. A side is None while unknown, and empty if there is no one."""

    name: str
    sides: tuple[str | None, ...]
    winner: str | None


@dataclass(frozen=True)
class Attachments:
    """What came with a record: its standings, or None, and brackets by round and letter of the final, None if it is in none."""

    standings: Sequence[AttachedRow] | None = None
    brackets: Mapping[tuple[int, str | None], Sequence[AttachedMatch]] = field(default_factory=dict)


def standing_faults(tournament: Tournament, attachments: Attachments) -> Iterator[Fault]:
    """Yield differences between the attached standings and the standings from the tables."""
    if attachments.standings is None:
        return
    right = {line.id: line for line in _with_decisions(recount_standings(tournament), tournament)}
    seen = {row.id for row in attachments.standings}
    for who in right:
        if who not in seen:
            yield "standings", {"who": who, "field": "rank", "read": None, "right": right[who].rank}
    for row in attachments.standings:
        if row.id in right:
            for name, read, best in _differences(row, right[row.id]):
                yield "standings", {"who": row.id, "field": name, "read": read, "right": best}


def _with_decisions(lines: Sequence[RankedLine], tournament: Tournament) -> list[RankedLine]:
    """Return the lines with the ties that were decided about exactly the entrants who share a rank.

    Entrants who never played may be left out of a decision. They follow.
    """
    found = {line.id: line for line in lines}
    for one in (one for one in tournament.decided if one.stage is None):
        if any(who not in found for who in one.order):
            continue
        tied = [line for line in lines if (line.rank, line.field) == (found[one.order[0]].rank, found[one.order[0]].field)]
        others = {line.id for line in tied} - set(one.order)
        if len(tied) - len(others) < len(one.order):
            continue
        if others and any(has_played(tournament, line.id) == (line.id in others) for line in tied):
            continue
        alone = tied[0] == next(line for line in lines if line.field == tied[0].field)
        for k, who in enumerate(one.order):
            line = found[who]
            found[who] = replace(line, rank=line.rank + k, by=one.by if k or alone else line.by)
        for who in others:
            found[who] = replace(found[who], rank=found[who].rank + len(one.order), by=one.by)
    return list(found.values())


def _differences(row: AttachedRow, line: RankedLine) -> Iterator[tuple[str, object, object]]:
    if row.rank is not None and row.rank != line.rank:
        yield "rank", row.rank, line.rank
    for name, value in row.columns.items():
        right = line.values.get(name)
        # Numbers are printed with a float's precision.
        same = value == right if value is None or right is None else abs(value - right) < Fraction(1, 10**6)
        if not same:
            yield name, value, right
    if row.told and row.separated_by != line.by:
        yield "separated_by", row.separated_by, line.by


def bracket_faults(tournament: Tournament, given: Sequence[AttachedMatch], number: int, final: str | None) -> Iterator[Fault]:
    """Yield differences between a bracket attached to a round, or to its final, and the bracket from the tables before it."""
    one = next((r for r in tournament.rounds if r.number == number), None)
    found_parts = parts_when_paired(tournament, one) if one else []
    part = next((part for part in found_parts if final in (None, part.pool)), None)
    if part is None or not method_of(part.tournament).knockout or not part.drawn:
        return
    *earlier, last = part.tournament.rounds
    bracket = bracket_before(replace(part.tournament, rounds=tuple(earlier)), last)
    for match in given:
        found = bracket.matches.get(match.name)
        if found is None:
            yield "bracket", {"match": match.name, "field": "match", "read": match.name, "right": None}
            continue
        if match.sides != found.sides:
            yield "bracket", {"match": match.name, "field": "sides", "read": match.sides, "right": found.sides}
        if match.winner != (found.winner or None):
            yield "bracket", {"match": match.name, "field": "winner", "read": match.winner, "right": found.winner}


@dataclass(frozen=True)
class CheckProblem:
    """A fault: its round (0 for none), the rule that was broken, and the parameters of its message."""

    round: int
    rule: str
    params: Mapping[str, object] = field(default_factory=dict)


def check(tournament: Tournament, attachments: Attachments | None = None, most: int = MOST) -> list[CheckProblem]:
    """Return everything in a record that breaks the rules (tournament record, sections 1 to 3).

    `attachments`: standings and brackets that came with the record, which are worked out again.
    `most`: as in `check_last`.
    """
    problems: list[CheckProblem] = []
    tournament = with_drop_orders(tournament)
    for k, one in enumerate(tournament.rounds, 1):
        faults: list[Fault] = [("round.order", {"right": k})] if one.number != k else []
        problems += [CheckProblem(one.number, rule, params) for rule, params in (*faults, *_round_faults(tournament, one, most))]
    if attachments is not None and not problems:
        faults = [*standing_faults(tournament, attachments)]
        problems += [CheckProblem(0, rule, params) for rule, params in faults]
        for (number, final), given in attachments.brackets.items():
            problems += [CheckProblem(number, rule, params) for rule, params in bracket_faults(tournament, given, number, final)]
    return problems


def check_last(tournament: Tournament, most: int = MOST) -> list[CheckProblem]:
    """Return everything wrong with the last round.

    In a Swiss with more than `most` entrants, the cost of the round is not compared with all other pairings.
    """
    tournament = with_drop_orders(tournament)
    last = tournament.rounds[-1]
    return [CheckProblem(last.number, rule, params) for rule, params in _round_faults(tournament, last, most)]


def _round_faults(tournament: Tournament, one: Round, most: int = MOST) -> Iterator[Fault]:
    seating = list(_seating(tournament, one))
    yield from seating
    for table in one.tables:
        yield from _results(tournament, one, table)
    if not seating and not one.by_hand:
        yield from place_faults(tournament, one)
    if not seating:
        yield from _pairing(tournament, one, most)


def _method_of_round(tournament: Tournament, one: Round, pool: str | None = None) -> tuple[Method, Options]:
    """Return the method and options of a round, or of its final `pool`. A stage that does not exist gets one without rules."""
    stages = tournament.options.stages
    if stages and not 1 <= one.stage <= len(stages):
        return Method(), tournament.options
    name, options = tournament.played_as(one.stage, pool)
    return method_named(name), options


def _pairing(tournament: Tournament, one: Round, most: int) -> Iterator[Fault]:
    """Yield the faults in who meets whom, separately for each pool."""
    staged = method_of(tournament).staged
    if staged:
        faults = list(stage_faults(tournament, one))
        yield from faults
        if any(rule == "stage.order" for rule, _ in faults):
            return
    finals = staged and bool(tournament.options.stages[one.stage - 1].finals)
    for part in parts_when_paired(tournament, one):
        inner, last = replace(part.tournament, rounds=part.tournament.rounds[:-1]), part.tournament.rounds[-1]
        if finals and not last.tables and not last.byes and final_is_over(inner, last.number):
            continue
        if staged:
            yield from _missing(part, last)
        yield from round_faults(inner, last)
        if one.by_hand:
            continue
        method = method_of(inner)
        # A pool may finish before the others. A bracket has a match in every round.
        if method.knockout or last.tables or last.byes:
            yield from method.check(inner, last, CheckContext(tournament, one, part.drawn, most))


def _seating(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Yield entrants in the wrong number of places: twice, nowhere, or seated while away."""
    known = {e.id: e for e in tournament.entrants}
    at_table = Counter(i for t in one.tables for i in t.ids)
    counts = at_table + Counter(one.byes)
    stages = tournament.options.stages
    split = bool(stages) and 1 <= one.stage <= len(stages) and bool(stages[one.stage - 1].finals)
    finals = {i: t.pool for t in one.tables for i in t.ids} if split else {}
    for who, times in counts.items():
        if who not in known:
            yield "seat.unknown", {"who": who}
            continue
        if times > 1:
            yield "seat.twice", {"who": who, "times": times}
        knockout = _method_of_round(tournament, one, finals.get(who))[0].knockout
        yield from _absence_fault(known[who], one, seated=who in at_table, knockout=knockout)
    tables = Counter(t.number for t in one.tables)
    matches = Counter((t.match, t.pool if split else None) for t in one.tables if t.match)
    yield from (("table.twice", {"table": number}) for number, times in tables.items() if times > 1)
    yield from (("match.twice", {"match": name}) for (name, _), times in matches.items() if times > 1)
    yield from _shapes(tournament, one)
    if not method_of(tournament).has_draw:
        present_ids = {e.id for e in tournament.entrants if e.in_round(one.number)}
        yield from (("seat.missing", {"who": who}) for who in sorted(present_ids - set(counts)))


def _absence_fault(who: Entrant, one: Round, *, seated: bool, knockout: bool) -> Iterator[Fault]:
    """Yield the fault of an absent entrant. Someone who leaves during a round may keep their seat in it."""
    if one.number < who.joined or (who.left is not None and one.number > who.left):
        yield "seat.absent", {"who": who.id}
    elif one.number in who.absent and not knockout:
        yield "seat.away", {"who": who.id}
    elif one.number in who.byes and seated and not one.by_hand and not knockout:
        yield "seat.bye", {"who": who.id}


def _shapes(tournament: Tournament, one: Round) -> Iterator[Fault]:
    for table in one.tables:
        method, options = _method_of_round(tournament, one, table.pool)
        size, sides = method.side(options), len(table.sides)
        if any(len(side) != size for side in table.sides):
            yield "table.side", {"table": table.number, "right": size}
        if sides != 2 and not (sides == 3 and method.threes):
            yield "table.sides", {"table": table.number, "read": sides}


def _missing(part: StagePart, one: Round) -> Iterator[Fault]:
    """Yield entrants of a stage without a seat or a bye. Knock-outs and finished pools are left out."""
    inner = part.tournament
    if method_of(inner).knockout:
        return
    placed = {*one.byes, *(i for t in one.tables for i in t.ids)}
    present_ids = [e.id for e in inner.entrants if e.in_round(one.number)]
    if not placed and method_of(inner).all_meet:
        meeting_counts = Counter(frozenset(t.ids) for r in inner.rounds[:-1] for t in r.tables)
        if all(
            meeting_counts[frozenset((a, b))] >= inner.options.legs for k, a in enumerate(present_ids) for b in present_ids[:k]
        ):
            return
    for who in present_ids:
        if who not in placed:
            yield "seat.missing", {"who": who}


def _results(tournament: Tournament, one: Round, table: Table) -> Iterator[Fault]:
    method, options = _method_of_round(tournament, one, table.pool)
    paid = {p.entrant for p in tournament.penalties if p.kind == "game_points" and p.round == one.number}
    for rule, params in result_faults(table, method, options):
        if rule == "table.sum" and paid & {*table.ids}:
            continue  # games stay as played; only their sum includes penalties
        side_entrants = {
            name: table.sides[side] for name, side in params.items() if name in ("upper", "lower") and isinstance(side, int)
        }
        yield rule, {**params, **side_entrants}
