"""Attendance and money at the door: check-ins, prices, charges and payments (tournament record, section 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from scorekeeper.pairing.record.shapes import WHEN_SET, OneOf, Text, Whole

HERE, MISSING = "here", "missing"
CHECK_INS = (HERE, MISSING)
"""The states of a check-in. An entrant without one is expected."""

CASH, E_TRANSFER = "cash", "e_transfer"
PAYMENT_METHODS = (CASH, E_TRANSFER)

MOST_CENTS = 1_000_000
MOST_PAYMENTS = 100
"""The most payments and refunds of an entrant."""
MOST_PRICES = 6
"""The most named prices of a tournament."""
MOST_CHARGES = 20
"""The most charges of an entrant."""
LONGEST_PRICE_NAME, LONGEST_CHARGE = 30, 60

Cents = Annotated[int, Whole(1, MOST_CENTS)]


class Payment(NamedTuple):
    """An amount paid by an entrant, or refunded to one. `cents`: always above 0."""

    cents: Cents
    method: Annotated[str, OneOf(PAYMENT_METHODS)]
    refund: Annotated[bool, WHEN_SET] = False

    @property
    def signed(self) -> int:
        """The cents that the till gained, below 0 for a refund."""
        return -self.cents if self.refund else self.cents


class NamedPrice(NamedTuple):
    """The entry fee of a price category, such as *Junior*. `cents`: 0 if it is free."""

    name: Annotated[str, Text(LONGEST_PRICE_NAME)]
    cents: Annotated[int, Whole(0, MOST_CENTS)]


class Charge(NamedTuple):
    """An amount that an entrant owes besides the entry fee, such as a fine or a coffee."""

    cents: Cents
    reason: Annotated[str, Text(LONGEST_CHARGE)]


@dataclass(frozen=True, slots=True)
class Door:
    """A record's facts from the door.

    `price`: the entry fee of an entrant in cents, 0 if it is free, None if there is no check-in. `prices`: other prices by
    name; `categories`: the name of the price of entrants who don't have the normal one. `check_ins`: by entrant; `charges`,
    `payments`: by entrant, in order.
    """

    price: int | None = None
    prices: tuple[NamedPrice, ...] = ()
    categories: Mapping[str, str] = field(default_factory=dict)
    charges: Mapping[str, tuple[Charge, ...]] = field(default_factory=dict)
    check_ins: Mapping[str, str] = field(default_factory=dict)
    payments: Mapping[str, tuple[Payment, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Till:
    """The money of a tournament, in cents.

    `by_method`: the total of each method, refunds subtracted. `short`: what entrants who are here have still to pay, and
    what others have still to pay of their charges.
    """

    by_method: Mapping[str, int]
    short: int

    @property
    def paid(self) -> int:
        """Everything paid, minus everything refunded."""
        return sum(self.by_method.values())

    @property
    def expected(self) -> int:
        """What the till has once everyone here has paid."""
        return self.paid + self.short


def paid_by(payments: Iterable[Payment]) -> int:
    """Return the cents that an entrant has paid, minus refunds."""
    return sum(one.signed for one in payments)


def still_owed(due: int, payments: Iterable[Payment]) -> int:
    """Return the cents that an entrant has still to pay. `due`: the charges, and for one who plays the entry fee too."""
    return max(0, due - paid_by(payments))


def till_of(owed: Iterable[int], payments: Iterable[Payment]) -> Till:
    """Return the till. `owed`: what each entrant has still to pay."""
    by_method = dict.fromkeys(PAYMENT_METHODS, 0)
    for one in payments:
        by_method[one.method] += one.signed
    return Till(by_method, sum(owed))


class PaidShare(NamedTuple):
    """What an entrant's payments were for, in cents. `over`: paid too much."""

    charges: int
    fee: int
    over: int


def share_of(price: int, charged: int, paid: int, *, left: bool) -> PaidShare:
    """Return what an entrant's payments were for, in parts that add up to `paid`.

    The entry fee comes first, or, for an entrant who `left` and may get it back, what was charged.
    """
    fee = min(price, max(0, paid - charged) if left else paid)
    charges = min(charged, paid - fee)
    return PaidShare(charges, fee, paid - fee - charges)
