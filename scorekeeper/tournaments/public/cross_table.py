"""A cell of the cross-table as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.tournaments.commands.cross_table import Cross, Met
from scorekeeper.tournaments.words import signed_text

SIGNS = {"win": "+", "tie": "=", "loss": "−", "bye": "○", "forfeit": "×", "third": "", "playing": "…"}
"""The sign before the opponent's number."""


@dataclass(frozen=True)
class Meeting:
    """A meeting.

    `sign`: its outcome; `who`: the opponents' numbers; `mates`: the partner's; `score`: the entrant's own first.
    """

    sign: str
    who: str
    mates: str
    score: str


def cell(cross: Cross, met: Met) -> Meeting:
    """Return a cell of this table as text."""
    score = ":".join(signed_text(n) for n in met.scores)
    return Meeting(SIGNS.get(met.kind, ""), _numbers(cross, met.opponents), _numbers(cross, met.partners), score)


def _numbers(cross: Cross, ids: Sequence[str]) -> str:
    return "·".join(str(cross.numbers[i]) for i in ids if i in cross.numbers)
