"""Attendance and money at the door: check-ins, payments and the entry fee (tournament record, section 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from scorekeeper.pairing.record.shapes import WHEN_SET, OneOf, Whole

HERE, MISSING = "here", "missing"
CHECK_INS = (HERE, MISSING)
"""The states of a check-in. An entrant without one is expected."""

CASH, E_TRANSFER = "cash", "e_transfer"
PAYMENT_METHODS = (CASH, E_TRANSFER)

MOST_CENTS = 1_000_000
MOST_PAYMENTS = 100
"""The most payments and refunds of an entrant."""

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


@dataclass(frozen=True, slots=True)
class Door:
    """A record's facts from the door.

    `price`: the entry fee of an entrant in cents, 0 if it is free, None if there is no check-in. `check_ins`: by entrant;
    `payments`: by entrant, in order.
    """

    price: int | None = None
    check_ins: Mapping[str, str] = field(default_factory=dict)
    payments: Mapping[str, tuple[Payment, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Till:
    """The money of a tournament, in cents.

    `by_method`: the total of each method, refunds subtracted. `short`: what entrants who are here have still to pay.
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


def still_owed(price: int, payments: Iterable[Payment]) -> int:
    """Return the cents that an entrant who is here has still to pay."""
    return max(0, price - paid_by(payments))


def till_of(price: int, here: Iterable[str], payments: Mapping[str, tuple[Payment, ...]]) -> Till:
    """Return the till. `here`: the entrants who are here and still play."""
    by_method = dict.fromkeys(PAYMENT_METHODS, 0)
    for one in (one for made in payments.values() for one in made):
        by_method[one.method] += one.signed
    return Till(by_method, sum(still_owed(price, payments.get(who, ())) for who in here))
