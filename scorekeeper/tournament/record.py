"""The facts of a tournament: who entered, under which options, who sat where and how it ended. All else is derived."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated, NamedTuple, Self

from scorekeeper.tournament.shapes import ALONE, FLAT, WHEN_SET, Key, Many, Name, Text, Whole

MOST_ROUNDS = 1000
LONGEST_NAME = 120
LONGEST_ID = 64

RoundNumber = Annotated[int, Whole(1, MOST_ROUNDS)]

DROP_ORDERS = ("far", "near")
"""Into which places of the losers' bracket those who lose in the main one drop: far from whom they met, or next door."""


@dataclass(frozen=True, slots=True)
class MatchLength:
    """How long a match lasts: `hands` played, a `race` to the rule set's target, or a `clock` of `minutes`;
    `best_of` such games.
    """

    kind: str = "hands"
    hands: int | None = 8
    minutes: int | None = None
    best_of: int = 1


COUNT, COUNT_FROM_HALF, DO_NOT_COUNT = "count", "count_from_half", "do_not_count"
LEAVER_RESULTS = (COUNT_FROM_HALF, COUNT, DO_NOT_COUNT)
"""Whether the results of an entrant who leaves a round robin early count (tournament record, section 3), the usual first."""


@dataclass(frozen=True, slots=True)
class Points:
    """Match points of each result. `missed`: of a bye in place of a match against an entrant who left a round robin early."""

    win: Fraction = Fraction(1)
    tie: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(1)
    forfeit: Fraction = Fraction(0)
    missed: Fraction = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Options:
    """How the tournament is run. What concerns another method than the one chosen changes nothing.

    `drop_order`: one of DROP_ORDERS; None: as the recorded rounds show, and far where they do not tell.
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

    `pools` round robins side by side (`advance` from each to the next stage), or one method among all; `cut`: how many the
    stage takes from the one before. `options`: the stage's own, complete.
    """

    method: str
    options: Options
    pools: int = 1
    advance: int | None = None
    cut: int | None = None


class Substitute(NamedTuple):
    """Who sits on an entrant's chair from a round on."""

    round: RoundNumber
    name: Annotated[str, Name(LONGEST_NAME)]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair or a player. `left` is the first round no longer played; `byes` and `absent` are rounds sat out
    with and without a bye.

    Declared once: the record, the tournament's log, archives and the API have its fields from here.
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
        """Whether this entrant has come, has not left, and is not excused in this round."""
        return self.joined <= number and (self.left is None or number < self.left) and number not in self.absent

    def name_in(self, number: int) -> str:
        """Who sits there in this round, substitutes counted."""
        return next((name for since, name in reversed(self.substitutes) if since <= number), self.name)

    @property
    def stand_ins(self) -> tuple[str, ...]:
        """The names of those who sat there instead."""
        return tuple(one.name for one in self.substitutes)

    def with_stand_ins_called(self, called: Callable[[str], str]) -> Self:
        """The same, with whoever sat there instead called otherwise."""
        return replace(self, substitutes=tuple(one._replace(name=called(one.name)) for one in self.substitutes))

    def with_substitute(self, since: int, name: str) -> Self:
        """The same with somebody else on that chair from round `since` on."""
        return replace(self, substitutes=(*(one for one in self.substitutes if one.round < since), Substitute(since, name)))


@dataclass(frozen=True, slots=True)
class Result:
    """How a table ended: game points of each side, `winner` where they do not say, `forfeit` the sides that did not play."""

    scores: Annotated[tuple[int, ...] | None, WHEN_SET] = None
    winner: Annotated[int | None, WHEN_SET] = None
    forfeit: Annotated[tuple[int, ...], WHEN_SET, ALONE] = ()
    boxes: Annotated[tuple[int, ...] | None, WHEN_SET] = None
    games: Annotated[tuple[tuple[int, ...], ...], WHEN_SET] = ()

    @property
    def known(self) -> bool:
        """Whether the table has ended."""
        return self.scores is not None or self.winner is not None or bool(self.forfeit) or bool(self.games)


