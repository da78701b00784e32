"""The status of a game's entries: scored, or why not. The server and the phone both use this."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.errors import GameError
from scorekeeper.engine.replay.game import advance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Event
    from scorekeeper.engine.scored_game import Hand
    from scorekeeper.engine.state import State

SCORED = "scored"
AFTER_END = "after_end"
UNSCORABLE = "unscorable"
WAITING = "waiting"
STATUSES = (SCORED, AFTER_END, UNSCORABLE, WAITING)


@dataclass(slots=True)
class PostedEntry:
    """An entry's status.

    `scored`: `hand` has the result. `after_end`: the game was already over.
    `unscorable`: `error` says why. `waiting`: an earlier entry must be fixed first.
    """

    status: str
    hand: Hand | None = None
    error: GameError | None = None

    def objection(self, trouble: GameError | None = None, *, new: bool) -> GameError | None:
        """Return why the entry may not be recorded, or None.

        A new entry must be scored at once; `trouble` is the error it would wait for. An older entry may now come after the
        end or
        wait: it stays and doesn't count.
        """
        if self.status == UNSCORABLE or (new and self.status == AFTER_END):
            return self.error
        return trouble if new and self.status == WAITING else None

    def looks_like(self, other: PostedEntry) -> bool:
        """Return whether both look the same on the sheet, apart from their numbers."""
        return (
            self.status == other.status
            and _visible_result(self.hand) == _visible_result(other.hand)
            and _error_facts(self.error) == _error_facts(other.error)
        )


def _visible_result(hand: Hand | None) -> object:
    return None if hand is None else (hand.dealer, hand.deltas, hand.scores, hand.dropped, hand.made, hand.outcome)


def _error_facts(error: GameError | None) -> object:
    return None if error is None else (error.code, error.params)


class Ledger:
    """A game's entries, posted in order.

    `state`: the game after the scored entries. `count`: the number of entries posted.
    `trouble`: why an entry can't be scored. Entries after it wait until it is fixed, because their scores depend on it.
    """

    __slots__ = ("count", "state", "trouble")

    def __init__(self, state: State, count: int = 0, trouble: GameError | None = None) -> None:
        self.state = state
        self.count = count
        self.trouble = trouble

    def copy(self) -> Ledger:
        """Return an independent copy, to try something out."""
        return Ledger(self.state.copy(), self.count, self.trouble)

    def post(self, event: Event | GameError) -> PostedEntry:
        """Add the next entry, an event or the error from reading it, and return its status."""
        self.count += 1
        if self.trouble is not None:
            return PostedEntry(WAITING)
        try:
            if isinstance(event, GameError):
                raise event
            return PostedEntry(SCORED, advance(self.state, event))
        except GameError as error:
            error.event = self.count
            status = status_of(error)
            if status == UNSCORABLE:
                self.trouble = error
            return PostedEntry(status, None, error)


def status_of(error: GameError) -> str:
    """Return the status of an entry that raised this error: `after_end` or `unscorable`."""
    return AFTER_END if error.code == "game.over" else UNSCORABLE
