"""A league's standings as a one-page sheet to post."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from scorekeeper.core.i18n.timezones import iso_date_in_words
from scorekeeper.core.pdf.pdf_templates import render
from scorekeeper.core.pdf.sheet_options import SheetOptions
from scorekeeper.messages.league import best_results_text, rules_sentences, tie_break_text
from scorekeeper.pairing.words import points_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.leagues.commands.leagues import Standing

UPRIGHT = 7
"""The number of tournaments above which the page is landscape."""
LATEST = 16
"""How many of the latest tournaments have their own column. Earlier ones share a column, so that the points add up."""
TYPES = ("large", "middle", "small")
ROOM, TURNED_ROOM = (24, 29, 37), (16, 20, 25)
"""Lines that fit on a portrait and a landscape page in each type size, including the notes below the table."""
NOTE_LINE = 100
"""The number of characters in a line of the note."""


def league_html(standing: Standing, names: Mapping[str, str], club: str, options: SheetOptions) -> str:
    """Return the document as HTML."""
    t, lang = options.t, options.lang
    events = standing.events[-LATEST:]
    earlier = {event.id for event in standing.events[:-LATEST]}
    turned = len(events) > UPRIGHT
    lines = len(standing.lines) + sum(1 + len(line) // NOTE_LINE for line in standing.league.note.splitlines())
    return render(
        "leagues/printouts/league.html",
        size=options.size,
        lang=lang,
        mark=options.mark,
        _=t,
        club=club,
        standing=standing,
        events=events,
        heads=[(iso_date_in_words(e.day, "MMMd", lang), e.name) for e in events],
        turned=turned,
        type=_type(lines, TURNED_ROOM if turned else ROOM),
        counted=best_results_text(t, standing.league.rules.best),
        rules=rules_sentences(t, standing.league.rules),
        earlier=bool(earlier),
        before=[sum((r.points for r in line.results if r.counts and r.event in earlier), Fraction(0)) for line in standing.lines],
        until=iso_date_in_words(standing.events[-1].day, "long", lang) if standing.events else "",
        names=names,
        points=points_text,
        made=[{r.event: r for r in line.results} for line in standing.lines],
        why=partial(tie_break_text, t),
    )


def _type(lines: int, room: Sequence[int]) -> str:
    """Return the largest type that takes as few pages as the smallest."""
    pages = [-(-lines // most) for most in room]
    return TYPES[pages.index(pages[-1])]
