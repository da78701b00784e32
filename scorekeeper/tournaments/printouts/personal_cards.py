"""Personal cards: the rounds of one player on a card to cut out, with partner, opponents and room for points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.printouts.kind import Kind
from scorekeeper.tournaments.printouts.page import Document, Paper, in_piles
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit, fit_name
from scorekeeper.tournaments.printouts.text_metrics import MM_A_POINT
from scorekeeper.tournaments.words import name_sort_key, surname_first

if TYPE_CHECKING:
    from scorekeeper.pairing.record.record import Round
    from scorekeeper.tournaments.printouts.event import PrintedEvent

ABREAST = 2
LEAST_ROUND, MOST_ROUND = 10.6, 16.0
"""Millimetres of a round."""
FIXED = 37.0
"""Millimetres of a card without its rounds: padding, name, headings, total and remark."""
NUMBERS, POINTS, PADDING = 19.0, 19.0, 16.0
"""Millimetres of round and table, of the points, and of the padding at both sides."""
MATE = 3.5
"""Millimetres next to a partner's name. Also set in base.css."""
_NAMES = (20.0, 18.0, 16.0, 14.0, 12.0, 10.0)
_PARTNERS, _OPPONENTS = (13.0, 12.0, 11.0, 10.0, 9.0, 8.0), (10.0, 9.5, 9.0, 8.5, 8.0, 7.4, 6.8)
LEGIBLE = 8.5
"""The size in points from which opponents are legible."""
SPACING, BETWEEN = 1.1, 0.6
"""The height of a line in its size, also set in base.css, and the millimetres above and below the lines of a round."""


@dataclass(frozen=True, slots=True)
class CardRound:
    """A player's round. `table`: None without one, and then `partner` says why; `against`: the opponents."""

    number: int
    table: int | None
    partner: Fitted
    against: Fitted | None


@dataclass(frozen=True, slots=True)
class PersonalCard:
    """A card. `name`: family name first."""

    name: Fitted
    rounds: tuple[CardRound, ...]


def personal_cards(event: PrintedEvent, size: str) -> Document:
    """Return a card for each player by family name, laid out so that the cut piles are in order."""
    paper, count = Paper(size), len(event.known_rounds)
    width, height = paper.sheet
    below = max(1, int(height // (FIXED + LEAST_ROUND * count)))
    row = min(MOST_ROUND, (height / below - FIXED) / max(1, count))
    room = width / ABREAST - PADDING
    present = [e for e in event.tournament.entrants if e.left is None]
    order = sorted(present, key=lambda e: name_sort_key(surname_first(e.name)))
    cards = [
        PersonalCard(
            fit(surname_first(e.name), room, _NAMES, 1, bold=True),
            tuple(_round(event, one, e.id, (room - NUMBERS - POINTS - MATE, row)) for one in event.known_rounds),
        )
        for e in order
    ]
    pages = tuple(in_piles(cards, ABREAST * below))
    values = {"abreast": ABREAST, "below": below, "row": round(row - 0.01, 2), "widths": (NUMBERS / 2, POINTS)}
    return Document(event, paper, "tournaments/printouts/personal_cards.html", pages, values)


def _round(event: PrintedEvent, one: Round, who: str, cell: tuple[float, float]) -> CardRound:
    """Return a player's round. `cell`: width and height for partner and opponents."""
    t, room = event.t, cell[0]
    for table in one.tables:
        for side, ids in enumerate(table.sides):
            if who in ids:
                mates = [event.name_of(i, one.number) for i in ids if i != who]
                others = [event.name_of(i, one.number) for k, some in enumerate(table.sides) if k != side for i in some]
                against = t("against %(names)s") % {"names": " & ".join(others)}
                return CardRound(one.number, table.number, *_partner_and_opponents(" & ".join(mates), against, cell))
    return CardRound(one.number, None, fit(t("Bye") if who in one.byes else "–", room, _PARTNERS, 1, bold=True), None)


def _partner_and_opponents(partner: str, against: str, cell: tuple[float, float]) -> tuple[Fitted, Fitted]:
    """Return both in sizes that fit below each other in a cell of this width and height.

    The partner is as large as possible with legible opponents, or else smaller, so that the opponents are larger.
    """
    room, height = cell
    points = (height - BETWEEN) / MM_A_POINT / SPACING
    best: tuple[Fitted, Fitted] | None = None
    for largest in _PARTNERS:
        above = fit_name(partner, room, tuple(size for size in _PARTNERS if size <= largest), _OPPONENTS[-1:], bold=True)
        for size in _OPPONENTS:
            below = fit(against, room, (size,), 2)
            if below.cut or above.size * len(above.lines) + below.size * len(below.lines) > points:
                continue
            if below.size >= LEGIBLE:
                return above, below
            if best is None or below.size > best[1].size:
                best = above, below
            break
    return best or (above, fit_name(against, room, _OPPONENTS[-1:], _OPPONENTS[-1:]))


def _has_cards(event: PrintedEvent) -> bool:
    return event.state.individuals and event.state.planned is not None


KINDS = (Kind("personal", N_("Personal cards"), N_("each player’s rounds, to cut out"), personal_cards, _has_cards, ahead=True),)
