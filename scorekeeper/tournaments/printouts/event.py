"""A tournament prepared for printing: names, results and ranks as text, made from the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from fractions import Fraction
from functools import cached_property
from typing import Any

from scorekeeper.core.i18n.timezones import date_in_words, time_in_words
from scorekeeper.core.i18n.translation import t_for
from scorekeeper.core.pdf.pdf_templates import MINUS
from scorekeeper.engine.ruleset import RuleSet, for_three_pairs
from scorekeeper.formats.declared import parse
from scorekeeper.pairing.adjustments import Additions, handicap_of
from scorekeeper.pairing.money.report import MoneyReport
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import MatchLength, Result, Round, Table, Tournament
from scorekeeper.pairing.standings.results import game_points, games_won, winner_of
from scorekeeper.pairing.standings.standings import StandingRow
from scorekeeper.pairing.words import points_text
from scorekeeper.rules.titles import title_of
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.words import format_title, side_name

TEXTS = ("venue", "note", "prizes", "page", "entry", "check_in", "club", "starts")


@dataclass(frozen=True)
class EventDetails:
    """Facts that the record lacks, and the `additions` of its version 2.

    `links`: the address of a table's page, by (round, table). `players`: the names in a pair, by entrant. `draft`: the
    number of an unpublished round, whose printouts say so. `page`, `entry`, `check_in`: the addresses of the public page and,
    while they are open, of the entry form and of check-in by phone. `club`: its name; `starts`: HH:MM or empty; `price`: the
    entry fee in cents, 0 if it is free or unknown. `money`: if the tournament has check-in. `rulings`: the `round`, `table`,
    `note` and `rule` of each. `table`: the only table whose slip is printed, None for all.
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
    check_in: str = ""
    club: str = ""
    starts: str = ""
    price: int = 0
    money: MoneyReport | None = None
    additions: Additions = field(default_factory=Additions)
    rulings: Sequence[Mapping[str, Any]] = ()
    table: int | None = None

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any], additions: Additions) -> EventDetails:
        """Return the facts that `commands.printouts.facts_for_printing` gives, with the additions of version 2."""
        links = {(int(n), int(table)): url for n, tables in facts.get("links", {}).items() for table, url in tables.items()}
        texts = {name: facts.get(name, "") for name in TEXTS}
        day = date.fromisoformat(facts["day"]) if facts["day"] else None
        price = facts.get("price", 0)
        money = None if facts.get("money") is None else parse(MoneyReport, facts["money"])
        more = {"draft": facts.get("draft"), "rulings": facts.get("rulings", ()), "table": facts.get("table"), "money": money}
        return cls(day, players=facts["players"], links=links, price=price, additions=additions, **more, **texts)


@dataclass(frozen=True, slots=True)
class PrintedSide:
    """One side of a table. `score`: None while unknown; `won`: it won the table; `out`: it forfeited."""

    ids: tuple[str, ...]
    name: str
    score: int | None
    won: bool
    out: bool


