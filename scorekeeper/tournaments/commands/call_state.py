"""A table's calls to the director as read from the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scorekeeper.core.api.json_schema import Ordinal, one_of
from scorekeeper.formats.declared import copy_as, parse
from scorekeeper.tournaments.store.call_parts import CallPart, call_part

if TYPE_CHECKING:
    from scorekeeper.tournaments.store.log import TournamentLog

OPEN, ANSWERED, SETTLED = "open", "answered", "settled"
CALL_STATUSES = (OPEN, ANSWERED, SETTLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorCall(CallPart):
    """A call with its place.

    `number`: among its table's, from 1. `status`: `open`, `answered` (the director is on the way) or `settled`.
    """

    round: Ordinal
    table: Ordinal
    number: Ordinal
    status: Annotated[str, one_of(CALL_STATUSES)]


def calls_at(log: TournamentLog, number: int, table: int) -> tuple[DirectorCall, ...]:
    """Return the calls from a table, in order. Those taken back are not among them."""
    found, call = [], 1
    while (part := call_part(number, table, call)) in log.stamps:
        if (value := log.parts.get(part)) is not None:
            found.append(_call(number, table, call, value))
        call += 1
    return tuple(found)


def _call(number: int, table: int, call: int, value: dict[str, object]) -> DirectorCall:
    part = parse(CallPart, value)
    status = SETTLED if part.settled_at else ANSWERED if part.answered_at else OPEN
    return copy_as(DirectorCall, part, round=number, table=table, number=call, status=status)
