"""The purse and how it is paid, as the director sets it (tournament record, section 6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from scorekeeper.pairing.record.attendance import MOST_CENTS, Cents
from scorekeeper.pairing.record.shapes import WHEN_SET, Many, OneOf, Text, Whole

MOST_SPONSORS, MOST_LISTS, MOST_PRIZES = 12, 6, 24
"""The most sponsors, lists of prizes, and prizes of a list."""
LONGEST_SPONSOR, LONGEST_GROUP = 60, 40
LAST_PLACE = 1000

BY_RANK, BY_SCORE = "rank", "score"
TIES = (BY_RANK, BY_SCORE)
"""Who is tied: entrants who share a rank, or all with the same score, such as the number of wins."""

Percent = Annotated[int, Whole(0, 100)]


class Sponsor(NamedTuple):
    """An amount that a sponsor adds to the purse."""

    name: Annotated[str, Text(LONGEST_SPONSOR)]
    cents: Cents


class Prize(NamedTuple):
    """What each place from `first` to `last` gets: `cents`, or a `percent` of the purse that fixed amounts leave."""

    first: Annotated[int, Whole(1, LAST_PLACE)]
    last: Annotated[int, Whole(1, LAST_PLACE)]
    cents: Annotated[int | None, Whole(1, MOST_CENTS), WHEN_SET] = None
    percent: Annotated[int | None, Whole(1, 100), WHEN_SET] = None


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The prizes of a group of the standings.

    `group`: such as a final, empty for everyone. `percent`: its part of the purse. `best_quarter`: the best quarter of the group
    gets all of it, the first most; if not, `prizes` says who gets what.
    """

    group: Annotated[str, Text(LONGEST_GROUP, 0), WHEN_SET] = ""
    percent: Percent = 100
    best_quarter: Annotated[bool, WHEN_SET] = False
    prizes: Annotated[tuple[Prize, ...], Many(MOST_PRIZES)] = ()


@dataclass(frozen=True, slots=True)
class Purse:
    """The purse: `share` percent of the entry fees, and the sponsors, minus the `hall` in cents.

    `whole_dollars`: prizes are rounded down to whole dollars. `ties`: who is tied, one of `TIES`.
    """

    share: Percent = 100
    hall: Annotated[int, Whole(0, MOST_CENTS)] = 0
    sponsors: Annotated[tuple[Sponsor, ...], Many(MOST_SPONSORS)] = ()
    lists: Annotated[tuple[PrizeList, ...], Many(MOST_LISTS)] = ()
    whole_dollars: Annotated[bool, WHEN_SET] = False
    ties: Annotated[str, OneOf(TIES), WHEN_SET] = BY_RANK

    @property
    def sponsored(self) -> int:
        """The cents of all sponsors."""
        return sum(one.cents for one in self.sponsors)

    def amount(self, fees: int) -> int:
        """Return the purse in cents, never below 0. `fees`: the entry fees paid, in cents."""
        return max(0, self.fee_share(fees) + self.sponsored - self.hall)

    def fee_share(self, fees: int) -> int:
        """Return the part of the entry fees that goes to the purse."""
        return fees * self.share // 100

    def split(self, fees: int) -> list[int]:
        """Return the cents of each list of prizes. If their percentages add up to 100, so do the amounts to the purse."""
        total, found, before = self.amount(fees), [], 0
        for one in self.lists:
            found.append(total * (before + one.percent) // 100 - total * before // 100)
            before += one.percent
        return found


class PurseFault(NamedTuple):
    """Something wrong in a purse. `code`: which rule; `field`: where; `read`: what was there."""

    code: str
    field: str
    read: object


def purse_faults(purse: Purse) -> Iterator[PurseFault]:
    """Yield what is wrong between the fields of a purse, each of which is valid on its own."""
    groups = [one.group for one in purse.lists]
    for k, one in enumerate(purse.lists):
        at = f"lists[{k}]"
        if one.group in groups[:k]:
            yield PurseFault("group", f"{at}.group", one.group)
        if one.best_quarter and one.prizes:
            yield PurseFault("quarter", f"{at}.prizes", len(one.prizes))
        yield from _prize_faults(one.prizes, f"{at}.prizes")
    if (percent := sum(one.percent for one in purse.lists)) > 100:
        yield PurseFault("lists", "lists", percent)


def _prize_faults(prizes: tuple[Prize, ...], at: str) -> Iterator[PurseFault]:
    taken: set[int] = set()
    for k, one in enumerate(prizes):
        if one.last < one.first:
            yield PurseFault("range", f"{at}[{k}].last", one.last)
        if (one.cents is None) is (one.percent is None):
            yield PurseFault("amount", f"{at}[{k}]", one.first)
        places = range(one.first, one.last + 1)
        if twice := taken.intersection(places):
            yield PurseFault("place", f"{at}[{k}].first", min(twice))
        taken.update(places)
    if (percent := sum((one.percent or 0) * (one.last - one.first + 1) for one in prizes)) > 100:
        yield PurseFault("percent", at, percent)
