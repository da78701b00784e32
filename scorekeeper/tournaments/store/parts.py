"""The parts of a tournament, as its log keeps them (JSON), and as the pairing code wants them.

A part is named by a path: `about`, `setup`, `entry`, `status`, `clock`, `entrant/e7`, `round/3`, `result/3/12` (round, table),
`report/3/12/0` (and side), `dispute/3/12`. Each change of the log says what the parts that it touched were and are.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from scorekeeper.codec.tournament_record import parse_entrant
from scorekeeper.tournament.draft import DraftTable, Reason, RoundDraft
from scorekeeper.tournament.record import Entrant, Result, Table

Json = dict[str, Any]

ENTRANT = ("id", "name", "seed", "joined", "left", "byes", "absent", "substitutes")
"""What the tournament record knows of an entrant; the rest is the club's."""


PART_KINDS = ("about", "setup", "entry", "status", "clock", "entrant", "round", "result", "report", "dispute")
"""Every kind of part."""


def entrant_part(entrant: str) -> str:
    """The part of an entrant."""
    return f"entrant/{entrant}"


def round_part(number: int) -> str:
    """The part of a round: where everybody sits, and why."""
    return f"round/{number}"


def result_part(number: int, table: int) -> str:
    """The part of a table's result."""
    return f"result/{number}/{table}"


def report_part(number: int, table: int, side: int) -> str:
    """The part of what one side of a table says the result was."""
    return f"report/{number}/{table}/{side}"


def dispute_part(number: int, table: int) -> str:
    """The part of a dispute at a table."""
    return f"dispute/{number}/{table}"


def place_of(part: str) -> tuple[int, int] | None:
    """Round and table of a result, report or dispute; None for other parts."""
    kind, *rest = part.split("/")
    return (int(rest[0]), int(rest[1])) if kind in ("result", "report", "dispute") else None


def in_round(part: str, number: int) -> str:
    """The same result, report or dispute, of another round."""
    kind, _, rest = part.split("/", 2)
    return f"{kind}/{number}/{rest}"


def entrant_of(found: Json) -> Entrant:
    """An entrant as the pairing code knows one."""
    return parse_entrant({name: value for name, value in found.items() if name in ENTRANT})


def result_of(found: Json | None) -> Result:
    """A result that was read when it was written; of nothing, the one that is not known."""
    if not found:
        return Result()
    scores, boxes, forfeit = found.get("scores"), found.get("boxes"), found.get("forfeit", ())
    return Result(
        None if scores is None else tuple(scores),
        found.get("winner"),
        (forfeit,) if isinstance(forfeit, int) else tuple(forfeit),
        None if boxes is None else tuple(boxes),
        tuple(tuple(game) for game in found.get("games", ())),
    )


def tables_of(found: Json) -> list[DraftTable]:
    """The tables of a round, with why each is as it is."""
    return [
        DraftTable(
            t["table"],
            tuple(tuple(side) for side in t["sides"]),
            _reasons(t.get("why", ())),
            t.get("match"),
            t.get("pool"),
        )
        for t in found["tables"]
    ]


def draft_of(number: int, found: Json) -> RoundDraft:
    """A round with its reasons."""
    why_bye = {i: _reasons(why) for i, why in found.get("why_bye", {}).items()}
    notes = _reasons(found.get("notes", ()))
    byes = tuple(found["byes"])
    return RoundDraft(number, tuple(tables_of(found)), byes, found.get("rematches", 0), why_bye, notes, found.get("stage", 1))


def draft_json(draft: RoundDraft, *, paired: int, published: bool, by_hand: bool = False, ahead: bool = False) -> Json:
    """A round as it is kept. `paired`: the revision at which it was computed, so that it is known what was known then."""
    tables = []
    for t in draft.tables:
        one: Json = {"table": t.number, "sides": [list(side) for side in t.sides], "why": _reasons_json(t.why)}
        if t.match is not None:
            one["match"] = t.match
        if t.pool is not None:
            one["pool"] = t.pool
        tables.append(one)
    return {
        "published": published,
        "paired": paired,
        "by_hand": by_hand,
        **({"ahead": True} if ahead else {}),
        "stage": draft.stage,
        "tables": tables,
        "byes": list(draft.byes),
        "rematches": draft.rematches,
        "why_bye": {i: _reasons_json(why) for i, why in draft.why_bye.items()},
        "notes": _reasons_json(draft.notes),
    }


def table_of(found: DraftTable | Table, result: Result, was: tuple[tuple[int, Result], ...]) -> Table:
    """A table of a published round."""
    return Table(found.number, found.sides, result, found.match, found.pool, was)


def _reasons(found: Any) -> tuple[Reason, ...]:
    return tuple(Reason(r["code"], {name: _value(v) for name, v in r.get("params", {}).items()}) for r in found)


def _reasons_json(reasons: tuple[Reason, ...]) -> list[Json]:
    return [{"code": r.code, "params": {name: _value_json(v) for name, v in r.params.items()}} for r in reasons]


def _value_json(value: object) -> object:
    if isinstance(value, Fraction):
        return {"fraction": [value.numerator, value.denominator]}
    return list(value) if isinstance(value, (tuple, set, frozenset)) else value


def _value(value: Any) -> object:
    return Fraction(*value["fraction"]) if isinstance(value, Mapping) and "fraction" in value else value
