"""The books of a tournament: everything that came in, and where it went."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.pairing.money.prizes import Award, award, tied_places
from scorekeeper.pairing.money.purse import Purse
from scorekeeper.pairing.money.side_pots import SidePot
from scorekeeper.pairing.record.attendance import PaidShare
from scorekeeper.pairing.standings.standings import StandingRow


@dataclass(frozen=True, slots=True)
class Books:
    """The money of a tournament in cents.

    `fees`, `charges`: paid; `over`: paid too much. `sponsors`; `pots`: in the side pots. Out: `hall`, the `prizes` and what
    `pot_winners` get. `purse`: what there is for prizes; `fee_share`: the fees' part in it.
    """

    fees: int
    charges: int
    over: int
    sponsors: int
    pots: int
    hall: int
    fee_share: int
    purse: int
    prizes: int
    pot_winners: int

    @property
    def income(self) -> int:
        """Everything that came in."""
        return self.fees + self.charges + self.over + self.sponsors + self.pots

    @property
    def spent(self) -> int:
        """Everything that goes out."""
        return self.hall + self.prizes + self.pot_winners

    @property
    def rest(self) -> int:
        """What stays in the box, below 0 if money is missing."""
        return self.income - self.spent

    @property
    def unspent(self) -> int:
        """What the prizes leave of the purse, below 0 if fixed prizes are higher than the purse."""
        return self.purse - self.prizes


def award_purse(purse: Purse, fees: int, groups: Mapping[str, Sequence[StandingRow]], entered: Sequence[str]) -> list[Award]:
    """Return all prizes, list by list. `groups`: the standings by the name of a group, everyone under an empty name.

    A list of a group that the standings don't have (yet) pays nothing.
    """
    found: list[Award] = []
    for prizes, cents in zip(purse.lists, purse.split(fees), strict=True):
        tied = tied_places(groups.get(prizes.group, ()), purse, entered)
        found += award(prizes, cents, tied, whole_dollars=purse.whole_dollars)
    return found


def books_of(purse: Purse, shares: Iterable[PaidShare], awards: Iterable[Award], pots: Iterable[SidePot]) -> Books:
    """Return the books. `shares`: what each entrant's payments were for."""
    paid, listed = list(shares), list(pots)
    fees = sum(one.fee for one in paid)
    return Books(
        fees=fees,
        charges=sum(one.charges for one in paid),
        over=sum(one.over for one in paid),
        sponsors=purse.sponsored,
        pots=sum(one.total for one in listed),
        hall=purse.hall,
        fee_share=purse.fee_share(fees),
        purse=purse.amount(fees),
        prizes=sum(one.cents for one in awards),
        pot_winners=sum(one.paid for one in listed),
    )
