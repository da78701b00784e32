"""The result of scoring a game: its hands with reasons, and the score after each."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.engine.endings import PLAYING, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.endings import Start
    from scorekeeper.engine.errors import GameError
    from scorekeeper.engine.events import Bid, Line


@dataclass(slots=True)
class Doubt:
    """A recorded fact that is hardly possible.

    `event` counts from 1. `rule`: the rule it contradicts. `params`: the details.
    """

    event: int
    rule: str
    params: dict[str, object]


@dataclass(slots=True)
class Hand:
    """One scored event.

    `n` counts from 1. `dealer`, `contractor`: seats. `side`: the contractor's.
    `bids`: the highest bid of the other seats, from the calls if those were recorded; None if not known.
    `deltas`, `scores`, `boxed`: by side, after the event. `dropped`: sides out of the game.
    `lines`: the reasons, which add up to `deltas`. If it is a tuple, it comes from the cache (`engine/replay/game.py`). All
    hands
    with the same tuple object differ only in `n`, `dealer`, `bids`, `scores` and `boxed`.
    `players`: the new names by seat, for an event that changes them.
    """

    n: int
    kind: str
    dealer: int
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    boxed: tuple[bool, ...]
    dropped: tuple[int, ...]
    lines: Sequence[Line]
    contractor: int | None = None
    side: int | None = None
    bid: Bid | None = None
    bids: dict[int, Bid] | None = None
    made: bool | None = None
    outcome: Outcome = PLAYING
    players: tuple[str, ...] | None = None


@dataclass
class Replay:
    """A whole game. If an event can't be scored, `error` says why and `hands` has the events before it.

    `start`: the opening scores, if any. `doubts`: recorded facts that are hardly possible.
    """

    hands: list[Hand] = field(default_factory=list)
    scores: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    next_dealer: int = 0
    outcome: Outcome = PLAYING
    error: GameError | None = None
    start: Start | None = None
    doubts: list[Doubt] = field(default_factory=list)

    def seated(self, players: Sequence[str]) -> Sequence[str]:
        """Return the names by seat after the last hand. `players`: the names at the start."""
        return next((hand.players for hand in reversed(self.hands) if hand.players is not None), players)
