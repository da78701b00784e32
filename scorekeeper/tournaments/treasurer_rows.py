"""The treasurer's report as sections of rows, for print and for spreadsheets."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from scorekeeper.core.spreadsheets import Cell, Rows
from scorekeeper.messages.marks import pgettext
from scorekeeper.messages.numbers import money
from scorekeeper.tournaments.commands.door.money_state import MoneyState
from scorekeeper.tournaments.prize_words import group_title, places_text, pot_title
from scorekeeper.tournaments.words import payment_method

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.pairing.money.report import MoneyReport
    from scorekeeper.pairing.record.record import Tournament
    from scorekeeper.tournaments.commands.snapshot import Board


@dataclass(frozen=True, slots=True)
class MoneyRow:
    """A row. `signs`: someone signs for it; `total`: it sums up the rows above."""

    name: str
    details: str
    cents: int
    signs: bool = False
    total: bool = False


@dataclass(frozen=True, slots=True)
class MoneySection:
    """Rows under a heading."""

    title: str
    rows: tuple[MoneyRow, ...]


def money_sections(t: Gettext, report: MoneyReport, tournament: Tournament, name_of: Callable[[str], str]) -> list[MoneySection]:
    """Return the report's sections. Those without rows are left out."""
    found = [
        MoneySection(t("Entry fees"), tuple(_fees(t, report))),
        MoneySection(t("Charges"), tuple(_charges(t, report))),
        MoneySection(t("Payments"), tuple(_payments(t, report))),
        MoneySection(t("Purse"), tuple(_purse(t, report))),
        MoneySection(t("Prizes"), tuple(_prizes(t, report, tournament, name_of))),
        MoneySection(t("Side pots"), tuple(_pots(t, report, name_of))),
        MoneySection(t("The books"), tuple(_books(t, report))),
    ]
    return [one for one in found if one.rows]


def money_table(board: Board, t: Gettext) -> Rows:
    """Return the report as a table for a spreadsheet, in dollars. Raises Refusal("door.closed") without check-in."""
    rows: list[Sequence[Cell]] = [[t("Section"), t("Name"), t("Details"), t("Amount")]]
    for section in money_sections(t, MoneyState(board).report, board.tournament, board.name_of):
        rows += [[section.title, row.name, row.details, Fraction(row.cents, 100)] for row in section.rows]
    return rows


def _fees(t: Gettext, report: MoneyReport) -> Iterator[MoneyRow]:
    for one in report.fees:
        details = t("%(n)s × %(each)s") % {"n": one.payers, "each": money(t, one.price)}
        yield MoneyRow(one.category or pgettext("price", "Normal", t), details, one.cents)
    if report.fees:
        yield MoneyRow(t("Entry fees"), "", report.books.fees, total=True)
    if report.short:
        yield MoneyRow(t("Not paid yet"), "", report.short)


def _charges(t: Gettext, report: MoneyReport) -> Iterator[MoneyRow]:
    charged = [(one.name, made) for one in report.accounts for made in one.charges]
    for name, made in charged:
        yield MoneyRow(name, made.reason, made.cents)
    if charged:
        yield MoneyRow(t("Charges"), "", sum(made.cents for _name, made in charged), total=True)
    if charged and report.books.charges != sum(made.cents for _name, made in charged):
        yield MoneyRow(t("Charges paid"), "", report.books.charges, total=True)


def _payments(t: Gettext, report: MoneyReport) -> Iterator[MoneyRow]:
    made = [(one.name, paid) for one in report.accounts for paid in one.payments]
    for name, paid in made:
        method = payment_method(t, paid.method)
        yield MoneyRow(name, t("refund: %(text)s") % {"text": method} if paid.refund else method, paid.signed)
    if made:
        yield MoneyRow(t("In the box"), "", sum(paid.signed for _name, paid in made), total=True)


def _purse(t: Gettext, report: MoneyReport) -> Iterator[MoneyRow]:
    books, purse = report.books, report.purse
    if not (purse.lists or purse.sponsors or purse.hall):
        return
    share = t("%(percent)s%% of %(amount)s") % {"percent": purse.share, "amount": money(t, books.fees)}
    yield MoneyRow(t("Entry fees"), share, books.fee_share)
    for one in purse.sponsors:
        yield MoneyRow(one.name, t("Sponsor"), one.cents)
    if purse.hall:
        yield MoneyRow(t("Hall"), "", -purse.hall)
    yield MoneyRow(t("Purse"), "", books.purse, total=True)


def _prizes(t: Gettext, report: MoneyReport, tournament: Tournament, name_of: Callable[[str], str]) -> Iterator[MoneyRow]:
    for one in report.awards:
        place = places_text(t, one.first, one.last)
        group = group_title(t, tournament, one.group) if one.group else ""
        yield MoneyRow(name_of(one.entrant), ", ".join(text for text in (place, group) if text), one.cents, signs=True)
    if report.awards:
        yield MoneyRow(t("Prizes"), "", report.books.prizes, total=True)


def _pots(t: Gettext, report: MoneyReport, name_of: Callable[[str], str]) -> Iterator[MoneyRow]:
    for pot in report.pots:
        details = t("%(n)s × %(each)s") % {"n": len(pot.entrants), "each": money(t, pot.cents)}
        yield MoneyRow(pot_title(t, pot), details, pot.total)
        seed = "" if pot.seed is None else t("drawn by lot, number %(seed)s") % {"seed": pot.seed}
        for who, cents in pot.shares.items():
            yield MoneyRow(name_of(who), seed, -cents, signs=True)


def _books(t: Gettext, report: MoneyReport) -> Iterator[MoneyRow]:
    books = report.books
    came = (
        (t("Entry fees"), books.fees),
        (t("Charges"), books.charges),
        (t("Paid too much"), books.over),
        (t("Sponsors"), books.sponsors),
        (t("Side pots"), books.pots),
    )
    went = ((t("Hall"), books.hall), (t("Prizes"), books.prizes), (t("Paid from side pots"), books.pot_winners))
    yield from (MoneyRow(text, "", cents) for text, cents in came if cents)
    yield MoneyRow(t("Total received"), "", books.income, total=True)
    yield from (MoneyRow(text, "", -cents) for text, cents in went if cents)
    yield MoneyRow(t("Missing") if books.rest < 0 else t("Stays in the box"), "", books.rest, total=True)
