"""Reads a hand's form into parts of an event. Only the engine judges them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scorekeeper.core.numbers import parse_tapped_number
from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200, UNKNOWN_BID, possible_contracts
from scorekeeper.engine.scoring import pile_count
from scorekeeper.engine.state import Needs, needs
from scorekeeper.formats.bidding import hold_until_illegal, read_call, read_calls

if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid, Played
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.state import State

NOBODY = "none"
ALONE = "self"
ALL_OTHERS = "rest"
HUNDRED = 100
MOST_SEATS = 6
MOST_CALLS = 200
CALLS, SHORT = "calls", "short"
"""The two ways to enter an auction."""
BIDDING_BUTTONS = ("call", "back", "who", "mode")
"""Buttons of the auction. They return the same form and save nothing."""


@dataclass
class HandDraft:
    """The content of a hand's form. `piles` are card points by pile, None if not chosen. Other names are the record's.

    `bidders` are seats that bid, and `bids` their amounts. `denied` are seats that did not bid, None if that was not
    answered. `calls` is the auction call by call, None for the short form, and `dealer` is its dealer. `call` is the call
    just tapped, and `speaker` the seat of a player who wants to call.
    """

    contractor: int | None = None
    bid: Bid | None = None
    trump: str | None = None
    called: int | None = None
    piles: list[int | None] = field(default_factory=list)
    bidders: set[int] = field(default_factory=set)
    bids: dict[int, Bid] = field(default_factory=dict)
    denied: set[int] | None = None
    tricks_lost: int | None = None
    announced_all: bool = False
    discard_points: int | None = None
    note: str = ""
    calls: list[Bid] | None = None
    dealer: int | None = None
    call: Bid | None = None
    speaker: int | None = None

    @property
    def started(self) -> bool:
        """Whether anything was chosen that a reload would lose."""
        chosen = self.contractor is not None or self.bid is not None or any(pile is not None for pile in self.piles)
        return chosen or bool(self.calls)

    @property
    def points(self) -> tuple[int, ...] | None:
        """The piles as the record has them, None until all are counted."""
        if not self.piles or None in self.piles:
            return None
        return tuple(pile for pile in self.piles if pile is not None)

    def wanted(self, state: State) -> Needs:
        """Return the facts that the hand still needs. An impossible contractor is left for the engine to refuse."""
        contractor = self.contractor
        if contractor is not None and state.rules.table.side_of[contractor] is None:
            contractor = None
        return needs(state, contractor, self.bid, self.points, self.called)

    def lacks_bids(self) -> bool:
        """Return whether someone bid an amount that is not entered yet."""
        return any(seat not in self.bids for seat in self.bidders)

    def event(self, state: State) -> dict[str, Any]:
        """Return the event of the game record, without missing facts."""
        out: dict[str, Any] = {"kind": "played"}
        out.update(self.contract(state))
        if self.points is not None:
            out["points"] = list(self.points)
        if self.called is not None:
            out["called_seat"] = self.called
        for name in ("tricks_lost", "discard_points"):
            if getattr(self, name) is not None:
                out[name] = getattr(self, name)
        if self.note:
            out["note"] = self.note
        return out

    def contract(self, state: State) -> dict[str, Any]:
        """Return the parts that are known before the hand is played."""
        out: dict[str, Any] = {}
        if self.calls is not None and self.contractor is not None and self.dealer == state.dealer:
            out["auction"] = list(self.calls)
        else:
            out.update(self._result(state))
        if self.trump:
            out["trump"] = self.trump
        if self.announced_all:
            out["announced_all"] = True
        return out

    def _result(self, state: State) -> dict[str, Any]:
        """Return contractor and bids in the short form, also for an auction with another dealer."""
        out: dict[str, Any] = {}
        if self.contractor is not None:
            out["contractor"] = self.contractor
        if self.bid is not None:
            out["bid"] = self.bid
        bids = self.other_bids(state)
        if bids is not None:
            out["bids"] = {str(seat): bid for seat, bid in sorted(bids.items())}
        return out

    def other_bids(self, state: State) -> dict[int, Bid] | None:
        """Return the highest bids of the other bidders, or None if that is not known.

        If no bid is possible under the contract, no one else can have bid.
        """
        if self.bidders:
            bids = {seat: bid for seat, bid in self.bids.items() if seat in self.bidders and seat != self.contractor}
            return None if self.lacks_bids() else bids
        if self.bid == FREE or (self.denied is not None and self.contractor not in self.denied):
            return {}
        return {} if self.bid is not None and not lower_bids(state.rules, self.bid) else None


def lower_bids(rules: RuleSet, bid: Bid) -> list[Bid]:
    """Return the possible highest bids of other players under a contract of `bid` (`auction.step`, `auction.keep`)."""
    known = [b for b in possible_contracts(rules) if b != FREE]
    place = known.index(bid) if bid in known else len(known)
    return known[: place + (rules.keep != "none")]


def parse_form(form: Mapping[str, str], state: State) -> HandDraft:
    """Return the draft from a posted form. Values that the form does not offer count as not chosen."""
    rules = state.rules
    seats = range(rules.table.players)
    draft = HandDraft(
        contractor=_seat(form.get("contractor"), seats),
        bid=_bid(form.get("bid")),
        trump=form.get("trump") or None,
        denied=_parse_denied_seats(form.get("also_bid"), seats),
        tricks_lost=parse_tapped_number(form.get("tricks_lost")),
        announced_all=bool(form.get("announced_all")),
        discard_points=parse_tapped_number(form.get("discard_points")),
        note=form.get("note", "").strip(),
    )
    called = form.get("called_seat")
    if rules.format == "called_partner":
        draft.called = draft.contractor if called == ALONE else _seat(called, seats)
    draft.bidders = {seat for seat in seats if form.get(f"bidder-{seat}")}
    heights = {seat: _parse_other_bid(form.get(f"bids-{seat}"), rules) for seat in draft.bidders}
    draft.bids = {seat: bid for seat, bid in heights.items() if bid is not None}
    _read_auction(draft, form, state)
    draft.piles = _piles(form, state, draft.contractor)
    return draft


def _read_auction(draft: HandDraft, form: Mapping[str, str], state: State) -> None:
    """Read the calls, and the button that was tapped: a call, the removal of one, or a switch of the form."""
    text, mode = form.get("calls"), form.get("mode")
    if text is None and mode != CALLS:
        return
    calls = read_calls(text or "")[: MOST_CALLS if "back" not in form else -1]
    dealer = _seat(form.get("dealer"), range(state.rules.table.players))
    apply_auction(draft, state, calls, None if dealer is None or state.sits_out(dealer) else dealer)
    if mode == SHORT:
        draft.calls = None
    elif "call" in form:
        draft.call = read_call(form["call"])
        apply_auction(draft, state, [*(draft.calls or ()), draft.call] if draft.call is not None else calls, draft.dealer)
        if draft.calls and len(draft.calls) > len(calls):
            draft.call = None
    draft.speaker = _seat(form.get("who"), range(state.rules.table.players))


def apply_auction(draft: HandDraft, state: State, calls: list[Bid], dealer: int | None = None) -> HandDraft:
    """Set contractor, bid and other bids from an auction. They stay empty while it is not over."""
    draft.dealer = state.dealer if dealer is None else dealer
    bidding = hold_until_illegal(state.rules, draft.dealer, calls, state.dropped)
    draft.calls = [call for _, call in bidding.calls]
    draft.contractor, draft.bid = bidding.contractor, bidding.bid
    draft.bids = {seat: bid for seat, bid in bidding.highest_bids.items() if seat != bidding.contractor}
    draft.bidders = set(draft.bids)
    draft.denied = all_seats_except(bidding.contractor) if bidding.contractor is not None and not draft.bids else None
    return draft


def _piles(form: Mapping[str, str], state: State, contractor: int | None) -> list[int | None]:
    count = pile_count(state.rules)
    piles: list[int | None] = [None] * count
    live = [i for i in range(count) if i not in state.dropped] if count == len(state.scores) else list(range(count))
    for side in state.dropped:
        piles[side] = 0
    single = parse_tapped_number(form.get("points"))
    if single is not None and len(live) == 2:
        own = _own_pile(state, contractor, count)
        if own in live:
            piles[own] = single
            piles[next(i for i in live if i != own)] = HUNDRED - single
        return piles
    typed = {i: form.get(f"points-{i}") for i in live}
    for i, value in typed.items():
        piles[i] = parse_tapped_number(value)
    rest = [i for i, value in typed.items() if value == ALL_OTHERS]
    if len(rest) == 1 and all(piles[i] is not None for i in live if i not in rest):
        piles[rest[0]] = HUNDRED - sum(pile for pile in piles if pile is not None)
    return piles


def _own_pile(state: State, contractor: int | None, count: int) -> int | None:
    if count != len(state.scores):
        return 0  # the contractor's camp comes first
    return None if contractor is None else state.rules.table.side_of[contractor]


def draft_of_event(event: Played) -> HandDraft:
    """Return the draft of a recorded hand, to correct it."""
    return HandDraft(
        contractor=event.contractor if event.contractor >= 0 else None,
        bid=event.bid if event.contractor >= 0 else None,
        trump=event.trump,
        called=event.called_seat,
        piles=list(event.points),
        bidders=set(event.bids or ()),
        bids=dict(event.bids or {}),
        denied=all_seats_except(event.contractor) if event.bids == {} else None,
        tricks_lost=event.tricks_lost,
        announced_all=event.announced_all,
        discard_points=event.discard_points,
        note=event.note,
    )


def draft_of_contract(contract: Mapping[str, Any], state: State) -> HandDraft:
    """Return the draft of an open contract.

    Its calls are included only if they still lead to it, because the dealer may have changed.
    """
    bids = contract.get("bids")
    heights = {int(seat): bid for seat, bid in (bids or {}).items()}
    draft = HandDraft(
        contractor=contract["contractor"],
        bid=contract["bid"],
        trump=contract.get("trump"),
        bidders=set(heights),
        bids=heights,
        denied=all_seats_except(contract["contractor"]) if bids == {} else None,
        announced_all=bool(contract.get("announced_all")),
    )
    if contract.get("auction") is not None:
        bidding = hold_until_illegal(state.rules, state.dealer, contract["auction"], state.dropped)
        if (bidding.contractor, bidding.bid) == (draft.contractor, draft.bid):
            draft.calls, draft.dealer = list(contract["auction"]), state.dealer
    return draft


def all_seats_except(seat: int) -> set[int]:
    """Return every seat except one."""
    return {other for other in range(MOST_SEATS) if other != seat}


def _parse_denied_seats(value: str | None, seats: range) -> set[int] | None:
    """Return the seats in the answer that none of them bid (`none-0-2`), or None for any other answer."""
    answer, *seat_texts = (value or "").split("-")
    return {seat for text in seat_texts if (seat := _seat(text, seats)) is not None} if answer == NOBODY else None


def _seat(value: str | None, seats: range) -> int | None:
    seat = parse_tapped_number(value)
    return seat if seat in seats else None


def _bid(value: str | None) -> Bid | None:
    return value if value in (HUNDRED_FOR_200, FREE) else parse_tapped_number(value)


def _parse_other_bid(value: str | None, rules: RuleSet) -> Bid | None:
    """Return someone's bid. If the score never depends on it, an unknown amount is an answer too."""
    return _bid(value) or (None if rules.qualifying_bid else UNKNOWN_BID)
