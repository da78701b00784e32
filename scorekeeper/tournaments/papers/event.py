"""A tournament as its papers see it: names, results and places already in words and figures. Made from the pure record."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property

from scorekeeper.base.hours import in_words
from scorekeeper.base.i18n import t_for
from scorekeeper.base.paper.templating import MINUS
from scorekeeper.codec.rules import parse_rules
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import for_three_pairs, name_of
from scorekeeper.tournament import director
from scorekeeper.tournament.bracket import PlayedBracket
from scorekeeper.tournament.draft import Draft
from scorekeeper.tournament.errors import TournamentError
from scorekeeper.tournament.method import Method, in_stage, of
from scorekeeper.tournament.record import Match, Options, Result, Round, Table, Tournament
from scorekeeper.tournament.results import Ledger, game_points, games_won, ledger, match_points, winner_of
from scorekeeper.tournament.standings import Row
from scorekeeper.tournament.words import method_title, points_text
from scorekeeper.tournaments.words import side_name
from scorekeeper.wording.rules import variant_title


@dataclass(frozen=True)
class About:
    """What the record does not hold.

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


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a table: who, what it made. `score`: None while unknown; `won`: it won the table; `out`: it forfeited."""

    ids: tuple[str, ...]
    name: str
    score: int | None
    won: bool
    out: bool


class Event:
    """A tournament in one language. Derives what is asked for once, and remembers it."""

    def __init__(self, tournament: Tournament, about: About, lang: str) -> None:
        self.tournament = tournament
        self.about = about
        self.lang = lang
        self.t = t_for(lang)

    @property
    def name(self) -> str:
        """The tournament's name, or what it is."""
        return self.tournament.name or self.t("Tournament")

    @cached_property
    def finished(self) -> bool:
        """Whether everything has been played."""
        return director.is_finished(self.tournament)

    @property
    def match(self) -> Match:
        """How long a match lasts, in the stage that is being played."""
        return self.match_in(self.rounds[-1].number) if self.rounds else self.tournament.options.match

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds published."""
        return self.tournament.rounds

    @cached_property
    def tables(self) -> int:
        """How many tables the event needs: as many as it had at most, or as those who are there will sit at."""
        each = self.pairing.seats(self.tournament.options)
        here = sum(e.left is None for e in self.tournament.entrants) // each
        return max([here, *(table.number for one in self.rounds for table in one.tables)])

    @cached_property
    def day(self) -> str:
        """The date in words."""
        day = self.about.day
        return in_words(day, "long", self.lang) if day else ""

    @cached_property
    def rules(self) -> RuleSet:
        """The rule set of the matches."""
        return parse_rules(self.tournament.rules)

    @property
    def rules_title(self) -> str:
        """What the rules are called."""
        known = name_of(self.rules)
        return variant_title(self.t, known) if known else self.t("House rules")

    @property
    def pairing(self) -> Method:
        """How rounds are paired, and all that follows from it."""
        return of(self.tournament)

    @property
    def method(self) -> str:
        """What kind of tournament it is."""
        return method_title(self.t, self.tournament.method)

    @cached_property
    def _by_id(self) -> dict[str, str]:
        return {e.id: e.name for e in self.tournament.entrants}

    @cached_property
    def _substituted(self) -> frozenset[str]:
        return frozenset(e.id for e in self.tournament.entrants if e.substitutes)

    def name_of(self, who: str, number: int | None = None) -> str:
        """An entrant's name; in a round, of whoever sits there then."""
        if number is not None and who in self._substituted:
            return next(e for e in self.tournament.entrants if e.id == who).name_in(number)
        return self._by_id.get(who, who)

    def players_of(self, who: str, number: int | None = None) -> tuple[str, ...]:
        """The people of an entrant: a pair's two, where they are known or its name says so."""
        name = self.name_of(who, number)
        known = tuple(self.about.players.get(who, ()))
        if known and name == self._by_id.get(who):
            return known
        parts = tuple(part.strip() for part in name.split("&"))
        return parts if len(parts) > 1 and all(parts) else (name,)

    def sides(self, one: Round, table: Table) -> list[Side]:
        """The sides of a table with what they made."""
        won, scores = winner_of(table), shown_scores(table.result, len(table.sides))
        return [
            Side(ids, side_name(self, ids, one.number), scores[k] if scores else None, won == k, k in table.result.forfeit)
            for k, ids in enumerate(table.sides)
        ]

    @cached_property
    def standings(self) -> list[Row]:
        """The standings so far; none while a bracket cannot be drawn."""
        try:
            return director.standings(self.tournament)
        except TournamentError:
            return []

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The line of the standings on which each entrant stands: what cross-tables call them by."""
        order = [row.id for row in self.standings] or [e.id for e in self.tournament.ranked_by_seed]
        return {who: k for k, who in enumerate(order, 1)}

    @cached_property
    def ledger(self) -> Ledger:
        """Every entrant's rounds."""
        return ledger(self.tournament)

    @cached_property
    def bracket(self) -> PlayedBracket | None:
        """The bracket as far as it has been played."""
        try:
            return director.bracket(self.tournament)
        except TournamentError:
            return None

    @cached_property
    def planned(self) -> tuple[Draft, ...] | None:
        """All rounds of a movement that needs no results, as they were planned; None where each depends on the one before."""
        try:
            return director.schedule(self.tournament).rounds
        except TournamentError:
            return None

    @cached_property
    def match_points(self) -> dict[str, Fraction]:
        """Everyone's match points, of all stages together."""
        return match_points(self.ledger)

    def options_in(self, number: int) -> Options:
        """The options under which a round is played: its stage's."""
        one = next((r for r in self.rounds if r.number == number), None)
        return self.tournament.played_as(one.stage)[1] if one else self.tournament.options

    def match_in(self, number: int) -> Match:
        """How long a match of this round lasts."""
        return self.options_in(number).match

    def is_knockout(self, one: Round) -> bool:
        """Whether somebody has to win each table of this round."""
        return in_stage(self.tournament, one.stage).knockout

    def rules_for(self, sides: int) -> RuleSet:
        """The rules that a table of so many sides plays by."""
        return for_three_pairs(self.rules) if sides == 3 else self.rules

    def match_text(self, match: Match) -> str:
        """How long a match lasts, in words."""
        t = self.t
        if match.kind == "race":
            text = t("to %(points)s points") % {"points": self.rules.target}
        elif match.kind == "clock":
            one, several = t("1 minute, the hand in play is finished"), t("%(minutes)s minutes, the hand in play is finished")
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


