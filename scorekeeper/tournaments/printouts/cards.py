"""Printouts in large type: table numbers, a poster with the QR code of the public page, certificates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.core.qr_codes import svg_for_paper
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import clauses, listing, price
from scorekeeper.tournaments.printouts.event import PrintedEvent
from scorekeeper.tournaments.printouts.extra_standings import winners_by_tag
from scorekeeper.tournaments.printouts.kind import Kind, has_entrants, is_decided
from scorekeeper.tournaments.printouts.page import Document, Paper
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit, fit_name, fit_stack
from scorekeeper.tournaments.printouts.text_metrics import MM_A_POINT
from scorekeeper.tournaments.prizes import place_title, prize_groups, shared_prize, tag_prize

FACT, HOW = 24.0, 14.0
"""Points of a fact on the poster, and of its format and rules. Also set in base.css."""
MOST_PRIZES = 8
LEAST_CODE, HALF_CODE, MOST_CODE = 34.0, 75.0, 90.0
"""Millimetres of a code. The middle one is the widest of two that share a line."""
_POSTER_OTHER = 78.0
_PRIZE_SIZES = (20.0, 18.0, 16.0, 14.0, 12.0, 10.0)
MOST_CERTIFICATES = 24


@dataclass(frozen=True, slots=True)
class PosterCode:
    """A QR code, its address and what it is for."""

    code: Markup
    link: str
    says: str


@dataclass(frozen=True, slots=True)
class Poster:
    """A poster for the door.

    `facts`: when, where, how much; `how`: format and rules; `prizes`: lines of one size; `codes`: none if no address is
    known; `code`: the width of one in millimetres.
    """

    name: Fitted
    facts: tuple[str, ...]
    how: tuple[str, ...]
    prizes: Fitted | None
    codes: tuple[PosterCode, ...]
    code: float


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate: the rank in words, the name, the field, and the prize in words and dollars."""

    place: str
    name: Fitted
    field: str
    prize: str


def table_numbers(event: PrintedEvent, size: str) -> Document:
    """Return a number for each table, two on a page. Cut and folded, each can be read from both sides."""
    pairs = tuple(tuple(event.tables[k : k + 2]) for k in range(0, len(event.tables), 2))
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
    when = " · ".join(filter(None, (event.day, event.hour)))
    fee = t("Entry fee: %(amount)s") % {"amount": price(t, event.about.price)} if event.about.price else ""
    how = (f"{event.method} · {match or event.match_text(event.match)}", event.rules_title)
    name = fit_name(event.name, paper.width, (60.0, 52.0, 44.0, 38.0), (46.0, 40.0, 34.0, 28.0, 22.0, 16.0), bold=True)
    prizes = [line.strip() for line in event.about.prizes.splitlines() if line.strip()]
    found = ((event.about.check_in, t("When you arrive, scan this code and tap your name.")), (link, caption))
    codes = tuple(PosterCode(svg_for_paper(address), address, says) for address, says in found if address)
    facts = tuple(filter(None, (when, event.about.venue, fee)))
    listed = fit_stack([t("Prizes"), *prizes[:MOST_PRIZES]], paper.width, _PRIZE_SIZES) if prizes else None
    left = paper.height - _poster_height(name, facts, how, listed)
    most = MOST_CODE if len(codes) < 2 else HALF_CODE
    content = Poster(name, facts, how, listed, codes, round(max(LEAST_CODE, min(most, left)), 1))
    return Document(event, paper, "tournaments/printouts/poster.html", (content,))


def _poster_height(name: Fitted, facts: Sequence[str], how: Sequence[str], prizes: Fitted | None) -> float:
    """Return the millimetres of a poster without its code, by the sizes in base.css."""
    lines = 1.1 * name.size * len(name.lines) + FACT * 1.35 * len(facts) + HOW * 1.35 * len(how)
    listed = prizes.size * 1.25 * len(prizes.lines) if prizes else 0.0
    return (lines + listed) * MM_A_POINT + (6 if prizes else 0) + _POSTER_OTHER


def certificates(event: PrintedEvent, size: str) -> Document | None:
    """Return a certificate for each rank with a prize, one on a page; None before the end.

    Everyone with a shared rank gets one, and so does the first of each ranked tag.
    """
    if not event.state.finished:
        return None
    t, paper = event.t, Paper(size, turned=True)
    sizes: Sequence[float] = (46.0, 40.0, 34.0, 28.0)
    awards = event.about.money.awards if event.about.money is not None else ()
    groups = prize_groups(t, event.state, event.standings, event.about.prizes, awards)
    honoured = [(row.id, row.rank, group.title, shared_prize(t, [row])) for group in groups for row in group.rows]
    lines = event.about.prizes.splitlines()
    honoured += [
        (row.id, row.rank, tag, listing(t, list(filter(None, (tag_prize(line, tag) for line in lines)))))
        for tag, row in winners_by_tag(event)
    ]
    pages = tuple(
        Certificate(
            place_title(t, rank),
            fit(event.name_of(who), paper.width - 30, (*sizes, 24.0, 20.0), 2, bold=True),
            title,
            prize,
        )
        for who, rank, title, prize in honoured[:MOST_CERTIFICATES]
    )
    return Document(event, paper, "tournaments/printouts/certificates.html", pages) if pages else None


KINDS = (
    Kind("tables", N_("Table numbers"), N_("to fold, two per page"), table_numbers, has_entrants),
    Kind("poster", N_("Poster"), N_("with the code of the public page"), poster, has_entrants, wall=True),
    Kind("certificates", N_("Certificates"), N_("for every place with a prize"), certificates, is_decided),
)
