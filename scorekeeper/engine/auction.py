"""The auction (rulebook section 4): which calls are legal, why the others aren't, and how it ends."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.deal import Deal
from scorekeeper.engine.errors import Illegal, Objection
from scorekeeper.engine.options import Choice, Flag, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from scorekeeper.engine.events import Bid

PASS = "pass"
KEEP = "keep"
HUNDRED_FOR_200 = "100-for-200"
FREE = "free"
UNKNOWN_BID = "bid"
"""In the record's `bids`: the player bid, but the amount is not known."""
TOP = 100
"""The card points in every pack, and so the highest numeric bid."""


class Auction(Deal):
    minimum_bid = Number(50, low=0, high=TOP, step=5, rule="auction.minimum")
    bid_step = Number(5, choices=(5, 10, 20, 25, 50), rule="auction.step")
    rounds = Choice("continuous", "single", rule="auction.single_round")
    keep = Choice("none", "dealer", "anyone_once", rule="auction.keep")
    all_pass = Choice("throw_in", "dealer_minimum", "dealer_free", "dealer_passes", rule="auction.all_pass")
    hundred_for_200 = Flag(rule="auction.hundred_for_200")


def lowest_bid(rules: Auction) -> int:
    """Return the lowest legal opening bid in card points (`auction.minimum`).

    Without a minimum it is one bid step.
    """
    return rules.minimum_bid or rules.bid_step


def numeric_bids(rules: Auction) -> range:
    """Return every numeric bid the rules allow, lowest first (`auction.step`)."""
    return range(lowest_bid(rules), TOP + 1, rules.bid_step)


def possible_contracts(rules: Auction) -> tuple[Bid, ...]:
    """Return every contract the rules allow, lowest first: numbers, then 100-for-200, then the free contract."""
    more = (HUNDRED_FOR_200,) if rules.hundred_for_200 else ()
    return (*numeric_bids(rules), *more, *((FREE,) if rules.all_pass == "dealer_free" else ()))


def bid_rank(bid: Bid) -> int:
    """Return a number that orders bids (`auction.hundred_for_200`).

    100-for-200 is above every number. A free contract is 0, because no one bid it.
    """
    if bid == HUNDRED_FOR_200:
        return TOP + 1
    return bid if isinstance(bid, int) else 0


def calling_order(rules: Auction, dealer: int, dropped: Collection[int] = ()) -> list[int]:
    """Return the seats that may call, in turn: from the dealer's left, the dealer last.

    A silent player makes no call, and neither do the sides in `dropped`. Two-handed, only the two live players have seats.
    """
    table = rules.table
    silent = table.silent(dealer)
    seats = [(dealer + i) % table.players for i in range(1, table.players + 1)]
    return [seat for seat in seats if seat != silent and table.side_of[seat] not in dropped]


