"""What a game is made of while it is scored: an event scored, the game between two hands, a whole game."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.engine.deal import next_dealer
from scorekeeper.engine.endings import PLAYING, LastHand, Outcome
from scorekeeper.engine.start import Start, check_start, start_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.errors import GameError
    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.scoring import Line


@dataclass(slots=True)
class Doubt:
    """What a table wrote down and could hardly have happened.

    `event` counts from 1; `rule`: by which it could not be; `params`: the figures behind it.
    """

    event: int
    rule: str
    params: dict[str, object]


@dataclass(slots=True)
class Hand:
    """One event, scored.

    `n` counts from 1; `dealer`, `contractor`: seats; `side`: the contractor's; `bids`: highest bid of the other seats, None if
    not known (where the calls were recorded, what they come to); `deltas`, `scores`, `boxed`: by side, after the
    event; `dropped`: sides out of the game; `lines`: the reasons, which add up to `deltas` side by side; `players`: the names
    by seat from here on, of an event that changes them.
    """

    n: int
    kind: str
    dealer: int
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    boxed: tuple[bool, ...]
    dropped: tuple[int, ...]
    lines: list[Line]
    contractor: int | None = None
    side: int | None = None
    bid: Bid | None = None
    bids: dict[int, Bid] | None = None
    made: bool | None = None
    outcome: Outcome = PLAYING
    players: tuple[str, ...] | None = None


class State:
    """A game between two hands.

    `scores`, `ever_changed`: by side; `dealer`: who deals next; `last`: the hand before; `start`: how the game began, of one
    that was taken over from paper.
    """

    __slots__ = ("dealer", "dropped", "ever_changed", "last", "n", "outcome", "rules", "scores", "start")

    def __init__(self, rules: RuleSet, first_dealer: int, start_scores: Sequence[int] = ()) -> None:
        check_start(rules, first_dealer)
        self.rules = rules
        self.dealer = first_dealer
        self.scores = [0] * len(rules.table.sides)
        self.ever_changed = [False] * len(self.scores)
        self.dropped: list[int] = []
        self.last: LastHand | None = None
        self.n = 0
        self.outcome = PLAYING
        self.start: Start | None = None
        if start_scores:
            self._begin(start_at(rules, start_scores))

    def _begin(self, start: Start) -> None:
        self.start = start
        self.scores = list(start.scores)
        self.ever_changed = [score != 0 for score in start.scores]
        self.dropped = list(start.dropped)
        self.outcome = start.outcome
        if self.sits_out(self.dealer):
            self.dealer = next_dealer(self.rules, self.dealer, self.sits_out)

    def copy(self) -> State:
        """A state of its own, for trying something out."""
        other = State.__new__(State)
        for name in State.__slots__:
            value = getattr(self, name)
            setattr(other, name, list(value) if isinstance(value, list) else value)
        return other

    def sits_out(self, seat: int) -> bool:
        """Whether the seat has dropped out, or is silent all evening."""
        side = self.rules.table.side_of[seat]
        return side is None or side in self.dropped

    @property
    def silent(self) -> int | None:
        """The silent player's seat for the coming hand (`format.silent_partner`)."""
        return self.rules.table.silent(self.dealer)


@dataclass
class Replay:
    """A whole game. Where an event cannot be scored, `error` says why and `hands` is the good part before it.

    `start`: how it began, of a game taken over from paper. `doubts`: what was scored as it stands, and could hardly be.
    """

    hands: list[Hand] = field(default_factory=list)
    scores: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    next_dealer: int = 0
    outcome: Outcome = PLAYING
    error: GameError | None = None
    start: Start | None = None
    doubts: list[Doubt] = field(default_factory=list)
