"""Declarations of kinds of printouts. Each module that draws some lists them in its `KINDS`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.pairing.record.record import Round
from scorekeeper.tournaments.printouts.event import PrintedEvent
from scorekeeper.tournaments.printouts.page import Document


@dataclass(frozen=True)
class _Paper:
    """A kind of printout. `name`: for addresses and files; `title`, `purpose`: message ids."""

    name: str
    title: str
    purpose: str


@dataclass(frozen=True)
class OfARound(_Paper):
    """A printout of one round.

    `draw`: draws it from event, page size and round. `wall`: it is for the wall, and so may be Tabloid or A3.
    """

    draw: Callable[[PrintedEvent, str, Round], Document]
    wall: bool = False


@dataclass(frozen=True)
class OfTheEvent(_Paper):
    """A printout of a whole event.

    `draw`: draws it from event and page size, None if there is nothing to print; `has`: whether an event has it. `wall`: as
    in `OfARound`. `at_the_end`: another title once the event is finished, a message id.
    """

    draw: Callable[[PrintedEvent, str], Document | None]
    has: Callable[[PrintedEvent], bool]
    wall: bool = False
    at_the_end: str = ""


def has_rounds(event: PrintedEvent) -> bool:
    return bool(event.rounds)


def has_entrants(event: PrintedEvent) -> bool:
    return bool(event.tournament.entrants)


def is_decided(event: PrintedEvent) -> bool:
    """Return whether the event is over and has a winner."""
    return event.state.finished and bool(event.standings)
