"""Personal cards: the rounds of one player on a card to cut out, with partner, opponents and room for points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.printouts.kind import Kind
from scorekeeper.tournaments.printouts.page import Document, Paper, in_piles
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit, fit_name
from scorekeeper.tournaments.words import name_sort_key, surname_first

if TYPE_CHECKING:
    from scorekeeper.pairing.record.record import Round
    from scorekeeper.tournaments.printouts.event import PrintedEvent

ABREAST = 2
LEAST_ROUND, MOST_ROUND = 10.6, 16.0
"""Millimetres of a round."""
FIXED = 37.0
"""Millimetres of a card without its rounds: padding, name, headings, total and remark."""
NUMBERS, POINTS, PADDING = 20.0, 21.0, 16.0
"""Millimetres of round and table, of the points, and of the padding at both sides."""
_NAMES = (20.0, 18.0, 16.0, 14.0, 12.0, 10.0)
_PARTNERS, _OPPONENTS = (12.0, 11.0, 10.0, 9.0, 8.0), (9.5, 9.0, 8.5, 8.0, 7.4, 6.8)


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
            tuple(_round(event, one, e.id, room - NUMBERS - POINTS) for one in event.known_rounds),
        )
        for e in order
    ]
    pages = tuple(in_piles(cards, ABREAST * below))
    values = {"abreast": ABREAST, "below": below, "row": round(row - 0.01, 2), "widths": (NUMBERS / 2, POINTS)}
    return Document(event, paper, "tournaments/printouts/personal_cards.html", pages, values)


def _round(event: PrintedEvent, one: Round, who: str, room: float) -> CardRound:
    t = event.t
    for table in one.tables:
        for side, ids in enumerate(table.sides):
            if who in ids:
                mates = [event.name_of(i, one.number) for i in ids if i != who]
                others = [event.name_of(i, one.number) for k, some in enumerate(table.sides) if k != side for i in some]
                against = t("against %(names)s") % {"names": " & ".join(others)}
                partner = fit_name(" & ".join(mates), room, _PARTNERS, _OPPONENTS[-1:], bold=True)
                return CardRound(one.number, table.number, partner, fit_name(against, room, _OPPONENTS[:1], _OPPONENTS))
    return CardRound(one.number, None, fit(t("Bye") if who in one.byes else "–", room, _PARTNERS, 1, bold=True), None)


def _has_cards(event: PrintedEvent) -> bool:
    return event.state.individuals and event.state.planned is not None


KINDS = (Kind("personal", N_("Personal cards"), N_("each player’s rounds, to cut out"), personal_cards, _has_cards, ahead=True),)
