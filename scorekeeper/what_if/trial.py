"""Try one recorded game under other rules: who wins, in how many hands, and how often a side goes into the box."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.engine.errors import UnsoundRules
from scorekeeper.engine.replay.ledger import UNSCORABLE, status_of
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.rulings.rescore import compare, same_seats

TYPE_CHECKING = False  # loaded by phones
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.events import Event
    from scorekeeper.engine.scored_game import Hand, Replay
    from scorekeeper.rulings.rescore import Comparison

SAME = "same"
TURNED = "turned"
OPEN = "open"
DECIDED = "decided"
UNFINISHED = "unfinished"
UNKNOWN = "unknown"
SEATS = "seats"
UNSOUND = "unsound"
UNSCORED = "unscored"
DECIDABLE_FATES = (SAME, TURNED, OPEN, DECIDED, UNFINISHED)
"""The fates of games whose every recorded hand can be scored under the other rules."""
FATES = (*DECIDABLE_FATES, UNKNOWN, SEATS, UNSOUND, UNSCORED)
"""What may become of a game.

In order: the same side wins; another side wins; won as played, but not over under the other rules; the reverse; won under
neither; the record doesn't say; the seats or sides differ; the change makes the game's rules unsound; the game can't be
scored under its own rules.
"""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """What a replay needs of a recorded game. `label` is the caller's name for it."""

    label: str
    rules: RuleSet
    players: tuple[str, ...]
    first_dealer: int
    events: Sequence[Event]
    start_scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesChange:
    """A change to try on each game: other rules (None for the game's own) and changed options."""

    rules: RuleSet | None = None
    options: dict[str, object] = field(default_factory=dict)
    _made: dict[RuleSet, RuleSet | None] = field(default_factory=dict)

    @property
    def nothing(self) -> bool:
        """Return whether every game keeps its own rules."""
        return self.rules is None and not self.options

    def of(self, recorded: RuleSet) -> RuleSet | None:
        """Return the rules to try a game under, or None if they would be unsound."""
        base = self.rules or recorded
        if not self.options:
            return base
        if base not in self._made:
            try:
                self._made[base] = base.with_options(**self.options)
            except UnsoundRules:
                self._made[base] = None
        return self._made[base]


@dataclass(frozen=True, slots=True)
class TrialSheet:
    """A game's result under one set of rules.

    `winners`: sides, empty until the game is over.
    `games`: how many games it counts for.
    `hands`: number of hands played.
    `boxed`: how often each side went below zero.
    `scores`: final scores.
    """

    winners: tuple[int, ...]
    games: int
    hands: int
    boxed: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def margin(self) -> int:
        """Return the winners' lead over the best other side, or 0 if no side or every side has won."""
        others = [score for side, score in enumerate(self.scores) if side not in self.winners]
        if not self.winners or not others:
            return 0
        return min([self.scores[side] for side in self.winners]) - max(others)


@dataclass(frozen=True, slots=True)
class Trial:
    """A game under both rules.

    `sides`: names by side at the start.
    `then`, `now`: results as played and under the other rules; `now` is None unless the fate is in `DECIDABLE_FATES`.
    `changed`: number of hands that score differently.
    `unknown_from`, `unknown`: the first event that can't be scored, and the error's code.
    """

    label: str
    fate: str
    sides: tuple[tuple[str, ...], ...]
    then: TrialSheet | None = None
    now: TrialSheet | None = None
    changed: int = 0
    unknown_from: int | None = None
    unknown: str = ""

    @property
    def longer(self) -> int | None:
        """Return how many more hands the game takes, negative for fewer. None unless it was won under both rules."""
        if self.then is None or self.now is None or self.fate not in (SAME, TURNED):
            return None
        return self.now.hands - self.then.hands


def try_out(game: RecordedGame, change: RulesChange) -> tuple[Trial, Comparison | None]:
    """Return a game's trial under other rules, and the comparison of replays, or None if nothing can be compared."""
    sides = tuple([tuple([game.players[seat] for seat in side]) for side in game.rules.table.sides])
    other = change.of(game.rules)
    if other is None:
        return Trial(game.label, UNSOUND, sides), None
    if not same_seats(game.rules, other):
        return Trial(game.label, SEATS, sides), None
    comparison = compare(game.rules, other, game.first_dealer, game.events, game.start_scores)
    return _trial(game.label, sides, comparison), comparison


def _trial(label: str, sides: tuple[tuple[str, ...], ...], comparison: Comparison) -> Trial:
    recorded, other = comparison.recorded, comparison.other
    if recorded.error is not None and status_of(recorded.error) == UNSCORABLE:
        return Trial(label, UNSCORED, sides, unknown=recorded.error.code)
    then = _sheet(recorded)
    changed = len([row for row in comparison.rows if row.differs])
    if comparison.error is not None and not other.outcome.over:
        return Trial(label, UNKNOWN, sides, then, None, changed, comparison.unknown_from, comparison.error.code)
    return Trial(label, _fate(recorded, other), sides, then, _sheet(other), changed)


def _fate(recorded: Replay, other: Replay) -> str:
    if recorded.outcome.over and other.outcome.over:
        return SAME if set(recorded.outcome.winners) == set(other.outcome.winners) else TURNED
    if recorded.outcome.over:
        return OPEN
    return DECIDED if other.outcome.over else UNFINISHED


def _sheet(replay: Replay) -> TrialSheet:
    outcome = replay.outcome
    played = len([hand for hand in replay.hands if hand.made is not None])
    start = replay.start.boxed if replay.start is not None else (False,) * len(replay.scores)
    return TrialSheet(outcome.winners, outcome.games, played, _count_boxed(start, replay.hands), replay.scores)


def _count_boxed(before: tuple[bool, ...], hands: Sequence[Hand]) -> tuple[int, ...]:
    """Return how often each side went below zero."""
    counts = [0] * len(before)
    for hand in hands:
        if hand.boxed != before:
            for side, boxed in enumerate(hand.boxed):
                counts[side] += boxed and not before[side]
            before = hand.boxed
    return tuple(counts)
