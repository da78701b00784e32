"""A copy of an event as plain HTML pages for any site: standings, rounds, bracket and entrants, in each language."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.core.i18n.translation import LANGUAGES
from scorekeeper.core.pdf.pdf_templates import render
from scorekeeper.pairing.staged_standings import ranked_within_finals
from scorekeeper.tournaments.printouts.event import PrintedEvent
from scorekeeper.tournaments.printouts.slips import place_text
from scorekeeper.tournaments.printouts.standings import columns_of
from scorekeeper.tournaments.words import field_title, leaver_notes, name_sort_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.pairing.record.record import Round
    from scorekeeper.tournaments.commands.tournament_state import TournamentState
    from scorekeeper.tournaments.printouts.event import EventDetails

STYLE = "style.css"
_SIGNED = ("margin", "margin_a_match")


class CopiedTable(NamedTuple):
    """A table of a round. `place`: its pool or bracket match; `match`: in a bracket; `sides`: (name, score, whether it won)."""

    number: int
    place: str
    match: bool
    sides: tuple[tuple[str, str, bool], ...]


class CopiedRound(NamedTuple):
    """A round with its tables; `byes`: the names of entrants without one."""

    number: int
    tables: tuple[CopiedTable, ...]
    byes: tuple[str, ...]


class CopiedList(NamedTuple):
    """A list of the standings. `lines`: (rank, name, values of the columns)."""

    title: str
    lines: tuple[tuple[int, str, tuple[str, ...]], ...]


def static_copy(state: TournamentState, about: EventDetails) -> bytes:
    """Return a ZIP with a folder of pages for each language, a style sheet and a first page. `state`: with the names to show."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        events = {lang: PrintedEvent(state, about, lang) for lang in LANGUAGES}
        first = next(iter(events.values()))
        archive.writestr("index.html", render("tournaments/static_copy/languages.html", event=first, languages=LANGUAGES))
        archive.writestr(STYLE, render("tournaments/static_copy/style.css"))
        for lang, event in events.items():
            for name, page in _pages(event):
                archive.writestr(f"{lang}/{name}.html", page)
    return out.getvalue()


def _pages(event: PrintedEvent) -> Iterator[tuple[str, str]]:
    """Yield the pages by name. The first one has the standings."""
    t = event.t
    rounds = [_round(event, one) for one in event.rounds]
    titles = {"index": t("Final standings") if event.state.finished else t("Standings"), "rounds": t("Results")}
    matches = (one._replace(tables=tuple(table for table in one.tables if table.match), byes=()) for one in rounds)
    knockout = [one for one in matches if one.tables]
    if knockout:
        titles["bracket"] = t("Bracket")
    titles["entrants"] = t("Entrants")
    names = [event.name_of(e.id) for e in event.tournament.entrants]
    values: dict[str, dict[str, Any]] = {
        "index": {
            "lists": _lists(event),
            "columns": columns_of(event).titles if event.rounds else (),
            "notes": leaver_notes(t, event.state),
        },
        "rounds": {"rounds": rounds},
        "bracket": {"rounds": knockout},
        "entrants": {"names": sorted(names, key=name_sort_key)},
    }
    for name, title in titles.items():
        page = {
            "lists": [],
            "notes": [],
            "columns": (),
            "rounds": [],
            "names": [],
            **values[name],
            "titles": titles,
            "page": name,
        }
        others = [code for code in LANGUAGES if code != event.lang]
        yield (
            name,
            render("tournaments/static_copy/page.html", event=event, _=t, title=title, lang=event.lang, others=others, **page),
        )


def _lists(event: PrintedEvent) -> list[CopiedList]:
    if not event.rounds:
        return []
    codes, rows = columns_of(event).codes, ranked_within_finals(event.standings)
    fields = list(dict.fromkeys(row.field for row in rows))
    return [
        CopiedList(
            field_title(event.t, event.tournament, field) if len(fields) > 1 else "",
            tuple(
                (
                    row.rank,
                    event.name_of(row.id),
                    tuple(event.figure(row.columns.get(code), sign=code in _SIGNED) for code in codes),
                )
                for row in rows
                if row.field == field
            ),
        )
        for field in fields
    ]


def _round(event: PrintedEvent, one: Round) -> CopiedRound:
    tables = []
    for table in one.tables:
        sides = tuple(
            (side.name, event.figure(side.score) if side.score is not None else "", side.won) for side in event.sides(one, table)
        )
        tables.append(CopiedTable(table.number, place_text(event, one, table), bool(table.match), sides))
    return CopiedRound(one.number, tuple(tables), tuple(event.name_of(who, one.number) for who in one.byes))
