"""The parts of calls to the director: `calls`, their settings, and `call/3/12/1` (round, table, number)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from scorekeeper.messages.rules.titles import RULES
from scorekeeper.pairing.record.shapes import WHEN_SET, OneOf, Whole

REVOKE, OUT_OF_TURN, MISDEAL, SCORE, OTHER = "revoke", "out_of_turn", "misdeal", "score", "other"
REASONS = (REVOKE, OUT_OF_TURN, MISDEAL, SCORE, OTHER)

MOST_CALLS = 20
"""The most calls from a table in one round."""
LONGEST_RULING = 500


@dataclass(frozen=True, slots=True)
class CallsPart:
    """The settings of calls. `open`: tables can call the director by phone."""

    open: bool = True


@dataclass(frozen=True, slots=True)
class CallPart:
    """A table's call to the director.

    `at`: when it came; `side`: the caller's, if known. `answered_at`: when the director set out; `settled_at`: when it was
    settled, with a `note` and the id of a `rule`.
    """

    reason: Annotated[str, OneOf(REASONS)]
    at: datetime
    side: Annotated[int | None, WHEN_SET, Whole(0, 2)] = None
    answered_at: Annotated[datetime | None, WHEN_SET] = None
    settled_at: Annotated[datetime | None, WHEN_SET] = None
    note: Annotated[str, WHEN_SET] = ""
    rule: Annotated[str, WHEN_SET, OneOf(("", *RULES))] = ""


def call_part(number: int, table: int, call: int) -> str:
    return f"call/{number}/{table}/{call}"