class Bidding:
    """An auction in progress, one call at a time.

    `status`: `open`, `closed` or `passed_out`.
    `turn`: the seat to call next, None when the auction is over.
    `calls`: (seat, call) in the order they were made.
    `standing`, `amount`: the seat that holds the highest bid, and that bid.
    `highest_bids`: each seat's highest bid, including amounts it kept.
    `contractor`, `bid`: the contract, once `status` is `closed`.
    `forced`, `free`: the contract fell to the dealer without a bid (`auction.all_pass`).
    """

    __slots__ = (
        *("_kept", "_waiting", "amount", "bid", "calls", "contractor", "dealer", "dropped", "forced", "free"),
        *("highest_bids", "rules", "standing", "status", "turn"),
    )

    def __init__(self, rules: Auction, dealer: int, dropped: Collection[int] = ()) -> None:
        self.rules = rules
        self.dealer = dealer
        self.dropped = dropped
        self.calls: list[tuple[int, Bid]] = []
        self.standing: int | None = None
        self.amount: Bid | None = None
        self.highest_bids: dict[int, Bid] = {}
        self.contractor: int | None = None
        self.bid: Bid | None = None
        self.forced = self.free = False
        self._kept: set[Bid] = set()
        self._waiting = calling_order(rules, dealer, dropped)
        self.status = "open"
        self.turn: int | None = self._waiting[0]
        self._move_on()

    def call(self, call: Bid) -> None:
        """Make a call for the seat in turn.

        Raises `Illegal("auction")` with the reason; the auction is then unchanged.
        """
        objection = None if call == PASS and self.turn is not None else self.objection(call)
        if objection is not None:
            at = {"index": len(self.calls), "call": call, "seat": self.turn, "rule": objection.rule, "legal": self.legal()}
            raise Illegal("auction", None, **at, **objection.params)
        seat = self._waiting.pop(0)
        self.calls.append((seat, call))
        if call != PASS:
            if call == KEEP:
                assert self.amount is not None  # a keep without a bid was refused above
                call = self.amount
                self._kept.add(call)
            self.standing, self.amount = seat, call
            self.highest_bids[seat] = call
            if self.rules.rounds == "continuous":
                self._waiting.append(seat)
        self._move_on()

    def _move_on(self) -> None:
        """Find the next seat to call, or end the auction once everyone left can only pass."""
        waiting, rules = self._waiting, self.rules
        if self.standing is None:
            if not waiting:
                self._end("passed_out")
            elif waiting == [self.dealer] and rules.all_pass != "throw_in":
                self._end("passed_out" if rules.all_pass == "dealer_passes" else "closed")
                self._fall_to_dealer()
            else:
                self.turn = waiting[0]
            return
        # a bidder goes to the end of the line, so the standing bidder is last
        others = waiting[:-1] if rules.rounds == "continuous" else waiting
        if others and (self._can_raise() or any(not self._keep_reason(seat) for seat in others)):
            self.turn = others[0]
        else:
            self._end("closed")
            self.contractor, self.bid = self.standing, self.amount

    def _end(self, status: str) -> None:
        self.status, self.turn = status, None
        self._waiting = []

    def _fall_to_dealer(self) -> None:
        if self.status == "closed":
            self.contractor = self.dealer
            self.forced = self.rules.all_pass == "dealer_minimum"
            self.free = not self.forced
            self.bid = self.rules.minimum_bid if self.forced else FREE

    @property
    def is_left_to_dealer(self) -> bool:
        """Return whether everyone else passed and the rules decided the hand for the dealer (`auction.all_pass`)."""
        passed = self.status == "passed_out" and self.rules.all_pass == "dealer_passes"
        return passed or self.forced or self.free

    def _can_raise(self) -> bool:
        return self.amount is None or bid_rank(self.amount) < (TOP + 1 if self.rules.hundred_for_200 else TOP)

    def legal(self) -> list[Bid]:
        """Return every call the seat in turn may make: pass, numbers upwards, 100-for-200, keep.

        The list is empty when the auction is over.
        """
        if self.turn is None:
            return []
        rules, amount = self.rules, self.amount
        calls: list[Bid] = [PASS]
        if amount is None:
            calls += numeric_bids(rules)
        elif isinstance(amount, int):
            calls += range(amount + rules.bid_step, TOP + 1, rules.bid_step)
        if rules.hundred_for_200 and amount != HUNDRED_FOR_200:
            calls.append(HUNDRED_FOR_200)
        if not self._keep_reason(self.turn):
            calls.append(KEEP)
        return calls

    def illegal(self) -> list[tuple[Bid, Objection]]:
        """Return every other call that players know, with the reason why it is not allowed now."""
        known: list[Bid] = [PASS, *range(5, TOP + 1, 5), HUNDRED_FOR_200, KEEP]
        return [(call, objection) for call in known if (objection := self.objection(call)) is not None]

    def objection(self, call: Bid, seat: int | None = None) -> Objection | None:
        """Return why the seat in turn may not make this call, or None if it may.

        With `seat`, say instead why that seat may not call at all.
        """
        if self.turn is None:
            if self.is_left_to_dealer:
                return Objection("auction.all_pass", {"reason": self.rules.all_pass, "status": self.status})
            return Objection("auction.end", {"reason": "ended", "status": self.status})
        if seat is not None and seat != self.turn:
            return self._turn_objection(seat)
        if call == PASS:
            return None
        if call == KEEP:
            reason = self._keep_reason(self.turn)
            return Objection("auction.keep", {"reason": reason, "standing": self.amount}) if reason else None
        if call == HUNDRED_FOR_200:
            if not self.rules.hundred_for_200:
                return Objection("auction.hundred_for_200", {"reason": "not_played"})
            if self.amount == HUNDRED_FOR_200:
                return Objection("auction.hundred_for_200", {"reason": "not_above", "standing": self.amount})
            return None
        return self._number_objection(call)

    def _number_objection(self, call: Bid) -> Objection | None:
        rules = self.rules
        if type(call) is not int:
            return Objection("auction.step", {"reason": "unknown", "read": call})
        if call > TOP:
            return Objection("auction.step", {"reason": "above_top", "high": TOP})
        if call < lowest_bid(rules):
            return Objection("auction.minimum", {"reason": "minimum", "low": lowest_bid(rules)})
        if call % rules.bid_step:
            return Objection("auction.step", {"reason": "multiple", "step": rules.bid_step})
        if self.amount is not None and call <= bid_rank(self.amount):
            return Objection("auction.step", {"reason": "not_above", "standing": self.amount})
        return None

    def _keep_reason(self, seat: int) -> str:
        """Return why the seat may not keep the standing bid, or an empty string if it may (`auction.keep`)."""
        keep = self.rules.keep
        if keep == "none":
            return "not_played"
        if self.amount is None:
            return "nothing"
        if keep == "dealer" and seat != self.dealer:
            return "not_dealer"
        if seat == self.standing:
            return "own"
        return "kept" if keep == "anyone_once" and self.amount in self._kept else ""

    def _turn_objection(self, seat: int) -> Objection:
        table = self.rules.table
        if seat == table.silent(self.dealer):
            return Objection("format.silent_partner", {"reason": "silent"})
        if seat in range(table.players) and table.side_of[seat] in self.dropped:
            return Objection("end.drop_out", {"reason": "dropped"})
        if (seat, PASS) in self.calls:
            return Objection("auction.pass", {"reason": "passed"})
        if self.rules.rounds == "single" and any(seat == who for who, _ in self.calls):
            return Objection("auction.single_round", {"reason": "spoken"})
        return Objection("auction.turn", {"reason": "turn", "turn": self.turn})


