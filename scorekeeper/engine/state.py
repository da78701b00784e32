"""The state of a game between two hands."""

from __future__ import annotations

from scorekeeper.engine.deal import next_dealer
from scorekeeper.engine.endings import PLAYING, LastHand, scoreless_sides
from scorekeeper.engine.opening_scores import Start, check_start, start_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.ruleset import RuleSet


class State:
    """The state of a game between two hands.

    `scores`: by side. `scoreless`: sides whose score has never changed. `dropped`: sides out of the game, in the order they
    left.
    `dealer`: the next dealer. `last`: the previous hand. `start`: the opening scores, if any.
    Values are replaced, never changed in place.
    """

    __slots__ = ("dealer", "dropped", "last", "n", "outcome", "rules", "scoreless", "scores", "start")

    def __init__(self, rules: RuleSet, first_dealer: int, start_scores: Sequence[int] = ()) -> None:
        check_start(rules, first_dealer)
        self.rules = rules
        self.dealer = first_dealer
        self.scores: tuple[int, ...] = (0,) * len(rules.table.sides)
        self.scoreless = scoreless_sides(self.scores)
        self.dropped: tuple[int, ...] = ()
        self.last: LastHand | None = None
        self.n = 0
        self.outcome = PLAYING
        self.start: Start | None = None
        if start_scores:
            self._begin(start_at(rules, start_scores))

    def _begin(self, start: Start) -> None:
        self.start = start
        self.scores = start.scores
        self.scoreless = scoreless_sides(start.scores)
        self.dropped = start.dropped
        self.outcome = start.outcome
        if self.sits_out(self.dealer):
            self.pass_deal()

    def pass_deal(self) -> None:
        """Pass the deal to the left (`deal.rotation`). The next dealer is cached while no side has dropped out."""
        dealer, known = self.dealer, self.rules.table.deals_after
        if self.dropped:
            self.dealer = next_dealer(self.rules, dealer, self.sits_out)
            return
        if dealer not in known:
            known[dealer] = next_dealer(self.rules, dealer, self.sits_out)
        self.dealer = known[dealer]

    def copy(self) -> State:
        """Return an independent copy, to try something out."""
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def sits_out(self, seat: int) -> bool:
        """Return whether the seat has dropped out or is always silent."""
        side = self.rules.table.side_of[seat]
        return side is None or side in self.dropped

    @property
    def silent(self) -> int | None:
        """Return the silent player's seat for the coming hand (`format.silent_partner`)."""
        return self.rules.table.silent(self.dealer)
