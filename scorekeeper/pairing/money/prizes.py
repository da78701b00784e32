"""Prizes from the purse. Tied entrants share what their places get, and every cent is accounted for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.pairing.money.purse import BY_SCORE, PrizeList, Purse
from scorekeeper.pairing.standings.standings import StandingRow

DOLLAR = 100


@dataclass(frozen=True, slots=True)
class TiedPlaces:
    """Entrants who share places, the first to get an odd cent first. `ranked`: the standings have them in this order."""

    entrants: tuple[str, ...]
    ranked: bool


class PlaceAmount(NamedTuple):
    """The cents of a place. `percent`: of the list's purse, None if fixed or by the best quarter; `odd`: cents added."""

    cents: int
    percent: int | None = None
    odd: int = 0


@dataclass(frozen=True, slots=True)
class Award:
    """A prize of one entrant, with the reason for every cent.

    `group`: of the list. `first`, `last`: the places that the tied entrants take up, with their `amounts`. `extra`: odd cents
    that this entrant got; `ranked`: by the standings, otherwise by order of entry. `cut`: cents of a whole dollar that stay
    in the box.
    """

    entrant: str
    cents: int
    group: str
    first: int
    last: int
    amounts: tuple[PlaceAmount, ...]
    extra: int
    ranked: bool
    cut: int

    @property
    def tied(self) -> int:
        """The number of entrants who share these places."""
        return self.last - self.first + 1

    @property
    def shared(self) -> int:
        """The cents that they share."""
        return sum(one.cents for one in self.amounts)


def tied_places(rows: Sequence[StandingRow], purse: Purse, entered: Sequence[str]) -> list[TiedPlaces]:
    """Return the entrants of a group by place, best first. `rows`: its standings; `entered`: all ids in order of entry.

    Entrants whose results don't count get nothing. Those in different fields are tied only if they share a rank.
    """
    order = {who: n for n, who in enumerate(entered)}
    found: list[list[StandingRow]] = []
    for row in sorted((row for row in rows if row.counts), key=lambda row: row.rank):
        if found and _are_tied(found[-1][-1], row, purse):
            found[-1].append(row)
        else:
            found.append([row])
    tied = []
    for group in found:
        in_order = sorted(group, key=lambda row: (row.rank, order.get(row.id, len(order))))
        tied.append(TiedPlaces(tuple(row.id for row in in_order), len({row.rank for row in group}) == len(group)))
    return tied


def _are_tied(above: StandingRow, row: StandingRow, purse: Purse) -> bool:
    if above.rank == row.rank:
        return True
    if purse.ties != BY_SCORE or above.field != row.field or not row.columns or not above.columns:
        return False
    name, value = next(iter(row.columns.items()))
    return value is not None and above.columns.get(name) == value


def award(prizes: PrizeList, cents: int, tied: Sequence[TiedPlaces], *, whole_dollars: bool = False) -> list[Award]:
    """Return the prizes of a list that has `cents` of the purse. Places with nothing are left out."""
    amounts = place_amounts(prizes, cents, sum(len(one.entrants) for one in tied))
    awards: list[Award] = []
    place = 0
    for group in tied:
        several = len(group.entrants)
        shared = amounts[place : place + several]
        each, odd = divmod(sum(one.cents for one in shared), several)
        cut = each % DOLLAR if whole_dollars else 0
        for n, who in enumerate(group.entrants):
            extra = 0 if whole_dollars else int(n < odd)
            got = each - cut + extra
            if any(one.cents for one in shared):
                awards.append(Award(who, got, prizes.group, place + 1, place + several, tuple(shared), extra, group.ranked, cut))
        place += several
    return awards


def place_amounts(prizes: PrizeList, cents: int, places: int) -> list[PlaceAmount]:
    """Return what each of the places gets, from the first.

    Odd cents of percentages go to the first place, unless it is part of a range: then they are left over.
    """
    if prizes.best_quarter:
        return _quarter(cents, places)
    found = [PlaceAmount(0)] * places
    existing = [(one, range(one.first - 1, min(one.last, places))) for one in prizes.prizes]
    for one, places_of in existing:
        for k in places_of if one.cents is not None else ():
            found[k] = PlaceAmount(one.cents or 0)
    left = max(0, cents - sum(one.cents for one in found))
    percents = [(one.percent or 0, k) for one, places_of in existing if one.percent is not None for k in places_of]
    for percent, k in percents:
        found[k] = PlaceAmount(left * percent // 100, percent)
    first = next((one for one in prizes.prizes if one.first == 1 == one.last and one.percent is not None), None)
    if first is not None and places:
        odd = left * sum(percent for percent, _k in percents) // 100 - sum(found[k].cents for _percent, k in percents)
        found[0] = PlaceAmount(found[0].cents + odd, first.percent, odd)
    return found


def quarter_of(places: int) -> int:
    """Return how many places are the best quarter, rounded up."""
    return -(-places // 4)


def _quarter(cents: int, places: int) -> list[PlaceAmount]:
    """Return the amounts of the best quarter: as many parts for the first as there are prizes, one part for the last."""
    count = quarter_of(places)
    parts = count * (count + 1) // 2
    found = [PlaceAmount(cents * (count - k) // parts) for k in range(count)]
    if found:
        odd = cents - sum(one.cents for one in found)
        found[0] = PlaceAmount(found[0].cents + odd, None, odd)
    return found + [PlaceAmount(0)] * (places - count)


def halves(cents: int, players: int) -> list[int]:
    """Return each player's part of a prize. The first players named get the odd cents."""
    each, odd = divmod(cents, players)
    return [each + (n < odd) for n in range(players)]
