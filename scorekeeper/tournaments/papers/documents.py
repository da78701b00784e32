"""Every paper of a tournament, by kind; which of them an event has; all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from scorekeeper.base.i18n import LANGUAGES
from scorekeeper.tournament.record import Round, Tournament
from scorekeeper.tournaments.actions.tournament_state import TournamentState
from scorekeeper.tournaments.papers.bracket import bracket
from scorekeeper.tournaments.papers.cards import certificates, poster, table_numbers
from scorekeeper.tournaments.papers.event import About, Event
from scorekeeper.tournaments.papers.grid import cross_table
from scorekeeper.tournaments.papers.history import history
from scorekeeper.tournaments.papers.lists import blank_results, prizes, schedule, sign_in
from scorekeeper.tournaments.papers.page import Document, Paper
from scorekeeper.tournaments.papers.report import report
from scorekeeper.tournaments.papers.slips import score_sheets, slips
from scorekeeper.tournaments.papers.standings import standings
from scorekeeper.tournaments.papers.walls import by_name, by_table
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

BOTH = "both"
"""Instead of a language: everything in each of them."""

OF_A_ROUND: dict[str, Callable[[Event, str, Round], Document]] = {
    "pairings": by_table,
    "names": by_name,
    "slips": slips,
    "scoresheets": score_sheets,
    "results": blank_results,
}
OF_THE_EVENT: dict[str, Callable[[Event, str], Document | None]] = {
    "standings": standings,
    "bracket": bracket,
    "crosstable": cross_table,
    "report": report,
    "history": history,
    "signin": sign_in,
    "schedule": schedule,
    "tables": table_numbers,
    "poster": poster,
    "certificates": certificates,
    "prizes": prizes,
}
ALL_PAPERS = (*OF_A_ROUND, *OF_THE_EVENT)
ON_WALLS = ("pairings", "names", "standings", "bracket", "crosstable", "schedule", "poster")
"""What hangs on a wall: on Tabloid and A3 too. Everything else is then on the Letter or A4 that belongs to it."""

POSTED = (*ON_WALLS, "report")
"""What everybody may come to read: names stand there as everybody sees them, unless whole ones are asked for. All else is for the
desk (lists to sign), for those at one table, or for somebody’s own hands.
"""

_TITLES = {
    "pairings": (N_("Pairings by table"), N_("for the wall")),
    "names": (N_("Where to sit"), N_("for the wall, by name")),
    "slips": (N_("Table slips"), N_("four a page, with the code of each table")),
    "scoresheets": (N_("Score sheets"), N_("empty, names filled in, two a page")),
    "results": (N_("Results by hand"), N_("to be filled in at the desk")),
    "standings": (N_("Standings"), N_("with what separated")),
    "bracket": (N_("Bracket"), N_("in sections, with an overview")),
    "crosstable": (N_("Cross-table"), N_("everybody’s results")),
    "report": (N_("Report so far"), N_("standings, results, prizes, notes")),
    "history": (N_("Histories"), N_("everybody’s rounds, to be cut apart")),
    "signin": (N_("Sign-in list"), N_("for the door, by family name")),
    "schedule": (N_("All rounds"), N_("who meets whom, from the first to the last")),
    "tables": (N_("Table numbers"), N_("to be folded, two a page")),
    "poster": (N_("Poster"), N_("with the code of the public page")),
    "certificates": (N_("Certificates"), N_("for the first three places")),
    "prizes": (N_("Prizes by name"), N_("to be signed for")),
}


def titles(t: Gettext, finished: bool) -> dict[str, tuple[str, str]]:
    """Name and purpose of every paper, by kind."""
    found = {kind: (t(title), t(purpose)) for kind, (title, purpose) in _TITLES.items()}
    return {**found, "report": (t(N_("Final report")), found["report"][1])} if finished else found


def event_of(state: TournamentState, about: Mapping[str, Any], lang: str) -> Event:
    """A tournament as its papers see it; `about`: what `club_papers.about` says."""
    links = {(int(n), int(table)): url for n, tables in about.get("links", {}).items() for table, url in tables.items()}
    texts = {name: about.get(name, "") for name in ("venue", "note", "prizes", "page", "entry")}
    day = date.fromisoformat(about["day"]) if about["day"] else None
    return Event(state, About(day, players=about["players"], links=links, draft=about.get("draft"), **texts), lang)


def languages_of(lang: str) -> tuple[str, ...]:
    """The languages that are asked for. Raises ValueError for one that we do not have."""
    if lang == BOTH:
        return tuple(LANGUAGES)
    if lang not in LANGUAGES:
        raise ValueError(f"no such language: {lang!r}; there are {', '.join((*LANGUAGES, BOTH))}")
    return (lang,)


def one_document(event: Event, kind: str, size: str, number: int | None = None) -> Document | None:
    """One paper; `number`: of the round, for those of a round. None where the event has no such paper.

    Raises ValueError for a kind or size that does not exist.
    """
    if kind not in ON_WALLS:
        size = Paper(size).base
    if kind in OF_A_ROUND:
        one = next((r for r in event.rounds if r.number == number), None)
        return OF_A_ROUND[kind](event, size, one) if one is not None and (one.tables or one.byes) else None
    if kind not in OF_THE_EVENT:
        raise ValueError(f"no such document: {kind!r}; there are {', '.join(ALL_PAPERS)}")
    if kind not in kinds_of(event):
        return None
    found = OF_THE_EVENT[kind](event, size)
    return found if found is not None and found.pages else None


def kinds_of(event: Event) -> tuple[str, ...]:
    """The papers that this event has: no cross-table of a knock-out, no report before a round, no prizes before the end."""
    found = set(OF_A_ROUND if event.rounds else ())
    if event.tournament.entrants:
        found |= {"signin", "tables", "poster"}
    if event.state.bracket is not None:
        found.add("bracket")
    if event.state.planned is not None:
        found.add("schedule")
    if event.rounds:
        found |= {"standings", "report", "history", *(() if event.state.pairing.knockout else ("crosstable",))}
    if event.state.finished and event.standings:
        found |= {"certificates", *(("prizes",) if event.about.prizes.strip() else ())}
    return tuple(k for k in ALL_PAPERS if k in found)


def all_documents(
    tournament: Tournament,
    about: About,
    *,
    size: str,
    lang: str,
    kinds: Sequence[str] = ALL_PAPERS,
    rounds: Sequence[int] | None = None,
    posted: tuple[Tournament, About] | None = None,
) -> list[Document]:
    """The whole event's papers in order. `lang`: a language, or `both`; `rounds`: only these, of the papers of a round; `posted`:
    the event under the names that everybody sees, for the papers that everybody may read.

    Raises ValueError for a kind, size or language that does not exist.
    """
    found, whole = [], (TournamentState(tournament), about)
    shown = whole if posted is None else (TournamentState(posted[0]), posted[1])
    for code in languages_of(lang):
        events = {kind: Event(*(shown if kind in POSTED else whole), code) for kind in kinds}
        wanted = [r.number for r in whole[0].tournament.rounds if rounds is None or r.number in rounds]
        for number in wanted:
            found += [one_document(events[kind], kind, size, number) for kind in kinds if kind in OF_A_ROUND]
        found += [one_document(events[kind], kind, size) for kind in kinds if kind not in OF_A_ROUND]
    return [document for document in found if document is not None]
