"""What scoring a game comes to: its hands with their reasons, and how it stands after them."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.engine.endings import PLAYING, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.errors import GameError
    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.reasons import Line
    from scorekeeper.engine.start import Start


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
    event; `dropped`: sides out of the game; `lines`: the reasons, which add up to `deltas` side by side (a tuple where they are
    the ones that were weighed, and then all hands with that very tuple differ in nothing but `n`, `dealer`, `bids`, `scores`
    and `boxed`); `players`: the names by seat from here on, of an event that changes them.
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

    def seated(self, players: Sequence[str]) -> Sequence[str]:
        """The names by seat after the hands, where these sat down first."""
        return next((hand.players for hand in reversed(self.hands) if hand.players is not None), players)
