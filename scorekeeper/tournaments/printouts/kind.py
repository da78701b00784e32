"""Declarations of kinds of printouts. Each module that draws some lists them in its `KINDS`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.tournaments.printouts.event import PrintedEvent
from scorekeeper.tournaments.printouts.page import Document

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


def has_rounds(event: PrintedEvent) -> bool:
    return bool(event.rounds)


def has_entrants(event: PrintedEvent) -> bool:
    return bool(event.tournament.entrants)


def is_decided(event: PrintedEvent) -> bool:
    """Return whether the event is over and has a winner."""
    return event.state.finished and bool(event.standings)


@dataclass(frozen=True)
class Kind:
    """A kind of printout.

    `name`: for addresses and files; `title`, `purpose`: message ids. `draw`: draws it from event and page size, None if there
    is nothing to print; `has`: whether an event has it. `of_a_round`: it is about `event.round`. `wall`: it is for the wall,
    and so may be Tabloid or A3. `ahead`: it lists rounds that are not published, and so the draft. `at_the_end`: another title
    once the event is finished, a message id.
    """

    name: str
    title: str
    purpose: str
    draw: Callable[[PrintedEvent, str], Document | None]
    has: Callable[[PrintedEvent], bool] = has_rounds
    of_a_round: bool = False
    wall: bool = False
    ahead: bool = False
    at_the_end: str = ""

    def title_in(self, t: Gettext, finished: bool) -> str:
        """Return the title. `finished`: whether the event is over."""
        return t((finished and self.at_the_end) or self.title)
