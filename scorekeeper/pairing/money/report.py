"""The money of a tournament as a report: accounts, fees by category, the purse, prizes, side pots and books."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.pairing.money.books import Books
from scorekeeper.pairing.money.prizes import Award
from scorekeeper.pairing.money.purse import Purse
from scorekeeper.pairing.money.side_pots import SidePot
from scorekeeper.pairing.record.attendance import Charge, PaidShare, Payment


@dataclass(frozen=True, slots=True)
class EntrantAccount:
    """What an entrant owes and paid. `category`: of the `price`, empty for the normal one; `owed`: the cents still due now."""

    entrant: str
    name: str
    category: str
    price: int
    charges: tuple[Charge, ...]
    payments: tuple[Payment, ...]
    share: PaidShare
    owed: int

    @property
    def paid(self) -> int:
        """The cents paid, minus refunds."""
        return sum(self.share)


@dataclass(frozen=True, slots=True)
class FeeLine:
    """The entry fees of a price category. `payers`: entrants who paid some of it; `cents`: what they paid."""

    category: str
    price: int
    payers: int
    cents: int


@dataclass(frozen=True, slots=True)
class MoneyReport:
    """The money of a tournament. `accounts`: of everyone who owes or paid, in order of entry; `short`: what is still due."""

    accounts: tuple[EntrantAccount, ...]
    purse: Purse
    pots: tuple[SidePot, ...]
    awards: tuple[Award, ...]
    books: Books
    short: int

    @property
    def fees(self) -> list[FeeLine]:
        """The entry fees paid by category, in order of their first payment."""
        found: dict[tuple[str, int], list[int]] = {}
        for one in self.accounts:
            if one.share.fee:
                found.setdefault((one.category, one.price), []).append(one.share.fee)
        return [FeeLine(category, price, len(paid), sum(paid)) for (category, price), paid in found.items()]
