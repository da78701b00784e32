"""The card of each person, each pair's totals, and the games that people played against each other."""

from __future__ import annotations

from scorekeeper.engine.auction import HUNDRED_FOR_200
from scorekeeper.stats.hand_facts import BID, MADE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scorekeeper.stats.player_stats import FiguresQuery, People
    from scorekeeper.stats.summary import SeatingPeriod, Summary

    Team = tuple[str, ...]

FEWEST_TOGETHER = 3
"""Finished games that two people need together before one can be the other's best partner."""


class GameTotals:
    """Totals of a person or a pair: finished games, games won, bids, and bids made."""

    __slots__ = ("bids", "games", "made", "won")

    def __init__(self) -> None:
        self.games = self.won = self.bids = self.made = 0


class Card(GameTotals):
    """The totals of one person.

    `hundreds` and `hundreds_made` are bids of 100 for 200. `longest` is the most games won in a row, and `run` the games won
    in a row up to now. `comebacks` are games won from behind, and `furthest` is the most points behind in one. `partners`
    has the finished games and the games won with each partner.
    """

    __slots__ = ("comebacks", "furthest", "hundreds", "hundreds_made", "longest", "partners", "run")

    def __init__(self) -> None:
        super().__init__()
        self.hundreds = self.hundreds_made = self.longest = self.run = self.comebacks = self.furthest = 0
        self.partners: dict[str, list[int]] = {}

    def add_bids(self, period: SeatingPeriod, seat: int) -> None:
        """Add the bids of a seat."""
        _, _, bids, made = period.listed[seat]
        self.bids += bids
        self.made += made
        if bids:
            self.hundreds += _hundreds(period, seat, BID)
            self.hundreds_made += _hundreds(period, seat, MADE)

    def add_game(self, game: Summary, won: bool, partners: Iterable[str]) -> None:
        """Add a finished game that is later than all before it."""
        self.games += 1
        self.won += won
        self.run = self.run + 1 if won else 0
        self.longest = max(self.longest, self.run)
        if won and game.behind:
            self.comebacks += 1
            self.furthest = max(self.furthest, game.behind)
        for one in partners:
            together = self.partners.setdefault(one, [0, 0])
            together[0] += 1
            together[1] += won

    def best_partner(self) -> str | None:
        """Return the partner with the largest share of games won together, or None without enough games."""
        known = [(won / games, games, who) for who, (games, won) in self.partners.items() if games >= FEWEST_TOGETHER and won]
        return max(known)[2] if known else None


def _hundreds(period: SeatingPeriod, seat: int, kind: str) -> int:
    return sum([row[2] for row in period.seats[seat] if row[0] == kind and row[1] == HUNDRED_FOR_200])


def cards(summaries: Iterable[Summary], query: FiguresQuery, person: People) -> dict[str, Card]:
    """Return each person's card. The summaries must be in order of time."""
    found: dict[str, Card] = {}
    for game in summaries:
        if not query.admits(game):
            continue
        for period in game.stints:
            names = [person(name) for name in period.players]
            ended = game.over and period is game.stints[-1]
            for side, seats in enumerate(game.sides):
                members = list(dict.fromkeys([names[seat] for seat in seats]))
                for who in members:
                    card = found.get(who)
                    if card is None:
                        card = found[who] = Card()
                    for seat in seats:
                        if names[seat] == who:
                            card.add_bids(period, seat)
                    if ended:
                        card.add_game(game, side in game.winners, [one for one in members if one != who])
    return found


def pairs(summaries: Iterable[Summary], query: FiguresQuery, person: People) -> dict[Team, GameTotals]:
    """Return the totals of each two people who played on one side, in alphabetical order."""
    found: dict[Team, GameTotals] = {}
    for game in summaries:
        if not query.admits(game):
            continue
        for period in game.stints:
            names, listed = [person(name) for name in period.players], period.listed
            for seats in game.sides:
                for i, one in enumerate(seats):
                    for other in seats[i + 1 :]:
                        pair = (names[one], names[other])
                        pair = pair if pair[0] <= pair[1] else pair[::-1]
                        line = found.get(pair)
                        if line is None:
                            line = found[pair] = GameTotals()
                        line.games += listed[one][0]
                        line.won += listed[one][1]
                        line.bids += listed[one][2] + listed[other][2]
                        line.made += listed[one][3] + listed[other][3]
    return found


class Meeting:
    """Two teams against each other: finished games, and the games that each of them won."""

    __slots__ = ("games", "lost", "won")

    def __init__(self) -> None:
        self.games = self.won = self.lost = 0

    def swapped(self) -> Meeting:
        """Return the same games seen by the other team."""
        other = Meeting()
        other.games, other.won, other.lost = self.games, self.lost, self.won
        return other


def meetings(summaries: Iterable[Summary], query: FiguresQuery, person: People, size: int) -> dict[tuple[Team, Team], Meeting]:
    """Return how teams of `size` people did against each other, both teams and their members in alphabetical order."""
    found: dict[tuple[Team, Team], Meeting] = {}
    for game in summaries:
        if not game.over or not query.admits(game):
            continue
        names = [person(name) for name in game.stints[-1].players]
        teams = [list(_teams(sorted({names[seat] for seat in seats}), size)) for seats in game.sides]
        for side, ours in enumerate(teams):
            for other in range(side + 1, len(teams)):
                for one in ours:
                    for against in teams[other]:
                        if not any(who in against for who in one):
                            _add_meeting(found, (one, against), side in game.winners, other in game.winners)
    return found


def _add_meeting(found: dict[tuple[Team, Team], Meeting], teams: tuple[Team, Team], won: bool, lost: bool) -> None:
    if teams[1] < teams[0]:
        teams, won, lost = teams[::-1], lost, won
    meeting = found.get(teams)
    if meeting is None:
        meeting = found[teams] = Meeting()
    meeting.games += 1
    meeting.won += won
    meeting.lost += lost


def _teams(members: Sequence[str], size: int) -> Iterator[Team]:
    """Yield every choice of `size` members, in order."""
    if size == 0:
        yield ()
        return
    for i, one in enumerate(members):
        for others in _teams(members[i + 1 :], size - 1):
            yield (one, *others)


def opponents(found: dict[tuple[Team, Team], Meeting], who: Team) -> dict[Team, Meeting]:
    """Return the meetings of one team by its opponents."""
    own = tuple(sorted(who))
    theirs: dict[Team, Meeting] = {}
    for (one, other), meeting in found.items():
        if one == own:
            theirs[other] = meeting
        elif other == own:
            theirs[one] = meeting.swapped()
    return theirs
