"""What a director asks: the next round, the whole schedule, the standings; each method answers for itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from scorekeeper.tournament import mitchell, round_robin, stages
from scorekeeper.tournament.balance import Balance, balance
from scorekeeper.tournament.bracket import PlayedBracket
from scorekeeper.tournament.draft import Draft, DraftTable, Reason, refuse_unfinished
from scorekeeper.tournament.errors import Illegal, TournamentError
from scorekeeper.tournament.knockout import knockout_round
from scorekeeper.tournament.places import mitchell_fields
from scorekeeper.tournament.record import KNOCKOUTS, Tournament
from scorekeeper.tournament.replay import played_bracket
from scorekeeper.tournament.rotation import planned, rotating_round
from scorekeeper.tournament.standings import Row, plain_standings
from scorekeeper.tournament.swiss import swiss_round
from scorekeeper.tournament.winners_up import winners_up_round

_ROUNDS: Mapping[str, Callable[[Tournament], Draft]] = {
    "swiss": swiss_round,
    "round_robin": round_robin.round_robin_round,
    "single_elimination": knockout_round,
    "double_elimination": knockout_round,
    "rotating_partners": rotating_round,
    "winners_up": winners_up_round,
    "mitchell": mitchell.mitchell_round,
}


def next_round(tournament: Tournament) -> Draft:
    """The round to come, as a draft with its reasons.

    Raises `needs.results` (a table of an earlier round is still being played and the pairing depends on it), `needs.winner`,
    `finished`, `entrants.few`, `entrants.late`.
    """
    if tournament.method == "stages":
        return _staged_round(tournament)
    return _ROUNDS[tournament.method](tournament)


def is_finished(tournament: Tournament) -> bool:
    """Whether all rounds have been paired and every table has ended."""
    try:
        next_round(tournament)
    except TournamentError as error:
        return error.code == "finished" and not any(not t.result.known for r in tournament.rounds for t in r.tables)
    return False


def standings(tournament: Tournament) -> list[Row]:
    """The standings so far; in stages, the last stage first; in a Mitchell, N–S then E–W."""
    return stages.staged_rows(tournament) if tournament.method == "stages" else plain_standings(tournament)


def bracket(tournament: Tournament) -> PlayedBracket | None:
    """The bracket as far as it has been played, of a knock-out or of the stage that is one; None if there is none."""
    if tournament.method in KNOCKOUTS:
        return played_bracket(tournament)
    if tournament.method == "stages":
        part = stages.parts(tournament, stages.stage_of(tournament))[0].tournament
        return played_bracket(part) if part.method in KNOCKOUTS else None
    return None


def _staged_round(tournament: Tournament) -> Draft:
    number = stages.stage_of(tournament)
    drafts = _drafts(tournament, number)
    if not drafts and number < len(tournament.options.stages):
        refuse_unfinished(tournament)
        number += 1
        drafts = _drafts(tournament, number)
    if not drafts:
        raise Illegal("finished", None, rounds=len(tournament.rounds))
    return _joined(tournament.next_number, number, drafts)


def _drafts(tournament: Tournament, number: int) -> list[tuple[stages.Part, Draft]]:
    found = []
    for part in stages.parts(tournament, number):
        try:
            found.append((part, next_round(part.tournament)))
        except TournamentError as error:
            if error.code != "finished":
                raise type(error)(error.code, error.event and error.event + part.offset, **error.params) from error
    return found


def _joined(number: int, stage: int, drafts: Sequence[tuple[stages.Part, Draft]]) -> Draft:
    tables: list[DraftTable] = []
    why_bye: dict[str, tuple[Reason, ...]] = {}
    notes: tuple[Reason, ...] = ()
    for part, draft in drafts:
        for table in draft.tables:
            why = tuple(_shifted(reason, part.offset) for reason in table.why)
            tables.append(replace(table, number=len(tables) + 1, pool=part.pool, why=why))
        why_bye |= draft.why_bye
        notes += draft.notes
    byes = tuple(i for _, draft in drafts for i in draft.byes)
    rematches = sum(draft.rematches for _, draft in drafts)
    return Draft(number, tuple(tables), byes, rematches, why_bye, notes, stage)


def _shifted(reason: Reason, offset: int) -> Reason:
    params = dict(reason.params)
    rounds = params.get("rounds")
    if reason.code == "rematch" and isinstance(rounds, list):
        params["rounds"] = [r + offset for r in rounds]
    return Reason(reason.code, params)


@dataclass(frozen=True)
class Schedule:
    """All rounds of a movement that needs no results, how it was made (`plan`, `whist`, `search`), and its balance."""

    rounds: tuple[Draft, ...]
    made_by: str
    balance: Balance


Line = tuple[list[tuple[tuple[str, ...], ...]], list[str]]


def schedule(tournament: Tournament) -> Schedule:
    """Every round at once, as if all entrants were there from the first; raises `schedule` where rounds depend on results."""
    if tournament.method == "stages":
        pools = [_lines(part.tournament) for part in stages.parts(tournament, 1)]
        names = [part.pool for part in stages.parts(tournament, 1)]
    else:
        pools, names = [_lines(tournament)], [None]
    drafts = []
    for number, lines in enumerate(zip_longest(*(lines for lines, _ in pools)), 1):
        tables: list[DraftTable] = []
        byes: list[str] = []
        for name, line in zip(names, lines, strict=True):
            for sides in line[0] if line else ():
                tables.append(DraftTable(len(tables) + 1, sides, pool=name))
            byes += line[1] if line else []
        drafts.append(Draft(number, tuple(tables), tuple(byes)))
    ids = [e.id for e in tournament.ranked_by_seed]
    counted = balance(ids, (([t.sides for t in d.tables], d.byes) for d in drafts))
    return Schedule(tuple(drafts), pools[0][1], counted)


def _lines(tournament: Tournament) -> tuple[list[Line], str]:
    ids = round_robin.in_order_of_entry(tournament)
    if tournament.method == "rotating_partners":
        found = planned(tournament)
        return [([*tables], [*sitting]) for tables, sitting in found.rounds], found.made_by
    if tournament.method == "round_robin":
        pairs = round_robin.plan(ids, tournament.options.legs)
    elif tournament.method == "mitchell":
        fields = mitchell_fields(tournament)
        pairs = mitchell.plan({i: fields[i] for i in fields if i in ids})
    else:
        raise Illegal("schedule", 0, method=tournament.method)
    lines: list[Line] = []
    for line in pairs[: tournament.options.rounds]:
        busy = {i for pair in line for i in pair}
        lines.append(([((a,), (b,)) for a, b in line], [i for i in ids if i not in busy]))
    return lines, "plan"
