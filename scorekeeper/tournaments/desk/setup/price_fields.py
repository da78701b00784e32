"""Other prices as rows of fields: a name and an amount in each."""

from __future__ import annotations

from typing import Any

from flask_babel import format_decimal

from scorekeeper.core.forms.forms import WRONG, InvalidField, SeveralFields
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.pairing.record.attendance import MOST_CENTS, MOST_PRICES, NamedPrice
from scorekeeper.tournaments.desk.setup.format_fields import AMOUNT, cents_of

SPARE_ROWS = 2
"""Empty rows after those in use."""

PriceRow = tuple[str, str]
"""A name and an amount, as typed."""


def amount_text(cents: int) -> str:
    """Return an amount as the field shows it: 10 or 7.50."""
    return str(format_decimal(cents / 100, "0.00" if cents % 100 else "0"))


def rows_of(prices: tuple[NamedPrice, ...]) -> list[PriceRow]:
    """Return the rows of these prices, and empty ones to fill in."""
    return _with_spare([(one.name, amount_text(one.cents)) for one in prices])


def rows_as_sent(names: SeveralFields, amounts: SeveralFields) -> list[PriceRow]:
    """Return the rows as they were typed."""
    return _with_spare(_filled(names, amounts))


def read_prices(names: SeveralFields, amounts: SeveralFields) -> list[dict[str, Any]] | InvalidField:
    """Return the prices as the command wants them, or the first invalid field. Empty rows are left out."""
    prices: list[dict[str, Any]] = []
    for n, (name, amount) in enumerate(_filled(names, amounts)):
        cents = cents_of(amount) if amount else None
        if cents is None or cents > MOST_CENTS:
            words = {"label": name or _("Price %(n)s", n=n + 1), "read": amount[:40], "right": _(AMOUNT)}
            return InvalidField("prices", _(WRONG, **words))
        if not name:
            return InvalidField("prices", _("Enter a name for the price of %(amount)s, such as Member.", amount=amount[:40]))
        prices.append({"name": name, "cents": cents})
    return prices


def _filled(names: SeveralFields, amounts: SeveralFields) -> list[PriceRow]:
    rows = zip(names.first(MOST_PRICES), amounts.first(MOST_PRICES), strict=True)
    return [(name, amount) for name, amount in rows if name or amount]


def _with_spare(rows: list[PriceRow]) -> list[PriceRow]:
    return [*rows, *[("", "")] * min(SPARE_ROWS, MOST_PRICES - len(rows))]
