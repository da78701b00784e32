"""All kinds of printouts of a tournament, and the ones that an event has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from scorekeeper.core.i18n.translation import LANGUAGES
from scorekeeper.pairing.record.record import Tournament
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.printouts import (
    bracket,
    cards,
    cross_table,
    history,
    lists,
    posted_pairings,
    prizes,
    report,
    slips,
    standings,
)
from scorekeeper.tournaments.printouts.event import EventDetails, PrintedEvent
from scorekeeper.tournaments.printouts.kind import OfARound, OfTheEvent
from scorekeeper.tournaments.printouts.page import Document, Paper

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

BOTH = "both"
"""Used in place of a language: every printout in each of them."""

_MODULES = (posted_pairings, slips, standings, bracket, cross_table, report, history, lists, cards, prizes)
_KINDS: list[OfARound | OfTheEvent] = [kind for module in _MODULES for kind in module.KINDS]

OF_A_ROUND = {kind.name: kind for kind in _KINDS if isinstance(kind, OfARound)}
OF_THE_EVENT = {kind.name: kind for kind in _KINDS if isinstance(kind, OfTheEvent)}
ALL_PAPERS = (*OF_A_ROUND, *OF_THE_EVENT)
ON_WALLS = tuple(kind.name for kind in _KINDS if kind.wall)
"""Printouts for the wall, which can be Tabloid or A3. All others are then on the matching Letter or A4."""
POSTED = (*ON_WALLS, "report")
"""Printouts that anyone may read. They use public names, unless full ones are asked for.

The others are for the desk, for one table, or for one person.
"""


def titles(t: Gettext, finished: bool) -> dict[str, tuple[str, str]]:
    """Return the title and purpose of every printout, by kind."""
    of_a_round = {name: (t(kind.title), t(kind.purpose)) for name, kind in OF_A_ROUND.items()}
    of_the_event = {
        name: (t(kind.at_the_end if finished and kind.at_the_end else kind.title), t(kind.purpose))
        for name, kind in OF_THE_EVENT.items()
    }
    return {**of_a_round, **of_the_event}


def event_of(state: TournamentState, about: Mapping[str, Any], lang: str) -> PrintedEvent:
    """Return a tournament as its printouts use it. `about`: the facts besides the record."""
    links = {(int(n), int(table)): url for n, tables in about.get("links", {}).items() for table, url in tables.items()}
    texts = {name: about.get(name, "") for name in ("venue", "note", "prizes", "page", "entry")}
    day = date.fromisoformat(about["day"]) if about["day"] else None
    return PrintedEvent(state, EventDetails(day, players=about["players"], links=links, draft=about.get("draft"), **texts), lang)


def languages_of(lang: str) -> tuple[str, ...]:
    """Return the languages asked for. Raises ValueError for an unknown one."""
    if lang == BOTH:
        return tuple(LANGUAGES)
    if lang not in LANGUAGES:
        raise ValueError(f"no such language: {lang!r}; there are {', '.join((*LANGUAGES, BOTH))}")
    return (lang,)


def one_document(event: PrintedEvent, kind: str, size: str, number: int | None = None) -> Document | None:
    """Return one printout, or None if the event does not have it.

    `number`: the round, for printouts of a round. Raises ValueError for an unknown kind or size.
    """
    if kind not in ON_WALLS:
        size = Paper(size).base
    if kind in OF_A_ROUND:
        one = next((r for r in event.rounds if r.number == number), None)
        return OF_A_ROUND[kind].draw(event, size, one) if one is not None and (one.tables or one.byes) else None
    if kind not in OF_THE_EVENT:
        raise ValueError(f"no such document: {kind!r}; there are {', '.join(ALL_PAPERS)}")
    if kind not in kinds_of(event):
        return None
    document = OF_THE_EVENT[kind].draw(event, size)
    return document if document is not None and document.pages else None


def kinds_of(event: PrintedEvent) -> tuple[str, ...]:
    """Return the kinds of printouts this event has.

    A knock-out has no cross-table, there is no report before a round, and no prizes before the end.
    """
    of_a_round = OF_A_ROUND if event.rounds else ()
    return (*of_a_round, *(name for name, kind in OF_THE_EVENT.items() if kind.has(event)))


def all_documents(
    tournament: Tournament,
    about: EventDetails,
    *,
    size: str,
    lang: str,
    kinds: Sequence[str] = ALL_PAPERS,
    rounds: Sequence[int] | None = None,
    posted: tuple[Tournament, EventDetails] | None = None,
) -> list[Document]:
    """Return all printouts of an event, in order.

    `lang`: a language or `both`; `rounds`: limits printouts of a round to these; `posted`: the event with public names, for
    posted sheets. Raises ValueError for an unknown kind, size or language.
    """
    documents, whole = [], (TournamentState(tournament), about)
    shown = whole if posted is None else (TournamentState(posted[0]), posted[1])
    for code in languages_of(lang):
        events = {kind: PrintedEvent(*(shown if kind in POSTED else whole), code) for kind in kinds}
        wanted = [r.number for r in whole[0].tournament.rounds if rounds is None or r.number in rounds]
        for number in wanted:
            documents += [one_document(events[kind], kind, size, number) for kind in kinds if kind in OF_A_ROUND]
        documents += [one_document(events[kind], kind, size) for kind in kinds if kind not in OF_A_ROUND]
    return [document for document in documents if document is not None]