class PrintedEvent:
    """A tournament in one language.

    `state` has the values derived from the record, shared with other languages and the desk. `number`: the round that a
    printout of a round is about.
    """

    def __init__(self, state: TournamentState, about: EventDetails, lang: str, number: int | None = None) -> None:
        self.state = state
        self.about = about
        self.lang = lang
        self.number = number
        self.t = t_for(lang)

    @property
    def tournament(self) -> Tournament:
        """The record."""
        return self.state.tournament

    @property
    def name(self) -> str:
        """The tournament's name, or *Tournament*."""
        return self.tournament.name or self.t("Tournament")

    @property
    def match(self) -> MatchLength:
        """The length of a match in the current stage."""
        return self.state.match_in(self.rounds[-1].number if self.rounds else None)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The published rounds."""
        return self.tournament.rounds

    @property
    def round(self) -> Round:
        """The round `number`, which a printout of a round is about."""
        return next(one for one in self.rounds if one.number == self.number)

    @cached_property
    def known_rounds(self) -> tuple[Round, ...]:
        """The published rounds and the draft, and all later rounds of a movement that needs no results."""
        shown = {one.number: one for one in self.rounds}
        planned = (one.as_round() for one in self.state.planned or ())
        return (*self.rounds, *(one for one in planned if one.number not in shown))

    @cached_property
    def tables(self) -> range:
        """The numbers of the tables the event needs: up to the highest it had, and enough for the present entrants."""
        each, first = self.state.pairing.seats(self.state.options), self.tournament.first_table
        needed_tables = sum(e.left is None for e in self.tournament.entrants) // each
        last = max([first + needed_tables - 1, *(table.number for one in self.rounds for table in one.tables)])
        return range(first, last + 1)

    @cached_property
    def day(self) -> str:
        """The date in words."""
        day = self.about.day
        return date_in_words(day, "long", self.lang) if day else ""

    @property
    def hour(self) -> str:
        """The starting time in words, empty if unknown."""
        return time_in_words(time.fromisoformat(self.about.starts), self.lang) if self.about.starts else ""

    @property
    def rules_title(self) -> str:
        """The name of the rules."""
        return title_of(self.t, self.state.rules)

    @property
    def method(self) -> str:
        """The name of the method: of the first stage and what follows, if there are stages."""
        return format_title(self.t, self.tournament)

    def name_of(self, who: str, number: int | None = None) -> str:
        """Return an entrant's name, or in round `number` the name of the player who sits there."""
        return self.state.name_of(who, number)

    def players_of(self, who: str, number: int | None = None) -> tuple[str, ...]:
        """Return the people in an entrant: a pair's two, if known or in its name."""
        name = self.name_of(who, number)
        known = tuple(self.about.players.get(who, ()))
        if known and name == self.name_of(who):
            return known
        parts = tuple(part.strip() for part in name.split("&"))
        return parts if len(parts) > 1 and all(parts) else (name,)

    def sides(self, one: Round, table: Table) -> list[PrintedSide]:
        """Return the sides of a table with their scores."""
        won, scores = winner_of(table), shown_scores_of(table.result, len(table.sides))
        return [
            PrintedSide(ids, side_name(self, ids, one.number), scores[k] if scores else None, won == k, k in table.result.forfeit)
            for k, ids in enumerate(table.sides)
        ]

    @property
    def standings(self) -> list[StandingRow]:
        """The standings so far of everyone who has played; empty while a bracket cannot be drawn."""
        try:
            return self.state.only_played(self.state.standings)
        except TournamentError:
            return []

    def handicap_text(self, ids: Sequence[str], best_of: int = 1) -> str:
        """Return a side's handicap in words, for each game if the match has several; empty without one."""
        points = handicap_of(ids, self.about.additions.handicaps, best_of)
        if not points:
            return ""
        text = self.t("Handicap %(points)s a game") if best_of > 1 else self.t("Handicap %(points)s")
        return text % {"points": self.figure(points, sign=True)}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Each entrant's line number in the standings, which cross-tables use."""
        order = [row.id for row in self.standings]
        others = [e.id for e in self.tournament.ranked_by_seed if e.id not in order]
        return {who: k for k, who in enumerate((*order, *others), 1)}

    def rules_for(self, sides: int) -> RuleSet:
        """Return the rules of a table with this number of sides."""
        return for_three_pairs(self.state.rules) if sides == 3 else self.state.rules

    def match_text(self, match: MatchLength) -> str:
        """Return the length of a match in words."""
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
        return self.t("1 hand") if hands == 1 else self.t("%(hands)s hands") % {"hands": hands}

    def figure(self, value: Fraction | int | None, *, sign: bool = False) -> str:
        """Return a number from the standings as text: halves as ½, with a true minus sign."""
        if value is None:
            return "–"
        text = points_text(Fraction(value))
        if self.lang == "fr":
            text = text.replace(".", ",")
        return f"+{text}" if sign and value > 0 else text


def shown_scores_of(result: Result, sides: int) -> tuple[int, ...] | None:
    """Return the scores to show next to names: games won in a match of several games, or else game points."""
    return games_won(result, sides) if len(result.games) > 1 else game_points(result)


def games_text(result: Result) -> str:
    """Return the games of a match of several: 205–140, 120–200."""
    game_texts = (
        (" – " if min(game) < 0 else "–").join(str(points).replace("-", MINUS) for points in game) for game in result.games
    )
    return ", ".join(game_texts) if len(result.games) > 1 else ""
