"""Figures about somebody: summaries added up under what is asked, and the deeds that a figure rests on."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.statistics.deeds import OF_GAMES, deeds
from scorekeeper.statistics.tally import Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeVar

    from scorekeeper.statistics.deeds import Deed, ScoredGame
    from scorekeeper.statistics.summary import Listed, Stint, Summary

    Who = TypeVar("Who", str, tuple[str, ...])

    People = Callable[[str], str]
    """Who is meant by a name: the same text for every name of the same person."""


@dataclass(frozen=True, slots=True)
class FiguresQuery:
    """What figures are asked about; empty is everything. `who`: one person, or those who must sit on one side together;
    `against`: who must be among the others. `year`: four digits; `rules_key`, `place`: of the game.
    """

    who: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    year: str = ""
    rules_key: str = ""
    place: str = ""

    def admits(self, game: Summary | ScoredGame) -> bool:
        """Whether a game is of the year, the rules and the place that are asked about."""
        return (
            (not self.year or game.day.startswith(self.year))
            and (not self.rules_key or game.rules_key == self.rules_key)
            and (not self.place or game.place == self.place)
        )


@dataclass(slots=True)
class Run:
    """The longest row of something: how many, and where: a game's key and the index of its hand, None for the whole game."""

    length: int = 0
    where: list[tuple[int, int | None]] = field(default_factory=list)


@dataclass(slots=True)
class Figures:
    """What the games add up to. `games`: keys of those that were counted; `finished`: how many of them have ended.

    `comeback`: points behind, and the game in which that was turned, None where it never was; `won_in_a_row`, `made_in_a_row`:
    the longest rows of games won and bids made.
    """

    tally: Tally
    games: list[int]
    comeback: tuple[int, int] | None
    won_in_a_row: Run
    made_in_a_row: Run
    finished: int = 0


def figures(summaries: Iterable[Summary], asked: FiguresQuery, person: People) -> Figures:
    """The figures about `asked.who`, the games in order of time; about everybody together where nobody is asked about."""
    reckoned = _Reckoning(asked, person)
    for game in summaries:
        if asked.admits(game):
            reckoned.add(game)
    return reckoned.found


class _Reckoning:
    """Figures that are being added up. `won`, `made`: the rows that still go on."""

    def __init__(self, asked: FiguresQuery, person: People) -> None:
        self.asked = asked
        self.person = person
        self.found = Figures(Tally(), [], None, Run(), Run())
        self.won, self.made = Run(), Run()

    def add(self, game: Summary) -> None:
        """One more game, later than those before it."""
        counted = False
        for stint in game.stints:
            for side, seats in _own_sides(stint, game.sides, self.asked, self.person):
                counted = True
                self.found.tally.take(stint.sides[side])
                for seat in seats:
                    self.found.tally.take(stint.seats[seat])
                if self.asked.who:
                    self._rows(game, stint, side, seats)
        if counted:
            self.found.games.append(game.key)
            self.found.finished += game.over
            if not self.asked.who:
                self.found.comeback = _further(self.found.comeback, game)

    def _rows(self, game: Summary, stint: Stint, side: int, seats: tuple[int, ...]) -> None:
        found = self.found
        for hand, made in sorted([bid for seat in seats for bid in stint.bids[seat]]):
            found.made_in_a_row = _longer(self.made, found.made_in_a_row, made, (game.key, hand))
        if game.over and stint is game.stints[-1]:
            won = side in game.winners
            found.won_in_a_row = _longer(self.won, found.won_in_a_row, won, (game.key, None))
            if won:
                found.comeback = _further(found.comeback, game)


def _longer(run: Run, best: Run, goes_on: bool, where: tuple[int, int | None]) -> Run:
    run.where = [*run.where, where] if goes_on else []
    run.length = len(run.where)
    return Run(run.length, run.where) if run.length > best.length else best


def _further(best: tuple[int, int] | None, game: Summary) -> tuple[int, int] | None:
    return (game.behind, game.key) if game.behind > (best[0] if best else 0) else best


