"""How a paper is declared: beside what draws it, in the `KINDS` of its module; `documents.py` names the modules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.tournament.record import Round
from scorekeeper.tournaments.papers.event import PrintedEvent
from scorekeeper.tournaments.papers.page import Document


@dataclass(frozen=True)
class _Paper:
    """`name`: in addresses and files. `title`, `purpose`: what it is called, and for what, as message ids."""

    name: str
    title: str
    purpose: str


@dataclass(frozen=True)
class OfARound(_Paper):
    """A paper of one round. `draw`: from event, size of paper and round. `wall`: it hangs on a wall, so on Tabloid and A3 too."""

    draw: Callable[[PrintedEvent, str, Round], Document]
    wall: bool = False


@dataclass(frozen=True)
class OfTheEvent(_Paper):
    """A paper of a whole event. `draw`: from event and size of paper, None where there is nothing to print; `has`: whether an
    event has it. `wall`: as above. `at_the_end`: what it is called once the event is finished, a message id, if otherwise.
    """

    draw: Callable[[PrintedEvent, str], Document | None]
    has: Callable[[PrintedEvent], bool]
    wall: bool = False
    at_the_end: str = ""


def has_rounds(event: PrintedEvent) -> bool:
    """Whether a round was published."""
    return bool(event.rounds)


def has_entrants(event: PrintedEvent) -> bool:
    """Whether anybody has entered."""
    return bool(event.tournament.entrants)


def is_decided(event: PrintedEvent) -> bool:
    """Whether it is over, and somebody has won."""
    return event.state.finished and bool(event.standings)
