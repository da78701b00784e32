"""The facts of a tournament: entrants, options, seating and results. Everything else is derived."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated, NamedTuple, Self

from scorekeeper.pairing.record.decisions import TieDecision
from scorekeeper.pairing.record.shapes import ALONE, FLAT, WHEN_SET, Key, Many, Name, OneOf, Text, Whole

MOST_ROUNDS = 1000
LONGEST_NAME = 120
LONGEST_ID = 64

RoundNumber = Annotated[int, Whole(1, MOST_ROUNDS)]

HIGHEST_FIRST_TABLE = 999
"""The highest number that the tables of a round may start at."""

FINAL_LETTERS = "ABCDEF"
"""The names of finals played side by side, best first."""

DROP_ORDERS = ("far", "near")
"""Where losers of the main bracket drop in the losers' bracket: far from earlier opponents, or near."""


@dataclass(frozen=True, slots=True)
class MatchLength:
    """How long a match lasts.

    `kind`: `hands` for a fixed number, `race` to the rule set's target, or `clock` for `minutes`.
    `best_of`: the number of such games.
    """

    kind: str = "hands"
    hands: int | None = 8
    minutes: int | None = None
    best_of: int = 1


COUNT, COUNT_FROM_HALF, DO_NOT_COUNT = "count", "count_from_half", "do_not_count"
LEAVER_RESULTS = (COUNT_FROM_HALF, COUNT, DO_NOT_COUNT)
"""Whether the results of entrants who leave a round robin early count (tournament record, section 3). The default is first."""


