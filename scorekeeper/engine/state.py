"""The state of a game between two hands, and which facts the next hand must still provide."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import FREE, lowest_bid, possible_contracts
from scorekeeper.engine.deal import next_dealer
from scorekeeper.engine.endings import PLAYING, LastHand, Start, all_points_win, check_start, scoreless_sides, start_at
from scorekeeper.engine.scoring import has_camp_piles, is_at_or_above_line, pile_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.events import Bid
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


@dataclass(frozen=True)
class Needs:
    """The facts that may or must be recorded for the coming hand.

    `dealer`, `silent`: seats.
    `contractors`: seats that may hold the contract.
    `bids`: the contracts that the rules allow, lowest first.
    `piles`: `sides` (one for each side still in the game) or `camps` (contractor's camp, defenders).
    `pile_sides`: the sides that have a pile of their own.
    `who_bid`: the score depends on who else bid; `bidders` are the seats to ask about.
    `qualifying`: the lowest bid that counts there, in card points.
    `line`: the score from which bids matter; `sides_at_line`: the sides at that score.
    `trump`: whether the hand was played without trump must be recorded. `no_trump`: no trump is allowed.
    `called_seat`: the seat with the called card must be recorded.
    `announced_all`, `tricks_lost`: worth asking. `passed_out`, `misdeal`: may be recorded.
    """

    dealer: int
    silent: int | None
    contractors: tuple[int, ...]
    bids: tuple[Bid, ...]
    piles: str
    pile_sides: tuple[int, ...]
    who_bid: bool
    bidders: tuple[int, ...]
    sides_at_line: tuple[int, ...]
    line: int
    qualifying: int
    trump: bool
    no_trump: bool
    called_seat: bool
    announced_all: bool
    tricks_lost: bool
    passed_out: bool
    misdeal: bool


def needs(
    state: State,
    contractor: int | None = None,
    bid: Bid | None = None,
    points: tuple[int, ...] | None = None,
    called: int | None = None,
) -> Needs:
    """Return the facts that the coming hand must provide, given those known so far.

    `called`: the seat that held the called card; its side is not an opponent.
    """
    rules, table = state.rules, state.rules.table
    silent = state.silent
    seats = tuple(s for s in range(table.players) if s != silent and not state.sits_out(s))
    side = None if contractor is None else table.side_of[contractor]
    live = tuple(s for s in range(len(state.scores)) if s not in state.dropped)
    at_line = _sides_at_line(state, side, points, called) if rules.opponents_score == "must_bid" and bid != FREE else ()
    teams = has_camp_piles(rules)
    return Needs(
        dealer=state.dealer,
        silent=silent,
        contractors=seats,
        bids=possible_contracts(rules),
        piles="camps" if teams else "sides",
        pile_sides=() if teams else live,
        who_bid=bool(at_line),
        bidders=tuple(s for s in seats if s != contractor),
        sides_at_line=at_line,
        line=rules.target - rules.margin,
        qualifying=max(rules.qualifying_bid, lowest_bid(rules)),
        trump=rules.no_trump == "double",
        no_trump=rules.no_trump != "forbidden",
        called_seat=rules.format == "called_partner",
        announced_all=rules.announced_all and side is not None and state.scores[side] >= 0,
        tricks_lost=all_points_win(rules) and points is not None and max(points, default=0) == 100,
        passed_out=rules.all_pass in ("throw_in", "dealer_passes"),
        misdeal=rules.misdeal,
    )


def _sides_at_line(state: State, side: int | None, points: tuple[int, ...] | None, called: int | None) -> tuple[int, ...]:
    """Return the opposing sides at the must-bid line that have points to lose (`score.must_bid`)."""
    if side is None:
        return ()
    rules, table = state.rules, state.rules.table
    teams = has_camp_piles(rules)
    camp = {side, *(table.side_of[seat] for seat in (state.silent, called) if seat is not None)}
    sides = []
    for other, score in enumerate(state.scores):
        if other in camp or other in state.dropped or not is_at_or_above_line(rules, score):
            continue
        if points is not None and len(points) == pile_count(rules) and not points[1 if teams else other]:
            continue
        sides.append(other)
    return tuple(sides)