def _own_sides(
    stint: Stint, sides: Sequence[tuple[int, ...]], asked: FiguresQuery, person: People
) -> list[tuple[int, tuple[int, ...]]]:
    """The sides that are asked about, and which of their seats."""
    return _sides_asked([person(name) for name in stint.players], sides, asked)


def _sides_asked(
    people: Sequence[str], sides: Sequence[tuple[int, ...]], asked: FiguresQuery
) -> list[tuple[int, tuple[int, ...]]]:
    found = []
    for side, seats in enumerate(sides):
        here = [people[seat] for seat in seats]
        others = [people[seat] for other, theirs in enumerate(sides) if other != side for seat in theirs]
        if all(who in here for who in asked.who) and all(who in others for who in asked.against):
            found.append((side, tuple([seat for seat in seats if people[seat] in asked.who]) if asked.who else tuple(seats)))
    return found


class PersonLine:
    """Somebody on a list: games played to the end and won, bids, and bids made."""

    __slots__ = ("bids", "games", "made", "won")

    def __init__(self) -> None:
        self.games = self.won = self.bids = self.made = 0


def everyone(
    summaries: Iterable[Summary], asked: FiguresQuery, person: People
) -> tuple[dict[str, PersonLine], dict[tuple[str, ...], PersonLine]]:
    """What a list shows of each person, and of each two who played on one side (their keys in order)."""
    people: dict[str, PersonLine] = {}
    pairs: dict[tuple[str, ...], PersonLine] = {}
    for game in summaries:
        if not asked.admits(game):
            continue
        for stint in game.stints:
            names, listed = [person(name) for name in stint.players], stint.listed
            for seats in game.sides:
                for seat in seats:
                    _add(people, names[seat], listed[seat])
                for one, other in _pairs(seats):
                    a, b = names[one], names[other]
                    games, won, bids, made = listed[one]
                    both = (games, won, bids + listed[other][2], made + listed[other][3])
                    _add(pairs, (a, b) if a <= b else (b, a), both)
    return people, pairs


def _add(lines: dict[Who, PersonLine], who: Who, listed: Listed) -> None:
    line = lines.get(who)
    if line is None:
        line = lines[who] = PersonLine()
    line.games += listed[0]
    line.won += listed[1]
    line.bids += listed[2]
    line.made += listed[3]


def _pairs(seats: tuple[int, ...]) -> list[tuple[int, int]]:
    """Everybody with everybody else of a side; none where each plays alone."""
    return [(one, other) for i, one in enumerate(seats) for other in seats[i + 1 :]]


def company(
    summaries: Iterable[Summary], asked: FiguresQuery, person: People
) -> tuple[dict[str, PersonLine], dict[str, PersonLine]]:
    """With whom, and against whom, those asked about ended their games: games, and how many those asked about won."""
    partners: dict[str, PersonLine] = {}
    opponents: dict[str, PersonLine] = {}
    for game in summaries:
        if not asked.admits(game) or not game.over:
            continue
        stint = game.stints[-1]
        names = [person(name) for name in stint.players]
        for side, _ in _own_sides(stint, game.sides, asked, person):
            listed = (1, int(side in game.winners), 0, 0)
            for other, theirs in enumerate(game.sides):
                for seat in theirs:
                    if names[seat] not in asked.who:
                        _add(partners if other == side else opponents, names[seat], listed)
    return partners, opponents


def behind(game: ScoredGame, asked: FiguresQuery, person: People, kind: str, *at: object) -> list[Deed]:
    """The deeds of one game that a figure rests on: their number is its count, their values are its sum."""
    if not asked.admits(game) or not game.seated:
        return []
    return [
        deed for deed in deeds(game) if deed.kind == kind and (not at or deed.at in at) and _is_theirs(deed, game, asked, person)
    ]


def _is_theirs(deed: Deed, game: ScoredGame, asked: FiguresQuery, person: People) -> bool:
    people = [person(name) for name in game.seated[-1 if deed.kind in OF_GAMES else deed.hand]]
    return any(
        side == deed.side and (deed.seat is None or deed.seat in seats)
        for side, seats in _sides_asked(people, game.rules.table.sides, asked)
    )