class Earlier(NamedTuple):
    """A result that was corrected, with the last round that was paired while it stood."""

    until: Annotated[int, Key("round")]
    result: Annotated[Result, FLAT]


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a round. `was`: results corrected later.

    `made`: what `results` has worked out of it before; no fact.
    """

    number: Annotated[int, Key("table")]
    sides: tuple[tuple[str, ...], ...]
    result: Annotated[Result, FLAT] = field(default_factory=Result)
    match: Annotated[str | None, WHEN_SET] = None
    pool: Annotated[str | None, WHEN_SET] = None
    was: Annotated[tuple[Earlier, ...], WHEN_SET] = ()
    made: object = field(default=None, init=False, repr=False, compare=False)

    def result_at(self, number: int) -> Result:
        """The result as it stood when round `number` was paired."""
        return next((result for until, result in self.was if number <= until), self.result)

    @property
    def ids(self) -> tuple[str, ...]:
        """Everyone at the table."""
        return tuple(i for side in self.sides for i in side)


@dataclass(frozen=True, slots=True)
class Round:
    """One round. `by_hand`: the director moved somebody, so nobody should expect the computed pairing.

    `ahead`: in a bracket, matches were begun in it while others were being played, so that it need not hold all that were due.
    """

    number: Annotated[int, Key("round")]
    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()
    stage: Annotated[int, WHEN_SET] = 1
    by_hand: Annotated[bool, WHEN_SET] = False
    ahead: Annotated[bool, WHEN_SET] = False


def draw_of(rounds: Sequence[Round]) -> Round:
    """The first of these rounds with every table of a bracket's draw: one that was still being played when more were begun has
    gone on in a later round.
    """
    first, *later = rounds
    gone_on = tuple(t for r in later for t in r.tables if (t.match or "").startswith("W1."))
    return replace(first, tables=(*first.tables, *gone_on)) if gone_on else first


@dataclass(frozen=True, slots=True)
class Penalty:
    """What an entrant pays in a round (tournament record, section 6): `points` in game or match points, by its kind."""

    round: int
    entrant: str
    kind: str
    points: Fraction = Fraction(0)
    reason: str = ""
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class ApartRule:
    """Whom not to bring together (tournament record, section 6, *meetings*): any two of `who`.

    `rule`: never, rather_not or not_round_1; `role`: as partners, as opponents, or (None) as either.
    """

    who: frozenset[str]
    rule: str
    role: str | None = None


@dataclass(frozen=True, slots=True)
class FixedPlace:
    """Where an entrant sits in every round in which it plays (tournament record, section 6): at a table, on a side (0: N–S)."""

    entrant: str
    table: int | None = None
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """A whole tournament. `rules` is the rule set as the record names it: this layer never looks inside.

    `penalties`: those in match points are still to be counted; what the others come to is in the tables and entrants already.
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

    def played_as(self, stage: int) -> tuple[str, Options]:
        """The method and the options of a stage: its own; without stages those of the tournament."""
        if not self.options.stages:
            return self.method, self.options
        return self.options.stages[stage - 1].method, self.options.stages[stage - 1].options

    @property
    def ranked_by_seed(self) -> tuple[Entrant, ...]:
        """Entrants by seed; those without one follow in order of entry."""
        unseeded = len(self.entrants) + max((e.seed or 0 for e in self.entrants), default=0)
        return tuple(sorted(self.entrants, key=lambda e: unseeded if e.seed is None else e.seed))

    def present(self, number: int) -> list[Entrant]:
        """Who is there in a round, by seed."""
        return [e for e in self.ranked_by_seed if e.in_round(number)]

    @property
    def next_number(self) -> int:
        """The number of the round to come."""
        return self.rounds[-1].number + 1 if self.rounds else 1

    def before(self, number: int) -> Tournament:
        """The tournament as it stood when round `number` was paired: later rounds gone, corrected results as they were then."""
        rounds = tuple(_at(r, number) for r in self.rounds if r.number < number)
        return replace(self, rounds=rounds, penalties=tuple(p for p in self.penalties if p.round < number))


def _at(one: Round, number: int) -> Round:
    """A round as it stood when round `number` was paired; itself where nothing was corrected: every check of a round asks it."""
    if not any(t.was for t in one.tables):
        return one
    return replace(one, tables=tuple(replace(t, result=t.result_at(number), was=()) if t.was else t for t in one.tables))


def unfinished(rounds: Iterable[Round]) -> list[tuple[int, int]]:
    """Tables still being played, as (round, table)."""
    return [(r.number, t.number) for r in rounds for t in r.tables if not t.result.known]
