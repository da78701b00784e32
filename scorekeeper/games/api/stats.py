"""Statistics of a device's or a household's games, and the hands behind each number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from flask import request

from scorekeeper.core.api import requests
from scorekeeper.core.api.json_schema import Count, Day, Description, Id, Ordinal, integer, list_bounds, one_of
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.api.problems import RequestProblem
from scorekeeper.engine.auction import HUNDRED_FOR_200, bid_rank
from scorekeeper.games.commands.sharing import households
from scorekeeper.games.commands.stats.game_collection import GameCollection
from scorekeeper.stats.hand_facts import KINDS
from scorekeeper.stats.people import cards
from scorekeeper.stats.player_stats import FiguresQuery
from scorekeeper.stats.player_stats import figures as add_up

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


_DEVICE = OperationGroup("figures", "device")
WHOSE = ("device", "household")
MOST_NAMES = 6
LONGEST = 200
MOST_DEEDS = 500


@_DEVICE.get("/figures", query=("who", "against", "year", "rules:key", "place", "of"))
def read_figures() -> Figures:
    """Read stats.

    Covers the games of this device or its household: everyone, one person or one side. `/figures/hands` lists the hands behind
    each number.
    """
    shelf = _requested_games()
    query = _read_query(shelf)
    found = add_up(shelf.summaries(), query, shelf.people)
    people = {} if query.who else cards(shelf.summaries(), query, shelf.people)
    parts = [
        FigureOf(kind, at, count, total)
        for kind in KINDS
        for at, (count, total) in sorted(found.tally.parts.get(kind, {}).items(), key=lambda one: bid_rank(one[0] or 0))
    ]
    return Figures(
        [_person_name(shelf, one) for one in query.who],
        len(found.games),
        parts,
        None if found.comeback is None else Told(*found.comeback),
        Longest(found.won_in_a_row.length, found.made_in_a_row.length),
        [Person(_person_name(shelf, one), x.games, x.won, x.bids, x.made) for one, x in sorted(people.items())],
    )


@_DEVICE.get("/figures/hands", query=("kind", "at", "who", "against", "year", "rules:key", "place", "of"))
def list_deeds() -> DeedList:
    """List the hands behind a stat.

    Newest game first, at most 500. `count` is the total, even if fewer are listed.
    """
    shelf, read = _requested_games(), request.args.get("at")
    kind = requests.choice("kind", KINDS, "")
    if not kind:
        raise RequestProblem(400, "parameter", "parameter.choice", field="kind", read="", right=", ".join(KINDS))
    at = () if read is None else (HUNDRED_FOR_200,) if read == HUNDRED_FOR_200 else (requests.number("at") or 0,)
    found = shelf.behind(_read_query(shelf), kind, *at)
    facts = [
        Deed(
            one.game.summary.key,
            one.game.summary.day,
            [n + 1 for n in one.deed.hands or (one.deed.hand,)],
            one.deed.at,
            one.deed.value,
        )
        for one in found[:MOST_DEEDS]
    ]
    return DeedList(len(found), facts)


def _requested_games() -> GameCollection:
    of, device = requests.choice("of", WHOSE, "device"), requests.visitor()
    if device is None:
        return GameCollection(())
    together = households.household_devices(device) if of == "household" else []
    return GameCollection(together or [device.id], device.id)


def _read_query(shelf: GameCollection) -> FiguresQuery:
    year = requests.number("year")
    names = {name: [text[:LONGEST] for text in request.args.getlist(name)][:MOST_NAMES] for name in ("who", "against")}
    who, against = (tuple(dict.fromkeys(shelf.people(name) for name in names[one])) for one in ("who", "against"))
    rules, place = (request.args.get(name, "")[:LONGEST] for name in ("rules", "place"))
    return FiguresQuery(who, against, str(year) if year else "", rules, place)


def _person_name(shelf: GameCollection, who: str) -> str:
    return shelf.people.called(who)
