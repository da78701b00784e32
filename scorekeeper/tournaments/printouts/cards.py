"""Printouts in large type: table numbers, a poster with the QR code of the public page, certificates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.core.qr_codes import svg_for_paper
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import clauses, money
from scorekeeper.pairing.staged_standings import final_of, ranked_within_finals
from scorekeeper.tournaments.printouts.event import PrintedEvent
from scorekeeper.tournaments.printouts.extra_standings import winners_by_tag
from scorekeeper.tournaments.printouts.kind import Kind, has_entrants, is_decided
from scorekeeper.tournaments.printouts.page import Document, Paper
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit, fit_name
from scorekeeper.tournaments.words import field_title

PLACES = 3
"""The lowest rank that gets a certificate. Everyone with a shared rank gets one, and so does the first of each ranked tag."""
MOST_CERTIFICATES = 24


@dataclass(frozen=True, slots=True)
class PosterCode:
    """A QR code, its address and what it is for."""

    code: Markup
    link: str
    says: str


@dataclass(frozen=True, slots=True)
class Poster:
    """A poster for the door. `facts`: when, where, how; `codes`: none if no address is known."""

    name: Fitted
    facts: tuple[str, ...]
    codes: tuple[PosterCode, ...]


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate: the rank in words, the name, the field, and what the purse pays."""

    place: str
    name: Fitted
    field: str
    prize: str


def table_numbers(event: PrintedEvent, size: str) -> Document:
    """Return a number for each table, two on a page. Cut and folded, each can be read from both sides."""
    count = event.tables
    pairs = tuple(tuple(n for n in (first, first + 1) if n <= count) for first in range(1, count + 1, 2))
    return Document(event, Paper(size), "tournaments/printouts/numbers.html", pairs)


def poster(event: PrintedEvent, size: str) -> Document:
    """Return a poster with event, time and place, and a QR code.

    The code leads to the entry form while it is open, and then to the results. With check-in, another one is before it.
    """
    t, paper = event.t, Paper(size)
    enter, page = event.about.entry, event.about.page
    link = enter or page
    caption = t("Scan the code to enter.") if enter else t("Scan the code to see pairings, results and standings.")
    match = clauses(t, list(dict.fromkeys(event.match_text(s.options.match) for s in event.tournament.options.stages)))
    facts = (event.day, event.about.venue, f"{event.method} · {match or event.match_text(event.match)}", event.rules_title)
    name = fit_name(event.name, paper.width, (60.0, 52.0, 44.0, 38.0), (46.0, 40.0, 34.0, 28.0, 22.0, 16.0), bold=True)
    found = ((event.about.check_in, t("You are here? Scan and tap your name.")), (link, caption))
    codes = tuple(PosterCode(svg_for_paper(address), address, says) for address, says in found if address)
    content = Poster(name, tuple(f for f in facts if f), codes)
    return Document(event, paper, "tournaments/printouts/poster.html", (content,))


def certificates(event: PrintedEvent, size: str) -> Document | None:
    """Return a certificate for each of the first three ranks of each final, one on a page; None before the end."""
    if not event.state.finished:
        return None
    t, paper = event.t, Paper(size, turned=True)
    words = {1: t("First place"), 2: t("Second place"), 3: t("Third place")}
    standings = ranked_within_finals(event.standings)
    split = any(row.field in event.state.pairing.fields or final_of(row) for row in standings)
    # Ranks within a pool are not ranks of the event.
    field = standings[0].field if standings else None
    overall_rows = [row for row in standings if split or row.field == field or (row.field or "").isdecimal()]
    rows = [row for row in overall_rows if row.rank <= PLACES and row.counts]
    sizes: Sequence[float] = (46.0, 40.0, 34.0, 28.0)
    titles = [(row, field_title(event.t, event.tournament, row.field) if split else "") for row in rows]
    titles += [(row, tag) for tag, row in winners_by_tag(event)]
    pages = tuple(
        Certificate(
            words[row.rank],
            fit(event.name_of(row.id), paper.width - 30, (*sizes, 24.0, 20.0), 2, bold=True),
            title,
            _prize_text(event, row.id),
        )
        for row, title in titles[:MOST_CERTIFICATES]
    )
    return Document(event, paper, "tournaments/printouts/certificates.html", pages) if pages else None


def _prize_text(event: PrintedEvent, who: str) -> str:
    """Return the amount that the purse pays an entrant, empty for none."""
    awards = event.about.money.awards if event.about.money is not None else ()
    cents = sum(one.cents for one in awards if one.entrant == who)
    return money(event.t, cents) if cents else ""


KINDS = (
    Kind("tables", N_("Table numbers"), N_("to fold, two per page"), table_numbers, has_entrants),
    Kind("poster", N_("Poster"), N_("with the code of the public page"), poster, has_entrants, wall=True),
    Kind("certificates", N_("Certificates"), N_("for the first three places"), certificates, is_decided),
)
