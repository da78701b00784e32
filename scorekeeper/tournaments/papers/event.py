"""A tournament as its papers see it: names, results and places already in words and figures. Made from the pure record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property

from scorekeeper.base.hours import in_words
from scorekeeper.base.i18n import t_for
from scorekeeper.base.paper.templating import MINUS
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import for_three_pairs
from scorekeeper.rules.titles import known_title
from scorekeeper.tournament.additions import Additions, handicap_of
from scorekeeper.tournament.errors import TournamentError
from scorekeeper.tournament.record import MatchLength, Result, Round, Table, Tournament
from scorekeeper.tournament.results import game_points, games_won, winner_of
from scorekeeper.tournament.standings import StandingRow
from scorekeeper.tournament.words import method_title, points_text
from scorekeeper.tournaments.actions.tournament_state import TournamentState
from scorekeeper.tournaments.words import side_name


@dataclass(frozen=True)
class EventDetails:
    """What the record does not hold, and what its second edition adds (`additions`).

    `links`: the address that opens a table on a phone, by (round, table). `players`: the names in a pair, by entrant.
    `draft`: the number of a round that has not been published, whose papers say so. `page`, `entry`: the addresses of the event's
    public page and of the form to enter, as long as one may.
    """

    day: date | None = None
    venue: str = ""
    note: str = ""
    prizes: str = ""
    links: Mapping[tuple[int, int], str] = field(default_factory=dict)
    players: Mapping[str, Sequence[str]] = field(default_factory=dict)
    draft: int | None = None
    page: str = ""
    entry: str = ""
    additions: Additions = field(default_factory=Additions)


@dataclass(frozen=True, slots=True)
class PrintedSide:
    """One side of a table: who, what it made. `score`: None while unknown; `won`: it won the table; `out`: it forfeited."""

    ids: tuple[str, ...]
    name: str
    score: int | None
    won: bool
    out: bool


class PrintedEvent:
    """A tournament in one language. `state` knows what follows from its record: the other languages and the desk share it."""

    def __init__(self, state: TournamentState, about: EventDetails, lang: str) -> None:
        self.state = state
        self.about = about
        self.lang = lang
        self.t = t_for(lang)

    @property
    def tournament(self) -> Tournament:
        """The record."""
        return self.state.tournament

    @property
    def name(self) -> str:
        """The tournament's name, or what it is."""
        return self.tournament.name or self.t("Tournament")

    @property
    def match(self) -> MatchLength:
        """How long a match lasts, in the stage that is being played."""
        return self.state.match_in(self.rounds[-1].number if self.rounds else None)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds published."""
        return self.tournament.rounds

    @cached_property
    def tables(self) -> int:
        """How many tables the event needs: as many as it had at most, or as those who are there will sit at."""
        each = self.state.pairing.seats(self.state.options)
        here = sum(e.left is None for e in self.tournament.entrants) // each
        return max([here, *(table.number for one in self.rounds for table in one.tables)])

    @cached_property
    def day(self) -> str:
        """The date in words."""
        day = self.about.day
        return in_words(day, "long", self.lang) if day else ""

    @property
    def rules_title(self) -> str:
        """What the rules are called."""
        return known_title(self.t, self.state.rules) or self.t("House rules")

    @property
    def method(self) -> str:
        """What kind of tournament it is."""
        return method_title(self.t, self.tournament.method)

    def name_of(self, who: str, number: int | None = None) -> str:
        """An entrant's name; in a round, of whoever sits there then."""
        return self.state.name_of(who, number)

    def players_of(self, who: str, number: int | None = None) -> tuple[str, ...]:
        """The people of an entrant: a pair's two, where they are known or its name says so."""
        name = self.name_of(who, number)
        known = tuple(self.about.players.get(who, ()))
        if known and name == self.name_of(who):
            return known
        parts = tuple(part.strip() for part in name.split("&"))
        return parts if len(parts) > 1 and all(parts) else (name,)

    def sides(self, one: Round, table: Table) -> list[PrintedSide]:
        """The sides of a table with what they made."""
        won, scores = winner_of(table), scores_beside(table.result, len(table.sides))
        return [
            PrintedSide(ids, side_name(self, ids, one.number), scores[k] if scores else None, won == k, k in table.result.forfeit)
            for k, ids in enumerate(table.sides)
        ]

    @property
    def standings(self) -> list[StandingRow]:
        """The standings so far; none while a bracket cannot be drawn."""
        try:
            return self.state.standings
        except TournamentError:
            return []

    def handicap_text(self, ids: Sequence[str], best_of: int = 1) -> str:
        """What those on a side are given, in each game of a match of so many; nothing where they are given none."""
        points = handicap_of(ids, self.about.additions.handicaps, best_of)
        if not points:
            return ""
        text = self.t("Handicap %(points)s a game") if best_of > 1 else self.t("Handicap %(points)s")
        return text % {"points": self.figure(points, sign=True)}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The line of the standings on which each entrant stands: what cross-tables call them by."""
        order = [row.id for row in self.standings] or [e.id for e in self.tournament.ranked_by_seed]
        return {who: k for k, who in enumerate(order, 1)}

    def rules_for(self, sides: int) -> RuleSet:
        """The rules that a table of so many sides plays by."""
        return for_three_pairs(self.state.rules) if sides == 3 else self.state.rules

    def match_text(self, match: MatchLength) -> str:
        """How long a match lasts, in words."""
        t = self.t
        if match.kind == "race":
            text = t("to %(points)s points") % {"points": self.state.rules.target}
        elif match.kind == "clock":
            one, several = t("1 minute, then finish the hand in play"), t("%(minutes)s minutes, then finish the hand in play")
            text = one if match.minutes == 1 else several % {"minutes": match.minutes}
        else:
            text = self.hands_text(match.hands or 0)
        return t("best of %(games)s, %(game)s") % {"games": match.best_of, "game": text} if match.best_of > 1 else text

    def hands_text(self, hands: int) -> str:
        """So many hands, in words."""
        return self.t("1 hand") if hands == 1 else self.t("%(hands)s hands") % {"hands": hands}

    def figure(self, value: Fraction | int | None, *, sign: bool = False) -> str:
        """A number of a column of the standings: halves as ½, the true minus."""
        if value is None:
            return "–"
        text = points_text(Fraction(value))
        if self.lang == "fr":
            text = text.replace(".", ",")
        return f"+{text}" if sign and value > 0 else text


def scores_beside(result: Result, sides: int) -> tuple[int, ...] | None:
    """What stands beside the names: games won where a match has several, else game points."""
    return games_won(result, sides) if len(result.games) > 1 else game_points(result)


def games_text(result: Result) -> str:
    """The games of a match of several: 205–140, 120–200."""
    shown = ((" – " if min(game) < 0 else "–").join(str(points).replace("-", MINUS) for points in game) for game in result.games)
    return ", ".join(shown) if len(result.games) > 1 else ""
