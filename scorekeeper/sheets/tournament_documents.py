"""Every paper of a tournament, by kind; which of them an event has; all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorekeeper.i18n import LANGUAGES
from scorekeeper.sheets.tournament_bracket import bracket
from scorekeeper.sheets.tournament_event import About, Event
from scorekeeper.sheets.tournament_history import history
from scorekeeper.sheets.tournament_page import Document
from scorekeeper.sheets.tournament_report import report
from scorekeeper.sheets.tournament_slips import score_sheets, slips
from scorekeeper.sheets.tournament_standings import cross_table, standings
from scorekeeper.sheets.tournament_walls import by_name, by_table
from scorekeeper.tournament.record import KNOCKOUTS, Round, Tournament

BOTH = "both"
"""Instead of a language: everything in each of them."""

OF_A_ROUND: dict[str, Callable[[Event, str, Round], Document]] = {
    "pairings": by_table,
    "names": by_name,
    "slips": slips,
    "scoresheets": score_sheets,
}
OF_THE_EVENT: dict[str, Callable[[Event, str], Document | None]] = {
    "standings": standings,
    "bracket": bracket,
    "crosstable": cross_table,
    "report": report,
    "history": history,
}
KINDS = (*OF_A_ROUND, *OF_THE_EVENT)


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
    if kind in OF_A_ROUND:
        one = next((r for r in event.rounds if r.number == number), None)
        return OF_A_ROUND[kind](event, size, one) if one is not None and (one.tables or one.byes) else None
    if kind not in OF_THE_EVENT:
        raise ValueError(f"no such document: {kind!r}; there are {', '.join(KINDS)}")
    if kind not in kinds_of(event):
        return None
    found = OF_THE_EVENT[kind](event, size)
    return found if found is not None and found.pages else None


def kinds_of(event: Event) -> tuple[str, ...]:
    """The papers that this event has: no cross-table of a knock-out, no report before anything was played."""
    found = list(OF_A_ROUND if event.rounds else ())
    knockout = event.tournament.method in KNOCKOUTS
    if event.bracket is not None:
        found.append("bracket")
    if event.rounds:
        found += ["standings", *(() if knockout else ("crosstable",)), "report", "history"]
    return tuple(k for k in KINDS if k in found)


def all_documents(
    tournament: Tournament,
    about: About,
    *,
    size: str,
    lang: str,
    kinds: Sequence[str] = KINDS,
    rounds: Sequence[int] | None = None,
) -> list[Document]:
    """The whole event's papers in order. `lang`: a language, or `both`; `rounds`: only these, of the papers of a round.

    Raises ValueError for a kind, size or language that does not exist.
    """
    found = []
    for code in languages_of(lang):
        event = Event(tournament, about, code)
        wanted = [r.number for r in event.rounds if rounds is None or r.number in rounds]
        for number in wanted:
            found += [one_document(event, kind, size, number) for kind in kinds if kind in OF_A_ROUND]
        found += [one_document(event, kind, size) for kind in kinds if kind not in OF_A_ROUND]
    return [document for document in found if document is not None]