def hold_auction(rules: Auction, dealer: int, calls: Iterable[Bid], dropped: Collection[int] = ()) -> Bidding:
    """Return the auction after these calls. Raises `Illegal("auction")` at the first illegal call."""
    bidding = Bidding(rules, dealer, dropped)
    for call in calls:
        bidding.call(call)
    return bidding


@dataclass(frozen=True)
class Contract:
    """The result of an auction. `bids` has the highest bid of every other seat that bid."""

    contractor: int
    bid: Bid
    bids: dict[int, Bid]


def contract_of(rules: Auction, dealer: int, calls: Iterable[Bid], dropped: Collection[int] = ()) -> Contract:
    """Return the contract that these calls led to.

    Raises `Illegal("auction")` if a call is illegal, the auction is unfinished, or everyone passed.
    """
    bidding = hold_auction(rules, dealer, calls, dropped)
    if bidding.contractor is None or bidding.bid is None:
        reason = "passed_out" if bidding.status == "passed_out" else "unfinished"
        raise Illegal("auction", reason=reason, index=len(bidding.calls), seat=bidding.turn, legal=bidding.legal())
    bids = {seat: bid for seat, bid in bidding.highest_bids.items() if seat != bidding.contractor}
    return Contract(bidding.contractor, bidding.bid, bids)
