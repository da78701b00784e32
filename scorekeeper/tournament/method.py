"""How a pairing method is declared: one object a method, in `methods/`; whoever must know how an event is played asks it.

What a method is stands as facts (how many sit on a side, whether results matter, whether losers are out), what can be set as
options of the engine's kinds, what it does as functions. Those of the tournament record, section 1, are here, and any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from scorekeeper.engine.options import Choice, Flag, Limit, Option
from scorekeeper.tournament import check_counting, errors
from scorekeeper.tournament.bracket import PlayedBracket
from scorekeeper.tournament.draft import RoundDraft
from scorekeeper.tournament.evening import Evening, Proposal
from scorekeeper.tournament.record import MOST_ROUNDS, Options, Round, Stage, Tournament
from scorekeeper.tournament.results import Outcomes, ledger
from scorekeeper.tournament.standings import StandingRow, ranked
from scorekeeper.wording.marks import N_

SECTION = "tournament record, section 1"
"""What every option of a method is for."""

INDIVIDUAL_ORDER = ("match_points", "points_for", "margin", "boxes")
"""Of single players: whom they meet is luck, because partners and opponents change, so Buchholz says nothing."""

Fault = tuple[str, Mapping[str, object]]
Planned = tuple[Sequence[tuple[tuple[str, ...], ...]], Sequence[str]]
"""A round as it is planned: the sides at each table, and who sits out."""


class Standard(Flag):
    """Done, unless it is turned off."""

    def __init__(self, *, rule: str) -> None:
        super().__init__(rule=rule)
        self.default = True


class FromRounds(Choice):
    """One of a few values; where nothing is said (null), the recorded rounds tell which."""

    nullable = True

    def settle(self, values: Mapping[str, object]) -> object:
        """Nothing: it is not known before a round was drawn."""
        return None


@dataclass(frozen=True)
class Label:
    """An option on a form: its name, and each value of one that is chosen from a few. Message ids."""

    title: str
    choices: Mapping[object, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """All rounds of a movement that needs no results, by pool (None: there is but one); `made_by`: plan, whist or search."""

    pools: tuple[tuple[str | None, Sequence[Planned]], ...]
    made_by: str = "plan"


@dataclass(frozen=True)
class Judged:
    """What a check knows beside the rounds of a stage: the whole tournament, the round as it stands in that, whether the seeds
    are known for sure (`drawn`), and among how many entrants every pair is weighed (`most`).
    """

    tournament: Tournament
    round: Round
    drawn: bool
    most: int


class Method:
    """A pairing method. Class attributes say what it is; an `Option` among them is something that can be set, in that order."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    blurb: ClassVar[str] = ""
    """A sentence: what one gets. These, and all texts below, are message ids."""

    order_of_entry: ClassVar[str] = ""
    """What hangs on the order of entry, where something does."""

    losses: ClassVar[int] = 0
    """How many put an entrant out; 0: nobody is put out."""
    staged: ClassVar[bool] = False
    """Whether it is made of stages, each played by another method."""
    by_results: ClassVar[bool] = True
    """Whether who meets whom hangs on results."""
    endless: ClassVar[bool] = False
    """Whether a stage of it has to be told how many rounds there are."""
    all_meet: ClassVar[bool] = False
    """Whether everyone meets everyone; then it can be played in pools."""
    threes: ClassVar[bool] = False
    """Whether three sides may sit at one table."""
    fields: ClassVar[Mapping[str, str]] = {}
    """Fields that are ranked apart, each with its winner: what they are called, by the code that standings have."""

    later: ClassVar[frozenset[str]] = frozenset({"rounds"})
    """Options that can change once a round was published."""
    heading: ClassVar[str] = ""
    """Over its options on a form, where they stand apart from the number of rounds."""
    labels: ClassVar[Mapping[str, Label]] = {}
    """The options that a form shows; one without a label is for records alone."""
    reasons: ClassVar[Mapping[str, str]] = {}
    """Why a table, a bye or a round is as it is, by code."""
    problems: ClassVar[Mapping[str, str]] = {}
    """What its check finds, by rule."""
    counted: ClassVar[Mapping[str, str]] = {}
    """By code, the number that a sentence agrees with."""
    offered: ClassVar[Mapping[str, str]] = {}
    """Why one would choose it, by the code of a proposal."""

    options: ClassVar[Mapping[str, Option]] = {}

    def __init_subclass__(cls) -> None:
        """Collect the options: those of the classes it is made from, then its own."""
        kinds = (vars(kind) for kind in reversed(cls.__mro__))
        cls.options = {name: value for kind in kinds for name, value in kind.items() if isinstance(value, Option)}

    @property
    def knockout(self) -> bool:
        """Whether somebody has to win each table, because losers are out."""
        return self.losses > 0

    @property
    def drops(self) -> bool:
        """Whether losers go on in a bracket of their own."""
        return self.losses > 1

    @property
    def drawn(self) -> bool:
        """Whether who plays is settled by a draw: nobody comes in later, and not everybody has a seat in each round."""
        return self.knockout or self.staged

    @property
    def shown(self) -> tuple[str, ...]:
        """The options on its form."""
        return tuple(name for name in self.options if name in self.labels)

    def side(self, options: Options) -> int:
        """How many entrants sit on a side: one (a pair), or two (single players)."""
        return 1

    @property
    def enter(self) -> tuple[str, ...]:
        """Return who can enter: `pairs`, `players` (single ones), or either where an option says which."""
        sides = {self.side(Options(individuals=alone)) for alone in (False, True)}
        return tuple(name for size, name in ((1, "pairs"), (2, "players")) if size in sides)

    def usual_tiebreaks(self, individuals: bool = False) -> tuple[str, ...]:
        """Return the order of the standings where nothing is said (tournament record, section 3)."""
        return INDIVIDUAL_ORDER if self.side(Options(individuals=individuals)) > 1 else Options().tiebreaks

    def seats(self, options: Options) -> int:
        """How many entrants a table of two sides has; so many are needed."""
        return 2 * self.side(options)

    def place_title(self, side: int, place: int) -> str:
        """What a seat is called, as a message id, where it matters who sits on which side or is named first; else nothing."""
        return ""

    def usual_rounds(self, entrants: int) -> int | None:
        """How many rounds are usual among so many; None where the method ends by itself."""
        return None

    def usual(self, entrants: int, rounds: int | None = None) -> Options:
        """What is usual for so many entrants, in so many rounds if that is asked for."""
        return Options(rounds=rounds or self.usual_rounds(entrants), tiebreaks=self.usual_tiebreaks())

    def in_rounds(self, options: Options, rounds: int) -> Options:
        """The same options with another number of rounds."""
        return replace(options, rounds=rounds)

    def offers(self, evening: Evening) -> Iterable[Proposal]:
        """Formats by this method that would do for an evening."""
        return ()

    def pair(self, tournament: Tournament) -> RoundDraft:
        """The round to come. Raises what `director.next_round` raises."""
        raise NotImplementedError

    def plan(self, tournament: Tournament) -> Plan:
        """All rounds; raises `schedule` where rounds depend on results."""
        raise errors.Illegal("schedule", 0, method=self.name)

    def rounds_in_all(self, tournament: Tournament) -> int | None:
        """How many rounds there will be; None where that is not known in advance."""
        return tournament.options.rounds

    def early_leavers(self, tournament: Tournament) -> list[tuple[Options, dict[str, bool]]]:
        """Return, under the options of their part, who left a round robin early and whether their results count."""
        return []

    def ledger(self, tournament: Tournament) -> Outcomes:
        """Return every entrant's rounds as they count."""
        return ledger(tournament)

    def standings(self, tournament: Tournament) -> list[StandingRow]:
        """The standings so far."""
        return ranked(tournament)

    def pool_tables(self, tournament: Tournament) -> list[list[StandingRow]]:
        """Return the standings of each pool of the stages that are over."""
        return []

    def bracket(self, tournament: Tournament) -> PlayedBracket | None:
        """The bracket as far as it has been played; None if there is none."""
        return None

    def check(self, tournament: Tournament, one: Round, judged: Judged) -> Iterator[Fault]:
        """What is wrong with who meets whom in a round of a stage or pool, given those before it. Shares no code with `pair`."""
        raise NotImplementedError

    def counting(self, tournament: Tournament) -> check_counting.Counting:
        """Return everyone's rounds, computed for the check without the code of `ledger`."""
        return check_counting.Counting(tournament)

    def recount(self, tournament: Tournament) -> list[check_counting.RankedLine]:
        """The ranking worked out anew for the check; shares no code with `standings`."""
        return check_counting.recounted(tournament)


class InRounds(Method):
    """A method that is told how many rounds to play, or plays all that it has."""

    labels = {"rounds": Label(N_("Rounds"))}

    rounds = Limit(None, low=1, high=MOST_ROUNDS, unit="rounds", rule=SECTION)


METHODS: dict[str, Method] = {}
"""Every method by the name that the record has for it, in the order in which they are offered; `methods/` fills it."""


def named(name: str) -> Method:
    """The method of this name. Raises KeyError for one that is none."""
    return METHODS[name]


def find(name: object) -> Method | None:
    """The method of this name; None where it is none, whatever was read."""
    return METHODS.get(name) if isinstance(name, str) else None


def of(played: Tournament | Stage) -> Method:
    """How a tournament, or a stage, is played."""
    return METHODS[played.method]


def in_stage(tournament: Tournament, stage: int) -> Method:
    """How a stage is played (from 1); without stages, how the tournament is."""
    return METHODS[tournament.played_as(stage)[0]]
