"""Printouts about money: receipts to cut apart, and the treasurer's report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import money
from scorekeeper.pairing.money.report import EntrantAccount
from scorekeeper.tournaments.printouts.event import PrintedEvent
from scorekeeper.tournaments.printouts.kind import Kind
from scorekeeper.tournaments.printouts.lists import (
    BROKEN,
    NAME_SIZES,
    Column,
    ListLine,
    ListPart,
    list_document,
    split_parts,
)
from scorekeeper.tournaments.printouts.page import Document, Paper, pack_pages
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit, fit_name
from scorekeeper.tournaments.treasurer_rows import MoneyRow, money_sections
from scorekeeper.tournaments.words import payment_method

ON_A_PAGE = 8
MOST_LINES = 5
"""The most lines of a receipt. More charges or payments are summed up in its last line."""
SIZES, SMALL_SIZES = (10.5, 9.5, 8.5), (7.8, 7.0, 6.2)
CLUB_SIZES = (10.0, 9.0, 8.0, 7.0, 6.0)


@dataclass(frozen=True, slots=True)
class ReceiptLine:
    """A line of a receipt."""

    text: Fitted
    amount: str
    total: bool = False


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt of an entrant."""

    name: Fitted
    lines: tuple[ReceiptLine, ...]


def has_payments(event: PrintedEvent) -> bool:
    """Return whether anyone paid something."""
    return event.about.money is not None and any(one.paid for one in event.about.money.accounts)


def has_money(event: PrintedEvent) -> bool:
    """Return whether there is anything to report about money."""
    return event.about.money is not None and bool(event.about.money.accounts or event.about.money.pots)


def receipts(event: PrintedEvent, size: str) -> Document | None:
    """Return a receipt for everyone who paid, eight on a page, two next to each other."""
    if event.about.money is None:
        return None
    paper = Paper(size)
    room = paper.width / 2 - 14
    found = [_receipt(event, one, room) for one in event.about.money.accounts if one.paid]
    rows = [found[first : first + 2] for first in range(0, len(found), 2)]
    pages = tuple(rows[first : first + ON_A_PAGE // 2] for first in range(0, len(rows), ON_A_PAGE // 2))
    club = fit(event.about.club, room, CLUB_SIZES, 1, bold=True) if event.about.club else None
    values = {"tall": paper.height / (ON_A_PAGE / 2) - 0.5, "club": club}
    return Document(event, paper, "tournaments/printouts/receipts.html", pages, values) if pages else None


def _receipt(event: PrintedEvent, one: EntrantAccount, room: float) -> Receipt:
    t = event.t

    def line(text: str, cents: int, *, total: bool = False) -> ReceiptLine:
        return ReceiptLine(fit_name(text, room - 24, SIZES, SMALL_SIZES), money(t, cents), total)

    share = one.share
    fee = t("Entry fee: %(price)s") % {"price": one.category} if one.category else t("Entry fee")
    parts = [line(fee, share.fee)] if share.fee else []
    charged = [(made.reason, made.cents) for made in one.charges]
    if share.charges == sum(cents for _reason, cents in charged) and len(charged) + len(parts) <= MOST_LINES - 2:
        parts += [line(reason, cents) for reason, cents in charged]
    elif share.charges:
        parts.append(line(t("Charges"), share.charges))
    if share.over:
        parts.append(line(t("Paid too much"), share.over))
    methods = dict.fromkeys(payment_method(t, paid.method) for paid in one.payments if not paid.refund)
    paid = t("%(paid)s (%(methods)s)") % {"paid": t("Paid"), "methods": ", ".join(methods)}
    parts.append(line(paid, one.paid, total=True))
    if one.owed:
        parts.append(line(t("Still to pay"), one.owed))
    return Receipt(fit_name(one.name, room, NAME_SIZES, BROKEN, bold=True), tuple(parts))


def treasurer(event: PrintedEvent, size: str) -> Document | None:
    """Return the treasurer's report: fees by category, charges, payments, the purse, prizes to sign for, side pots, the books."""
    if event.about.money is None:
        return None
    t, paper = event.t, Paper(size)
    widths = (paper.width * 0.36, paper.width * 0.28, 26.0, paper.width * 0.36 - 26.0)
    columns = [Column("", width, kind) for width, kind in zip(widths, ("plain", "plain", "plain end", "plain"), strict=True)]
    parts = [
        ListPart(section.title, list(_lines(event, section.rows, widths)), 6.4)
        for section in money_sections(t, event.about.money, event.tournament, event.name_of)
    ]
    pages = [page for (page,) in pack_pages(list(split_parts(parts, paper.body)), lambda part: part.height, paper.body)]
    return list_document(event, paper, columns, pages) if pages else None


def _lines(event: PrintedEvent, rows: tuple[MoneyRow, ...], widths: tuple[float, ...]) -> Iterator[ListLine]:
    for row in rows:
        name = fit_name(row.name, widths[0] - 4, SIZES, SMALL_SIZES, bold=row.total)
        amount = fit_name(money(event.t, row.cents), widths[2] - 2, SIZES, SMALL_SIZES, bold=row.total)
        signature = "_" * 20 if row.signs else ""
        yield ListLine((name, fit_name(row.details, widths[1] - 3, SIZES, SMALL_SIZES), amount, signature), total=row.total)


KINDS = (
    Kind("receipts", N_("Receipts"), N_("one per entrant who paid, to cut apart"), receipts, has_payments),
    Kind("treasurer", N_("Treasurer’s report"), N_("fees, charges, payments, purse, prizes"), treasurer, has_money),
)
