"""What the API gives about figures: what games add up to, and the hands behind a figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.base.api.declared import named
from scorekeeper.base.api.shapes import Count, Day, Id, Ordinal, many, one_of, whole
from scorekeeper.statistics.deeds import KINDS

_BID_OR_PLACE = {"anyOf": [whole(0, 100), {"const": "100-for-200"}, {"type": "null"}]}
At = Annotated[int | str | None, _BID_OR_PLACE]
Kind = Annotated[str, one_of(KINDS)]


@dataclass(frozen=True, slots=True)
class FigureOf:
    """A figure: deeds of one kind, how many, and what their values add up to; `at`: the bid, or how many places left of the
    dealer, where a kind is told apart by it.
    """

    kind: Kind
    at: At
    count: Count
    total: int


@dataclass(frozen=True, slots=True)
class Told:
    """Points behind, and the game in which that was turned."""

    points: Ordinal
    game: Id


@dataclass(frozen=True, slots=True)
class Longest:
    """The longest rows of games won and of bids made."""

    won: Count
    made: Count


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, by the name used last: games played to the end and won, bids, and bids made."""

    name: str
    games: Count
    won: Count
    bids: Count
    made: Count


@dataclass(frozen=True, slots=True)
class Figures:
    """What games add up to: of those asked about (`who`), or of everybody, then with `people`."""

    who: list[str]
    games: Count
    figures: list[FigureOf]
    comeback: Told | None
    in_a_row: Longest
    people: list[Person]


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that was done: in which game and which of its events, counted from 1 among those that are scored."""

    game: Id
    day: Day
    hands: list[Ordinal]
    at: At
    value: int


@dataclass(frozen=True, slots=True)
class DeedList:
    """The hands behind a figure, and how many there are."""

    count: Count
    deeds: Annotated[list[Deed], many(0, 500)]


FIGURE_SHAPES = named(FigureOf, Told, Longest, Person, Figures, Deed, DeedList)