def shown_scores(result: Result, sides: int) -> tuple[int, ...] | None:
    """What stands beside the names: games won where a match has several, else game points."""
    return games_won(result, sides) if len(result.games) > 1 else game_points(result)


def games_text(result: Result) -> str:
    """The games of a match of several: 205–140, 120–200."""
    shown = ((" – " if min(game) < 0 else "–").join(str(points).replace("-", MINUS) for points in game) for game in result.games)
    return ", ".join(shown) if len(result.games) > 1 else ""


def in_order(name: str) -> tuple[str, str]:
    """Sorts names as a reader looks for them: accents and case come last."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return plain.casefold(), name


PARTICLES = frozenset(("de", "du", "des", "la", "le", "les", "van", "von", "der", "den", "st", "st.", "ste", "saint", "sainte"))


def surname_first(name: str) -> str:
    """A person as a list by family names has them: LeBlanc, Marie-Claude; what stands in brackets stays at the end.

    The family name is the last word, with the particles before it; a single word stays as it is, as does a name with a comma.
    """
    bare, mark, more = name.partition(" (")
    words = bare.split()
    if len(words) < 2 or "," in bare:
        return name
    start = len(words) - 1
    while start > 1 and words[start - 1].casefold() in PARTICLES:
        start -= 1
    return f"{' '.join(words[start:])}, {' '.join(words[:start])}{mark}{more}"
