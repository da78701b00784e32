"""All kinds of printouts of a tournament, and the ones that an event has."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from scorekeeper.tournaments.commands.printouts.print_options import PrintOptions
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.printouts import (
    bracket,
    cards,
    cross_table,
    history,
    lists,
    personal_cards,
    posted_pairings,
    prizes,
    report,
    slips,
    standings,
    treasurer,
)
from scorekeeper.tournaments.printouts.event import EventDetails, PrintedEvent
from scorekeeper.tournaments.printouts.kind import Kind
from scorekeeper.tournaments.printouts.page import Document, Paper

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.pairing.record.record import Round

_MODULES = (
    posted_pairings,
    personal_cards,
    slips,
    standings,
    bracket,
    cross_table,
    report,
    history,
    lists,
    cards,
    prizes,
    treasurer,
)
ALL_KINDS: dict[str, Kind] = {
    kind.name: kind for kind in sorted((k for m in _MODULES for k in m.KINDS), key=lambda kind: not kind.of_a_round)
}
"""By name: the printouts of a round, then those of the whole event."""

ALL_PAPERS = tuple(ALL_KINDS)
OF_A_ROUND = tuple(name for name, kind in ALL_KINDS.items() if kind.of_a_round)
POSTED = (*(name for name, kind in ALL_KINDS.items() if kind.wall), "report")
"""Printouts that anyone may read. They use public names, unless full ones are asked for.

The others are for the desk, for one table, or for one person.
"""

PrintSource = tuple[TournamentState, EventDetails]


def titles(t: Gettext, finished: bool) -> dict[str, tuple[str, str]]:
    """Return the title and purpose of every printout, by kind."""
    return {name: (kind.title_in(t, finished), t(kind.purpose)) for name, kind in ALL_KINDS.items()}


def kinds_of(event: PrintedEvent) -> tuple[str, ...]:
    """Return the kinds of printouts this event has.

    A knock-out has no cross-table, there is no report before a round, and no prizes before the end.
    """
    return tuple(name for name, kind in ALL_KINDS.items() if kind.has(event))


def make_documents(
    options: PrintOptions, event: PrintSource, posted: PrintSource | None = None, draft: Round | None = None
) -> list[Document]:
    """Return the requested printouts that the event has: in each language first each round’s, then the others.

    `posted`: the event with public names, for posted sheets. `draft`: a round that is not published, for printouts of the
    rounds ahead and, if it is in `options.rounds`, of that round.
    """

    @cache
    def source(is_posted: bool, is_drafted: bool) -> PrintSource:
        state, about = posted if posted and is_posted else event
        if draft is None or not is_drafted:
            return state, about
        rounds = (*state.tournament.rounds, draft)
        return TournamentState(replace(state.tournament, rounds=rounds)), replace(about, draft=draft.number)

    drafted = None if draft is None else draft.number
    kinds = [ALL_KINDS[name] for name in options.kinds or ALL_PAPERS]
    published = [one.number for one in event[0].tournament.rounds]
    rounds = published if options.rounds is None else [n for n in (*published, drafted) if n in options.rounds]
    documents = [
        _make(
            kind,
            PrintedEvent(*source(kind.name in POSTED, kind.ahead or number == drafted), lang, number),
            options.size,
        )
        for lang in options.languages
        for number in (*rounds, None)
        for kind in kinds
        if kind.of_a_round == (number is not None)
    ]
    return [document for document in documents if document is not None]


def _make(kind: Kind, event: PrintedEvent, size: str) -> Document | None:
    if not kind.has(event) or (kind.of_a_round and not (event.round.tables or event.round.byes)):
        return None
    document = kind.draw(event, size if kind.wall else Paper(size).base)
    if document is None or not document.pages:
        return None
    return replace(document, kind=kind.name, title=kind.title_in(event.t, event.state.finished))
