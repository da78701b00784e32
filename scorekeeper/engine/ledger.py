"""How the entries of a game stand: scored, or not, and why. Said here, once, for the server and for the phone."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.errors import GameError
from scorekeeper.engine.game import advance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Event
    from scorekeeper.engine.scored import Hand
    from scorekeeper.engine.state import State

SCORED = "scored"
AFTER_END = "after_end"
UNSCORABLE = "unscorable"
WAITING = "waiting"
STATUSES = (SCORED, AFTER_END, UNSCORABLE, WAITING)


@dataclass(slots=True)
class Posted:
    """How an entry stands. `status`: `scored` (then `hand` says how); `after_end`: the game was over before it; `unscorable`:
    `error` says why; `waiting`: an earlier entry has to be mended first.
    """

    status: str
    hand: Hand | None = None
    error: GameError | None = None

    def objection(self, trouble: GameError | None = None, *, new: bool) -> GameError | None:
        """Why the entry may not be written so; None where it may. `trouble`: why those that wait do, where that forbids it.

        A new one must be scored where it stands. One that was there before may come after the end by now, or wait: it is kept
        and does not count.
        """
        if self.status == UNSCORABLE or (new and self.status == AFTER_END):
            return self.error
        return trouble if new and self.status == WAITING else None

    def stands_as(self, other: Posted) -> bool:
        """Whether a reader of the sheet would see no difference; its number alone is none."""
        return self.status == other.status and _shown(self.hand) == _shown(other.hand) and _said(self.error) == _said(other.error)


def _shown(hand: Hand | None) -> object:
    return None if hand is None else (hand.dealer, hand.deltas, hand.scores, hand.dropped, hand.made, hand.outcome)


def _said(error: GameError | None) -> object:
    return None if error is None else (error.code, error.params)


class Ledger:
    """A game's entries, posted in their order.

    `state`: the game after those that are scored; `count`: how many were posted; `trouble`: why one cannot be scored: those after
    it wait until it is mended, because what they do to the score depends on it.
    """

    __slots__ = ("count", "state", "trouble")

    def __init__(self, state: State, count: int = 0, trouble: GameError | None = None) -> None:
        self.state = state
        self.count = count
        self.trouble = trouble

    def copy(self) -> Ledger:
        """A ledger of its own, for trying something out."""
        return Ledger(self.state.copy(), self.count, self.trouble)

    def post(self, event: Event | GameError) -> Posted:
        """The next entry: its event, or why it could not be read."""
        self.count += 1
        if self.trouble is not None:
            return Posted(WAITING)
        try:
            if isinstance(event, GameError):
                raise event
            return Posted(SCORED, advance(self.state, event))
        except GameError as error:
            error.event = self.count
            status = status_of(error)
            if status == UNSCORABLE:
                self.trouble = error
            return Posted(status, None, error)


def status_of(error: GameError) -> str:
    """How an entry stands that the engine refuses so: `after_end` or `unscorable`."""
    return AFTER_END if error.code == "game.over" else UNSCORABLE
