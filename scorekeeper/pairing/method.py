"""The interface of a pairing method. Each method is one object in `methods/`, and other code asks it how an event is played.

A method's properties are attributes (the size of a side, whether results matter, whether losers are out), its settings are
the engine's options, and its actions are functions. The methods cover every format in the tournament record, section 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from scorekeeper.engine.options import Choice, Flag, Limit, Option
from scorekeeper.messages.marks import N_
from scorekeeper.pairing import recount
from scorekeeper.pairing.duration_estimate import Evening, Proposal
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.bracket import PlayedBracket, StageBracket
from scorekeeper.pairing.record.draft import RoundDraft
from scorekeeper.pairing.record.record import MOST_ROUNDS, Options, Round, Stage, Tournament
from scorekeeper.pairing.standings.results import Outcomes, ledger
from scorekeeper.pairing.standings.standings import StandingRow, rank_tournament
from scorekeeper.pairing.standings.what_counts import WHAT_COUNTS, WINS

SECTION = "tournament record, section 1"
"""The citation for every option of a method."""

INDIVIDUAL_ORDER = WHAT_COUNTS[WINS]
"""Tie-breaks for single players. Buchholz would be luck, because partners and opponents change."""

ALL_PLAY, A_FINAL, TWO_CHANCES, UP_AND_DOWN = "all_play", "final", "two_chances", "up_and_down"
WISHES: Mapping[str, str] = {
    ALL_PLAY: N_("Everyone plays to the end"),
    A_FINAL: N_("A final"),
    TWO_CHANCES: N_("Two chances"),
    UP_AND_DOWN: N_("Move up and down"),
}
"""What a club wants from an afternoon, in the order asked. These are message ids."""

Fault = tuple[str, Mapping[str, object]]
Planned = tuple[Sequence[tuple[tuple[str, ...], ...]], Sequence[str]]
"""A planned round: the sides at each table, and who sits out."""


class DefaultOnFlag(Flag):
    """A flag that is on by default."""

    def __init__(self, *, rule: str) -> None:
        super().__init__(rule=rule)
        self.default = True


class ShownByRounds(Choice):
    """A choice of a few values. If it is null, the recorded rounds show the value."""

    nullable = True

    def settle(self, values: Mapping[str, object]) -> object:
        """Return None, because the value is unknown until a round has been drawn."""
        return None


@dataclass(frozen=True)
class Label:
    """An option's name on a form, and a name for each of its values. These are message ids."""

    title: str
    choices: Mapping[object, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """All rounds of a movement that needs no results, by pool (None without pools). `made_by`: plan, whist or search."""

    pools: tuple[tuple[str | None, Sequence[Planned]], ...]
    made_by: str = "plan"


@dataclass(frozen=True)
class CheckContext:
    """What a check knows in addition to a stage's rounds.

    `tournament`: the whole tournament. `round`: the round as recorded in it.
    `drawn`: whether the seeds are certain. `most`: the number of entrants up to which every pair is weighed.
    """

    tournament: Tournament
    round: Round
    drawn: bool
    most: int


class Method:
    """A pairing method. Its properties are class attributes; each `Option` among them is a setting, in that order."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    blurb: ClassVar[str] = ""
    """A sentence that says what the method offers. This and all texts below are message ids."""

    wish: ClassVar[str] = ALL_PLAY
    """What the club wants from the afternoon: one of `WISHES`."""

    order_of_entry: ClassVar[str] = ""
    """How the order of entry matters, if it does."""

    losses: ClassVar[int] = 0
    """The number of losses that put an entrant out, or 0 if none do."""
    staged: ClassVar[bool] = False
    """Whether it consists of stages, each played by another method."""
    by_results: ClassVar[bool] = True
    """Whether pairings depend on results."""
    endless: ClassVar[bool] = False
    """Whether a stage of it needs a number of rounds."""
    all_meet: ClassVar[bool] = False
    """Whether everyone meets everyone. Such a method can be played in pools."""
    threes: ClassVar[bool] = False
    """Whether three sides may sit at one table."""
    fields: ClassVar[Mapping[str, str]] = {}
    """Titles of fields that are ranked separately, each with its own winner, by their code in the standings."""

    later: ClassVar[frozenset[str]] = frozenset({"rounds"})
    """Options that may change after a round was published."""
    heading: ClassVar[str] = ""
    """The heading of its options on a form, if they are separate from the number of rounds."""
    labels: ClassVar[Mapping[str, Label]] = {}
    """The options shown on a form. An option without a label is for records only."""
    reasons: ClassVar[Mapping[str, str]] = {}
    """Reasons for a table, a bye or a round, by code."""
    problems: ClassVar[Mapping[str, str]] = {}
    """Problems that its check finds, by rule."""
    counted: ClassVar[Mapping[str, str]] = {}
    """The number that a sentence agrees with, by code."""
    offered: ClassVar[Mapping[str, str]] = {}
    """Reasons to choose it, by a proposal's code."""

    options: ClassVar[Mapping[str, Option]] = {}

    def __init_subclass__(cls) -> None:
        """Collect the options of the base classes, then its own."""
        kinds = (vars(kind) for kind in reversed(cls.__mro__))
        cls.options = {name: value for kind in kinds for name, value in kind.items() if isinstance(value, Option)}

    @property
    def knockout(self) -> bool:
        """Return whether each table needs a winner, because losers are out."""
        return self.losses > 0

    @property
    def drops(self) -> bool:
        """Return whether losers continue in their own bracket."""
        return self.losses > 1

    @property
    def has_draw(self) -> bool:
        """Return whether a draw decides who plays. Then there is no late entry, and a round need not include everyone."""
        return self.knockout or self.staged

    @property
    def form_options(self) -> tuple[str, ...]:
        """Return the options on its form."""
        return tuple(name for name in self.options if name in self.labels)

    def side(self, options: Options) -> int:
        """Return the number of entrants on a side: one (a pair) or two (single players)."""
        return 1

    @property
    def enter(self) -> tuple[str, ...]:
        """Return who can enter: `pairs`, `players` (single ones), or both if an option decides."""
        sides = {self.side(Options(individuals=alone)) for alone in (False, True)}
        return tuple(name for size, name in ((1, "pairs"), (2, "players")) if size in sides)

    def usual_tiebreaks(self, individuals: bool = False) -> tuple[str, ...]:
        """Return the default tie-breaks (tournament record, section 3)."""
        return INDIVIDUAL_ORDER if self.side(Options(individuals=individuals)) > 1 else Options().tiebreaks

    def seats(self, options: Options) -> int:
        """Return the number of entrants at a table of two sides, which is also the least that can play."""
        return 2 * self.side(options)

    def place_title(self, side: int, place: int) -> str:
        """Return the message id for a seat's name, empty if it does not matter who sits where."""
        return ""

    def usual_rounds(self, entrants: int) -> int | None:
        """Return the usual number of rounds, or None if the method ends on its own."""
        return None

    def usual(self, entrants: int, rounds: int | None = None) -> Options:
        """Return the usual options for this number of entrants, with `rounds` if given."""
        return Options(rounds=rounds or self.usual_rounds(entrants), tiebreaks=self.usual_tiebreaks())

    def in_rounds(self, options: Options, rounds: int) -> Options:
        """Return the options with another number of rounds."""
        return replace(options, rounds=rounds)

    def offers(self, evening: Evening) -> Iterable[Proposal]:
        """Yield formats of this method that suit an evening."""
        return ()

    def pair(self, tournament: Tournament) -> RoundDraft:
        """Return a draft of the next round. Raises the errors of `director.next_round`."""
        raise NotImplementedError

    def plan(self, tournament: Tournament) -> Plan:
        """Return all rounds. Raises `schedule` if rounds depend on results."""
        raise errors.Illegal("schedule", 0, method=self.name)

    def rounds_in_all(self, tournament: Tournament) -> int | None:
        """Return the total number of rounds, or None if it is not known in advance."""
        return tournament.options.rounds

    def early_leavers(self, tournament: Tournament) -> list[tuple[Options, dict[str, bool]]]:
        """Return, for each part with its options, who left a round robin early and whether their results count."""
        return []

    def ledger(self, tournament: Tournament) -> Outcomes:
        """Return every entrant's rounds as they count."""
        return ledger(tournament)

    def standings(self, tournament: Tournament) -> list[StandingRow]:
        """Return the current standings."""
        return rank_tournament(tournament)

    def pool_tables(self, tournament: Tournament) -> list[list[StandingRow]]:
        """Return the standings of each pool of the finished stages."""
        return []

    def bracket(self, tournament: Tournament) -> PlayedBracket | None:
        """Return the bracket so far, or None if there is none."""
        return None

    def brackets(self, tournament: Tournament) -> list[StageBracket]:
        """Return the brackets of the current stage: one for each final that is a knock-out."""
        found = self.bracket(tournament)
        return [] if found is None else [StageBracket(found)]

    def takes_late(self, tournament: Tournament) -> bool:
        """Return whether entrants can still join after the first round."""
        return not self.has_draw

    def check(self, tournament: Tournament, one: Round, judged: CheckContext) -> Iterator[Fault]:
        """Yield the faults in a round's pairings, given the earlier rounds. Shares no code with `pair`."""
        raise NotImplementedError

    def counting(self, tournament: Tournament) -> recount.Counting:
        """Return everyone's rounds for the check, computed without the code of `ledger`."""
        return recount.Counting(tournament)

    def recount(self, tournament: Tournament) -> list[recount.RankedLine]:
        """Return the ranking for the check, computed without the code of `standings`."""
        return recount.recount_ranking(tournament)


class RoundsMethod(Method):
    """A method that plays a set number of rounds, or all it has."""

    labels = {"rounds": Label(N_("Rounds"))}

    rounds = Limit(None, low=1, high=MOST_ROUNDS, unit="rounds", rule=SECTION)


METHODS: dict[str, Method] = {}
"""Every method by its name in the record, in the order shown. `methods/` fills it."""


def method_named(name: str) -> Method:
    """Return the method with this name. Raises KeyError for an unknown name."""
    return METHODS[name]


def find_method(name: object) -> Method | None:
    """Return the method with this name, or None if it is unknown or not a string."""
    return METHODS.get(name) if isinstance(name, str) else None


def method_of(played: Tournament | Stage) -> Method:
    """Return the method of a tournament or stage."""
    return METHODS[played.method]


def method_in_stage(tournament: Tournament, stage: int, pool: str | None = None) -> Method:
    """Return the method of a stage (from 1) or one of its finals, or the tournament's if there are no stages."""
    return METHODS[tournament.played_as(stage, pool)[0]]
