"""A game between two hands."""

from __future__ import annotations

from scorekeeper.engine.deal import next_dealer
from scorekeeper.engine.endings import PLAYING, LastHand
from scorekeeper.engine.start import Start, check_start, start_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.ruleset import RuleSet


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
            self.pass_deal()

    def pass_deal(self) -> None:
        """The deal passes to the left (`deal.rotation`); to whom it goes while nobody has dropped out is asked once a seat."""
        dealer, known = self.dealer, self.rules.table.deals_after
        if self.dropped:
            self.dealer = next_dealer(self.rules, dealer, self.sits_out)
            return
        if dealer not in known:
            known[dealer] = next_dealer(self.rules, dealer, self.sits_out)
        self.dealer = known[dealer]

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
