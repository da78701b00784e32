"""The API's answers about statistics: totals, and the hands behind a number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.core.api.json_schema import Count, Day, Description, Id, Ordinal, integer, list_bounds, one_of
from scorekeeper.stats.hand_facts import KINDS

_BID_OR_PLACE = {"anyOf": [integer(0, 100), {"const": "100-for-200"}, {"type": "null"}]}
At = Annotated[int | str | None, _BID_OR_PLACE]
Kind = Annotated[str, one_of(KINDS)]


@dataclass(frozen=True, slots=True)
class FigureOf:
    """A statistic: the count and total of one kind of facts.

    `at` is the bid, or the places left of the dealer, for kinds that are split that way.
    """

    kind: Kind
    at: Annotated[At, Description("The bid or, if the stat is by seat, the number of seats left of the dealer.")]
    count: Count
    total: Annotated[int, Description("Total of their values.")]


@dataclass(frozen=True, slots=True)
class Told:
    """Points behind, and the game that was won from there."""

    points: Ordinal
    game: Id


@dataclass(frozen=True, slots=True)
class Longest:
    """The longest streaks of games won and of bids made."""

    won: Count
    made: Count


@dataclass(frozen=True, slots=True)
class Person:
    """A person under the name used last: finished games, games won, bids, and bids made."""

    name: str
    games: Count
    won: Count
    bids: Count
    made: Count


@dataclass(frozen=True, slots=True)
class Figures:
    """Statistics of the people in `who`, or of everyone. Only the latter have `people`."""

    who: list[str]
    games: Count
    figures: list[FigureOf]
    comeback: Told | None
    in_a_row: Longest
    people: list[Person]


@dataclass(frozen=True, slots=True)
class Deed:
    """One fact: its game, and its events, counted from 1 among the scored ones."""

    game: Id
    day: Day
    hands: Annotated[list[Ordinal], Description("Scored events of the game, counted from 1.")]
    at: At
    value: int


@dataclass(frozen=True, slots=True)
class DeedList:
    """The hands behind a number, and how many there are."""

    count: Count
    deeds: Annotated[list[Deed], list_bounds(0, 500)]
