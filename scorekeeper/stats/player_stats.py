"""Statistics about people: totals of the summaries that match a query, and the facts behind each number."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.stats.hand_facts import OF_GAMES, find_facts
from scorekeeper.stats.summary import Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scorekeeper.stats.hand_facts import HandFact, ScoredGame
    from scorekeeper.stats.summary import SeatingPeriod, Summary

    People = Callable[[str], str]
    """Maps a name to its person: every name of the same person gives the same text."""


@dataclass(frozen=True, slots=True)
class FiguresQuery:
    """The filters of a statistics query. An empty filter matches everything.

    `who` is one person, or people who must be on one side together. `against` are people who must be together on another
    side. `year` has four digits, and `day` is an evening as YYYY-MM-DD.
    """

    who: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    year: str = ""
    rules_key: str = ""
    place: str = ""
    day: str = ""

    def admits(self, game: Summary | ScoredGame) -> bool:
        """Return whether a game matches the year, day, rules and place."""
        return (
            (not self.year or game.day.startswith(self.year))
            and (not self.day or game.day == self.day)
            and (not self.rules_key or game.rules_key == self.rules_key)
            and (not self.place or game.place == self.place)
        )


@dataclass(slots=True)
class Streak:
    """The longest streak: its length, and each game's key with the index of the hand, or None for the whole game."""

    length: int = 0
    where: list[tuple[int, int | None]] = field(default_factory=list)


@dataclass(slots=True)
class Figures:
    """The statistics of some games. `games` are the keys of the games counted, and `finished` is how many have ended.

    `comeback` is the most points that a winner had been behind, with the game's key, or None. `won_in_a_row` and
    `made_in_a_row` are the longest streaks of games won and bids made.
    """

    tally: Tally
    games: list[int]
    comeback: tuple[int, int] | None
    won_in_a_row: Streak
    made_in_a_row: Streak
    finished: int = 0


def figures(summaries: Iterable[Summary], query: FiguresQuery, person: People) -> Figures:
    """Return the statistics about `query.who`, or about everyone if that is empty.

    The summaries must be in order of time.
    """
    reckoned = _RunningFigures(query, person)
    for game in summaries:
        if query.admits(game):
            reckoned.add(game)
    return reckoned.found


class _RunningFigures:
    """Statistics in progress. `won` and `made` are the streaks that are still open."""

    def __init__(self, query: FiguresQuery, person: People) -> None:
        self.asked = query
        self.person = person
        self.found = Figures(Tally(), [], None, Streak(), Streak())
        self.won, self.made = Streak(), Streak()

    def add(self, game: Summary) -> None:
        """Add a game that is later than all before it."""
        counted = False
        for stint in game.stints:
            for side, seats in _matching_sides(stint, game.sides, self.asked, self.person):
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
                self.found.comeback = _larger_comeback(self.found.comeback, game)

    def _rows(self, game: Summary, stint: SeatingPeriod, side: int, seats: tuple[int, ...]) -> None:
        found = self.found
        for hand, made in sorted([bid for seat in seats for bid in stint.bids[seat]]):
            found.made_in_a_row = _extend_run(self.made, found.made_in_a_row, made, (game.key, hand))
        if game.over and stint is game.stints[-1]:
            won = side in game.winners
            found.won_in_a_row = _extend_run(self.won, found.won_in_a_row, won, (game.key, None))
            if won:
                found.comeback = _larger_comeback(found.comeback, game)


def _extend_run(run: Streak, best: Streak, goes_on: bool, where: tuple[int, int | None]) -> Streak:
    run.where = [*run.where, where] if goes_on else []
    run.length = len(run.where)
    return Streak(run.length, run.where) if run.length > best.length else best


def _larger_comeback(best: tuple[int, int] | None, game: Summary) -> tuple[int, int] | None:
    return (game.behind, game.key) if game.behind > (best[0] if best else 0) else best


def _matching_sides(
    stint: SeatingPeriod, sides: Sequence[tuple[int, ...]], query: FiguresQuery, person: People
) -> list[tuple[int, tuple[int, ...]]]:
    """Return the sides that match the query, each with the matching seats."""
    return _sides_of_query([person(name) for name in stint.players], sides, query)


def _sides_of_query(
    people: Sequence[str], sides: Sequence[tuple[int, ...]], query: FiguresQuery
) -> list[tuple[int, tuple[int, ...]]]:
    found = []
    teams = [{people[seat] for seat in seats} for seats in sides]
    for side, seats in enumerate(sides):
        opposed = not query.against or any(team.issuperset(query.against) for team in teams[:side] + teams[side + 1 :])
        if opposed and teams[side].issuperset(query.who):
            found.append((side, tuple([seat for seat in seats if people[seat] in query.who]) if query.who else tuple(seats)))
    return found


def facts_behind(game: ScoredGame, query: FiguresQuery, person: People, kind: str, *at: object) -> list[HandFact]:
    """Return the facts in one game behind a number: their count is its count, and their values add up to its total."""
    if not query.admits(game) or not game.seated:
        return []
    return [
        fact
        for fact in find_facts(game)
        if fact.kind == kind and (not at or fact.at in at) and _concerns_query(fact, game, query, person)
    ]


def _concerns_query(fact: HandFact, game: ScoredGame, query: FiguresQuery, person: People) -> bool:
    people = [person(name) for name in game.seated[-1 if fact.kind in OF_GAMES else fact.hand]]
    return any(
        side == fact.side and (fact.seat is None or fact.seat in seats)
        for side, seats in _sides_of_query(people, game.rules.table.sides, query)
    )