@dataclass(frozen=True, slots=True)
class Points:
    """Match points for each result. `missed`: a bye in place of a match against an entrant who left a round robin early."""

    win: Fraction = Fraction(1)
    tie: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(1)
    forfeit: Fraction = Fraction(0)
    missed: Fraction = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Options:
    """How the tournament is run. Options of other methods have no effect.

    `drop_order`: one of DROP_ORDERS. None takes it from the recorded rounds, or `far` if they don't show it.
    """

    rounds: int | None = None
    match: MatchLength = field(default_factory=MatchLength)
    six_table: bool = False
    tiebreaks: tuple[str, ...] = ("match_points", "head_to_head", "buchholz", "margin", "points_for", "boxes")
    points: Points = field(default_factory=Points)
    margin_cap: int | None = None
    legs: int = 1
    leaver_results: str = COUNT_FROM_HALF
    third_place: bool = False
    consolation: bool = False
    grand_final_reset: bool = True
    drop_order: str | None = None
    individuals: bool = False
    losers: str = "stay"
    partners: str = "change"
    stages: tuple[Stage, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of a `stages` tournament.

    `pools`: number of round robins side by side, or 1 for a method played by all.
    `advance`: how many go from each pool to the next stage. `cut`: how many this stage takes from the one before.
    `options`: the stage's own, complete. `lower_finals`: if this stage is final A, finals B, C and so on, played
    at the same time. Each takes its `cut` from the entrants that the finals above leave; None takes all of them.
    """

    method: str
    options: Options
    pools: int = 1
    advance: int | None = None
    cut: int | None = None
    lower_finals: tuple[Stage, ...] = ()

    @property
    def finals(self) -> dict[str, Stage]:
        """Return finals A, B and so on by letter. Empty if the stage is not split into finals."""
        return dict(zip(FINAL_LETTERS, (self, *self.lower_finals), strict=False)) if self.lower_finals else {}


class Substitute(NamedTuple):
    """A player who replaces an entrant from a round on."""

    round: RoundNumber
    name: Annotated[str, Name(LONGEST_NAME)]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair or a player.

    `left`: the first round no longer played. `byes`, `absent`: rounds sat out with and without a bye.
    The record, the tournament's log, archives and the API take these fields from here.
    """

    id: Annotated[str, Text(LONGEST_ID)]
    name: Annotated[str, Name(LONGEST_NAME)]
    seed: Annotated[int, Whole(1, 1_000_000)] | None = None
    joined: RoundNumber = 1
    left: Annotated[int, Whole(1, MOST_ROUNDS + 1)] | None = None
    byes: Annotated[tuple[RoundNumber, ...], WHEN_SET, Many(MOST_ROUNDS)] = ()
    absent: Annotated[tuple[RoundNumber, ...], WHEN_SET, Many(MOST_ROUNDS)] = ()
    substitutes: Annotated[tuple[Substitute, ...], WHEN_SET, Many(100)] = ()

    def in_round(self, number: int) -> bool:
        """Return whether this entrant has joined, has not left and is not excused in this round."""
        return self.joined <= number and (self.left is None or number < self.left) and number not in self.absent

    def name_in(self, number: int) -> str:
        """Return the name of the entrant or substitute in this round."""
        return next((name for since, name in reversed(self.substitutes) if since <= number), self.name)

    @property
    def substitute_names(self) -> tuple[str, ...]:
        """Return the substitutes' names."""
        return tuple(one.name for one in self.substitutes)

    def with_substitute_names(self, called: Callable[[str], str]) -> Self:
        """Return the entrant with new names for substitutes."""
        return replace(self, substitutes=tuple(one._replace(name=called(one.name)) for one in self.substitutes))

    def with_substitute(self, since: int, name: str) -> Self:
        """Return the entrant with a substitute from round `since` on."""
        return replace(self, substitutes=(*(one for one in self.substitutes if one.round < since), Substitute(since, name)))


@dataclass(frozen=True, slots=True)
class Result:
    """How a table ended.

    `scores`: game points of each side. `winner`: the winning side if scores don't decide. `forfeit`: sides that did not
    play.
    """

    scores: Annotated[tuple[int, ...] | None, WHEN_SET] = None
    winner: Annotated[int | None, WHEN_SET] = None
    forfeit: Annotated[tuple[int, ...], WHEN_SET, ALONE] = ()
    boxes: Annotated[tuple[int, ...] | None, WHEN_SET] = None
    games: Annotated[tuple[tuple[int, ...], ...], WHEN_SET] = ()

    @property
    def known(self) -> bool:
        """Return whether the table has ended."""
        return self.scores is not None or self.winner is not None or bool(self.forfeit) or bool(self.games)


class Earlier(NamedTuple):
    """A result that was corrected, with the last round paired while it was valid."""

    until: Annotated[int, Key("round")]
    result: Annotated[Result, FLAT]


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a round.

    `pool`: the letter of its pool or final. `was`: results that were corrected. `made`: a cache for `results`, not a fact.
    """

    number: Annotated[int, Key("table")]
    sides: tuple[tuple[str, ...], ...]
    result: Annotated[Result, FLAT] = field(default_factory=Result)
    match: Annotated[str | None, WHEN_SET] = None
    pool: Annotated[str | None, WHEN_SET] = None
    was: Annotated[tuple[Earlier, ...], WHEN_SET] = ()
    made: object = field(default=None, init=False, repr=False, compare=False)

    def result_at(self, number: int) -> Result:
        """Return the result known when round `number` was paired."""
        return next((result for until, result in self.was if number <= until), self.result)

    @property
    def ids(self) -> tuple[str, ...]:
        """Return everyone at the table."""
        return tuple(i for side in self.sides for i in side)


@dataclass(frozen=True, slots=True)
class Round:
    """One round.

    `by_hand`: the director moved entrants, so it need not be the computed pairing.
    `ahead`: bracket matches were started while others were being played, so it need not have all that were due.
    `first_table`: the number that its tables start at.
    """

    number: Annotated[int, Key("round")]
    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()
    stage: Annotated[int, WHEN_SET] = 1
    by_hand: Annotated[bool, WHEN_SET] = False
    ahead: Annotated[bool, WHEN_SET] = False
    first_table: Annotated[int, WHEN_SET, Whole(1, HIGHEST_FIRST_TABLE)] = 1


def draw_of(rounds: Sequence[Round]) -> Round:
    """Return the first round with every table of a bracket's draw.

    A table that was still being played when more were started may have moved to a later round.
    """
    first, *later = rounds
    gone_on = tuple(t for r in later for t in r.tables if (t.match or "").startswith("W1."))
    return replace(first, tables=(*first.tables, *gone_on)) if gone_on else first


WARNING, GAME_POINTS, MATCH_POINTS, AWARDED, FORFEIT, DISQUALIFIED = (
    "warning",
    "game_points",
    "match_points",
    "awarded",
    "forfeit",
    "disqualified",
)
PENALTY_KINDS = (WARNING, GAME_POINTS, MATCH_POINTS, AWARDED, FORFEIT, DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty for an entrant in a round (tournament record, section 6). `points`: game or match points, by its kind."""

    round: RoundNumber
    entrant: Annotated[str, Text(LONGEST_ID)]
    kind: Annotated[str, OneOf(PENALTY_KINDS)]
    points: Fraction = Fraction(0)
    reason: Annotated[str, WHEN_SET] = ""
    rule: Annotated[str | None, WHEN_SET] = None


@dataclass(frozen=True, slots=True)
class ApartRule:
    """A rule to keep any two of `who` apart (tournament record, section 6, *meetings*).

    `rule`: never, rather_not or not_round_1. `role`: as partners, as opponents, or None for both.
    """

    who: frozenset[str]
    rule: str
    role: str | None = None


@dataclass(frozen=True, slots=True)
class FixedPlace:
    """An entrant's place in every round (tournament record, section 6): a table, or a side (0 is N–S)."""

    entrant: str
    table: int | None = None
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """A whole tournament.

    `rules`: the rule set as the record names it. This layer never looks inside.
    `penalties`: only penalties in match points are still to be counted. All others are already in the tables and entrants.
    `first_table`: the number that the tables of the next rounds start at.
    """

    method: str
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...] = ()
    options: Options = field(default_factory=Options)
    seed: int = 0
    name: str = ""
    rules: object = "standard"
    penalties: tuple[Penalty, ...] = ()
    apart: tuple[ApartRule, ...] = ()
    places: tuple[FixedPlace, ...] = ()
    decided: tuple[TieDecision, ...] = ()
    first_table: int = 1

    def played_as(self, stage: int, pool: str | None = None) -> tuple[str, Options]:
        """Return the method and options of a stage, or the tournament's if there are no stages.

        `pool`: a table's pool or final. Without it, the answer for a stage of several finals is final A's.
        """
        if not self.options.stages:
            return self.method, self.options
        found = self.options.stages[stage - 1]
        found = found.finals.get(pool or "", found)
        return found.method, found.options

    @property
    def ranked_by_seed(self) -> tuple[Entrant, ...]:
        """Return entrants by seed. Unseeded entrants follow in order of entry."""
        unseeded = len(self.entrants) + max((e.seed or 0 for e in self.entrants), default=0)
        return tuple(sorted(self.entrants, key=lambda e: unseeded if e.seed is None else e.seed))

    def present(self, number: int) -> list[Entrant]:
        """Return the entrants present in a round, by seed."""
        return [e for e in self.ranked_by_seed if e.in_round(number)]

    @property
    def next_number(self) -> int:
        """Return the number of the next round."""
        return self.rounds[-1].number + 1 if self.rounds else 1

    def before(self, number: int) -> Tournament:
        """Return the tournament as it was when round `number` was paired, with the results known then."""
        rounds = tuple(_round_as_of(r, number) for r in self.rounds if r.number < number)
        return replace(self, rounds=rounds, penalties=tuple(p for p in self.penalties if p.round < number))


def _round_as_of(one: Round, number: int) -> Round:
    """Return a round as it was when round `number` was paired. Without corrections it is the same object."""
    if not any(t.was for t in one.tables):
        return one
    return replace(one, tables=tuple(replace(t, result=t.result_at(number), was=()) if t.was else t for t in one.tables))


def unfinished_tables(rounds: Iterable[Round]) -> list[tuple[int, int]]:
    """Return the tables still being played, as (round, table)."""
    return [(r.number, t.number) for r in rounds for t in r.tables if not t.result.known]
