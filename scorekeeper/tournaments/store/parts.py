"""The parts of a tournament: each kind is declared once, as the value that it is; its JSON, as the log keeps it, follows.

A part is named by a path: `about`, `setup`, `entry`, `status`, `clock`, `entrant/e7`, `round/3`, `result/3/12` (round, table),
`report/3/12/0` (and side), `dispute/3/12`. Each change of the log says what the parts that it touched were and are.

What a change is about is written anew, and nothing else of a part (`changed`): what an earlier version wrote, or left out, stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from scorekeeper.base.api.shapes import HIDDEN, Count, one_of, ref
from scorekeeper.clubs.store.club import LONGEST_PLAYER_NAME
from scorekeeper.codec.declared import drawn, dump, dump_fields, parse
from scorekeeper.tournament.draft import DraftTable, Reason, RoundDraft
from scorekeeper.tournament.method import METHODS
from scorekeeper.tournament.record import Earlier, Entrant, Result, Table
from scorekeeper.tournament.shapes import WHEN_SET, Name, OneOf
from scorekeeper.tournaments.store.clock import Clock

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class AboutPart:
    """What describes a tournament. `day`: ISO; `starts`: HH:MM or empty; `minutes`: how long there is; `public_names`: how
    everybody sees the players (`public_names.CHOICES`), None: as the club has it.

    `hours`, `pace`: of earlier versions; nothing reads them.
    """

    name: str = ""
    day: str = ""
    starts: str = ""
    minutes: int | None = None
    venue: str = ""
    note: str = ""
    prizes: str = ""
    public_names: Annotated[str | None, WHEN_SET] = None
    hours: Annotated[Any, WHEN_SET] = None
    pace: Annotated[Any, WHEN_SET] = None


@dataclass(frozen=True, slots=True)
class SetupPart:
    """How it is played, as the tournament record writes it."""

    method: Annotated[str, one_of(METHODS)]
    options: dict[str, Any]
    rules: Annotated[dict[str, Any], ref("RulesInFull")]
    seed: Count


@dataclass(frozen=True, slots=True)
class EntryPart:
    """The public entry form. `limit`: entrants, None: no limit; `closes`: ISO moment with its zone."""

    open: bool = False
    limit: int | None = None
    closes: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class EntrantPart(Entrant):
    """What the club knows of an entrant beside the tournament record. `players`: names; `player_ids`: in the club's roster, where
    known. `via`: `desk` or `form`. `waiting`: for a place; `withdrawn`: before it began.
    """

    players: tuple[Annotated[str, Name(LONGEST_PLAYER_NAME)], ...] = ()
    via: Annotated[str, OneOf(("desk", "form"))] = "desk"
    player_ids: Annotated[tuple[int, ...], WHEN_SET, HIDDEN] = ()
    waiting: Annotated[bool, WHEN_SET, HIDDEN] = False
    withdrawn: Annotated[bool, WHEN_SET, HIDDEN] = False


@dataclass(frozen=True, slots=True)
class RoundPart:
    """A round: where everybody sits, and why. `paired`: the revision at which it was computed, so that it is known what was known
    then; the rest as `RoundDraft` and `Round` have it.
    """

    published: bool
    paired: int
    by_hand: bool
    ahead: Annotated[bool, WHEN_SET] = False
    stage: int = 1
    tables: tuple[DraftTable, ...] = ()
    byes: tuple[str, ...] = ()
    rematches: int = 0
    why_bye: Mapping[str, tuple[Reason, ...]] = field(default_factory=dict)
    notes: tuple[Reason, ...] = ()

    def draft(self, number: int) -> RoundDraft:
        """The round with its reasons."""
        return drawn(RoundDraft, self, number=number)


@dataclass(frozen=True, slots=True)
class DisputePart:
    """A side that does not agree, in its own words."""

    side: int
    note: str = ""


DECLARED: Mapping[str, type] = {
    "about": AboutPart,
    "setup": SetupPart,
    "entry": EntryPart,
    "status": str,
    "clock": Clock,
    "entrant": EntrantPart,
    "round": RoundPart,
    "result": Result,
    "report": Result,
    "dispute": DisputePart,
}
"""What each kind of part is."""

PART_KINDS = tuple(DECLARED)


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


def parsed(part: str, value: Any) -> Any:
    """What a part of that name says; None where it is not there. The status is its own word."""
    kind = DECLARED[part.partition("/")[0]]
    return value if value is None or kind is str else parse(kind, value)


def changed(kind: type, value: Json, **facts: object) -> Json:
    """A part with these fields of it written anew, and the rest as it stands. Raises KeyError for what is no field of it."""
    return {**value, **dump_fields(kind, facts)}


def result_of(value: Json | None) -> Result:
    """A result that was read when it was written; of nothing, the one that is not known."""
    return parse(Result, value) if value else Result()


def round_of(value: Json) -> RoundPart:
    """A round as it was paired."""
    return parse(RoundPart, value)


def round_json(draft: RoundDraft, *, paired: int, published: bool, by_hand: bool = False, ahead: bool = False) -> Json:
    """A round as it is kept."""
    return dump(drawn(RoundPart, draft, paired=paired, published=published, by_hand=by_hand, ahead=ahead))


def table_of(table: DraftTable | Table, result: Result, was: tuple[Earlier, ...]) -> Table:
    """A table of a published round."""
    return Table(table.number, table.sides, result, table.match, table.pool, was)
