"""Answers about tournaments as JSON: draft rounds, schedules, standings, check results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from scorekeeper.formats.declared import number_json
from scorekeeper.pairing.directing.director import Schedule
from scorekeeper.pairing.record.bracket import StageBracket
from scorekeeper.pairing.record.draft import Reason, RoundDraft
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.staged_standings import FINAL
from scorekeeper.pairing.standings.standings import StandingRow
from scorekeeper.pairing.standings.tiebreaks import TIEBREAKS
from scorekeeper.pairing.verify.verify import CheckProblem

Say = Callable[[Reason], str]
Row = dict[str, object]
"""A line of the standings."""


def draft_json(draft: RoundDraft, say: Say, brackets: Sequence[StageBracket] = ()) -> dict[str, object]:
    """Return a draft round. With results added, it can go into the record's `rounds` unchanged."""
    tables = []
    for table in draft.tables:
        entry: dict[str, object] = {"table": table.number, "sides": [list(side) for side in table.sides]}
        for name in ("match", "pool"):
            if getattr(table, name) is not None:
                entry[name] = getattr(table, name)
        tables.append({**entry, "why": [say(reason) for reason in table.why]})
    out: dict[str, object] = {"round": draft.number, "tables": tables, "byes": list(draft.byes), "rematches": draft.rematches}
    if draft.why_bye:
        out["why_byes"] = {who: [say(reason) for reason in why] for who, why in draft.why_bye.items()}
    if draft.notes:
        out["notes"] = [say(reason) for reason in draft.notes]
    if draft.stage != 1:
        out["stage"] = draft.stage
    if draft.first_table != 1:
        out["first_table"] = draft.first_table
    finals = [{"final": one.final, "bracket": bracket_json(one)} for one in brackets if one.final]
    if finals:
        out["finals"] = finals
    elif brackets:
        out["bracket"] = bracket_json(StageBracket(brackets[0].bracket))
    return out


def bracket_json(one: StageBracket) -> list[dict[str, object]]:
    """Return every match of a bracket.

    `sides`: [id], [] for an empty place, null while unknown. `from`: where its two sides come from. `seat`: as numbered in the
    tournament.
    """
    return [
        {
            "match": state.slot.name,
            "part": state.slot.part,
            "round": state.slot.round,
            "sides": [None if who is None else [who] if who else [] for who in state.sides],
            "from": [{source.kind: source.of} for source in state.slot.sources],
            "status": state.status,
            "winner": state.winner or None,
            "seat": None if (seat := one.seat(state)) is None else {"round": seat[0], "table": seat[1]},
        }
        for state in one.bracket.matches.values()
    ]


def schedule_json(schedule: Schedule, say: Say) -> dict[str, object]:
    """Return all rounds, how they were made, and their balance. Tables have `why` only if there is something to say."""
    rounds = []
    for draft in schedule.rounds:
        entry = draft_json(draft, say)
        entry["tables"] = [{k: v for k, v in t.items() if k != "why" or v} for t in _tables(entry)]
        rounds.append({k: v for k, v in entry.items() if k != "rematches"})
    return {"rounds": rounds, "made_by": schedule.made_by, "balance": schedule.balance.as_dict()}


def _tables(entry: Mapping[str, object]) -> list[dict[str, object]]:
    tables = entry["tables"]
    return tables if isinstance(tables, list) else []


def _number(value: Fraction | None, name: str) -> int | float | None:
    if value is None:
        return None
    return float(value) if name in _POINTS_COLUMNS else number_json(value)


_POINTS_COLUMNS = {"points_a_match", "margin_a_match", *(name for name, one in TIEBREAKS.items() if one.fractional)}


def standings_json(rows: list[StandingRow]) -> dict[str, object]:
    """Return the standings with every tie-break column, and the one that decided."""
    out = []
    for row in rows:
        entry: dict[str, object] = {"rank": row.rank, "id": row.id}
        if row.field is not None:
            entry["field"] = row.field
            if row.field.startswith(FINAL):
                entry["final"] = row.field.removeprefix(FINAL)
        entry |= {name: _number(value, name) for name, value in row.columns.items()}
        if not row.counts:
            entry["counts"] = False
        out.append({**entry, "separated_by": row.separated_by})
    return {"standings": out}


def check_json(
    problems: list[CheckProblem], say: Callable[[CheckProblem], str], stuck: tuple[TournamentError, str] | None = None
) -> dict[str, object]:
    """Return whether the record is sound, and every problem.

    `stuck`: why no further round can be paired, with its text.
    """
    out: dict[str, object] = {
        "ok": not problems,
        "problems": [{"round": p.round, "rule": p.rule, "text": say(p)} for p in problems],
    }
    if stuck is not None:
        error, text = stuck
        out["stuck"] = {"code": error.code, "matches": error.params["matches"], "text": text}
    return out
