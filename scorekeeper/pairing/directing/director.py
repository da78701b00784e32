"""What a director needs: the next round, the schedule, the standings and the bracket, under any method."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.movements.fixed_seats import apply_places
from scorekeeper.pairing.movements.rotation import Balance, balance
from scorekeeper.pairing.record.bracket import PlayedBracket, StageBracket
from scorekeeper.pairing.record.draft import DraftTable, RoundDraft, number_tables_from
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Tournament
from scorekeeper.pairing.staged_standings import group_by_final
from scorekeeper.pairing.stages import first_table_of
from scorekeeper.pairing.standings.standings import StandingRow
from scorekeeper.pairing.standings.ties import settle_ties


def next_round(tournament: Tournament) -> RoundDraft:
    """Return a draft of the next round, with reasons.

    Raises `needs.results` (the pairing depends on a table that is still being played), `needs.winner`, `finished`,
    `entrants.few`, `entrants.late`.
    """
    draft = number_tables_from(method_of(tournament).pair(tournament), first_table_of(tournament))
    return apply_places(draft, tournament.places)


def is_finished(tournament: Tournament) -> bool:
    """Return whether all rounds have been paired and every table has ended."""
    try:
        next_round(tournament)
    except TournamentError as error:
        return error.code == "finished" and not any(not t.result.known for r in tournament.rounds for t in r.tables)
    return False


def standings(tournament: Tournament) -> list[StandingRow]:
    """Return the current standings, with decided ties. With stages, the last one comes first; in a Mitchell, N–S comes first."""
    rows = method_of(tournament).standings(tournament)
    return settle_ties(rows, tournament, None)


def bracket(tournament: Tournament) -> PlayedBracket | None:
    """Return the bracket so far of a knock-out, or of the current stage if it is one, or None. With finals, the first."""
    return method_of(tournament).bracket(tournament)


def brackets(tournament: Tournament) -> list[StageBracket]:
    """Return the brackets so far of the current stage: one, or one for each final that is a knock-out."""
    return method_of(tournament).brackets(tournament)


def standings_by_final(tournament: Tournament) -> list[tuple[str, list[StandingRow]]]:
    """Return the standings by final, each ranked from 1: (letter, rows), best final first.

    Entrants in no final follow under the letter ``""``. Before finals begin, and in other tournaments, that is the only
    group and has the standings as they are.
    """
    return group_by_final(standings(tournament))


@dataclass(frozen=True)
class Schedule:
    """All rounds of a movement that needs no results. `made_by`: `plan`, `whist` or `search`."""

    rounds: tuple[RoundDraft, ...]
    made_by: str
    balance: Balance


def schedule(tournament: Tournament) -> Schedule:
    """Return every round at once, as if all entrants had been there from the start. Raises `schedule` if rounds depend on
    results.
    """
    plan = method_of(tournament).plan(tournament)
    drafts = []
    for number, lines in enumerate(zip_longest(*(rounds for _, rounds in plan.pools)), 1):
        tables: list[DraftTable] = []
        byes: list[str] = []
        for (name, _), line in zip(plan.pools, lines, strict=True):
            for sides in line[0] if line else ():
                tables.append(DraftTable(len(tables) + 1, sides, pool=name))
            byes += line[1] if line else []
        draft = number_tables_from(RoundDraft(number, tuple(tables), tuple(byes)), tournament.first_table)
        drafts.append(apply_places(draft, tournament.places))
    ids = [e.id for e in tournament.ranked_by_seed]
    counted = balance(ids, (([t.sides for t in d.tables], d.byes) for d in drafts))
    return Schedule(tuple(drafts), plan.made_by, counted)
