"""Checks on a recorded hand before it is scored: seats, piles, bids, and facts that only other rules have; and doubts."""

from __future__ import annotations

from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200, TOP, UNKNOWN_BID, bid_rank, lowest_bid, numeric_bids
from scorekeeper.engine.errors import Illegal, Malformed, NotEnoughKnown
from scorekeeper.engine.kitty import most_points_discarded
from scorekeeper.engine.play import check_trump
from scorekeeper.engine.scored_game import Doubt
from scorekeeper.engine.scoring import pile_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Adjustment, Bid, Played
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.scored_game import Hand
    from scorekeeper.engine.state import State


def check_bid(rules: RuleSet, bid: Bid, seat: int) -> None:
    """Raise `Illegal("bid")` unless a player can make this bid under the rules."""
    if type(bid) is int:
        if lowest_bid(rules) <= bid <= TOP and bid % rules.bid_step == 0:
            return
        low, step = lowest_bid(rules), rules.bid_step
        raise Illegal("bid", reason="number", read=bid, seat=seat, low=low, high=TOP, step=step)
    if bid == HUNDRED_FOR_200 and rules.hundred_for_200:
        return
    raise Illegal("bid", reason="hundred_for_200" if bid == HUNDRED_FOR_200 else "free", read=bid, seat=seat)


def check_contract(rules: RuleSet, dealer: int, contractor: int, bid: Bid, bids: dict[int, Bid] | None) -> None:
    """Raise `Illegal("bid")` unless an auction under these rules can end in this contract.

    A free contract belongs to the dealer, after everyone else has passed (`auction.all_pass`).
    One of `bids` may be higher than the contract: their order is not known, and tables record mistakes too.
    """
    if bid != FREE:
        check_bid(rules, bid, contractor)
    elif rules.all_pass != "dealer_free":
        raise Illegal("bid", reason="free", read=bid, seat=contractor)
    elif contractor != dealer or bids:
        raise Illegal("bid", reason="free_dealer", read=bid, seat=contractor, dealer=dealer)
    if bids:
        check_bids(rules, bids)


def check_bids(rules: RuleSet, bids: dict[int, Bid]) -> None:
    """Raise `Illegal("bid")` unless the rules allow every bid. Bids of unknown amount pass."""
    for seat, other in bids.items():
        if other != UNKNOWN_BID:
            check_bid(rules, other, seat)


def usual_bids(rules: RuleSet, contractor: int, silent: int | None) -> frozenset[tuple[int, Bid]]:
    """Return the (seat, bid) pairs that need no further check while no side has dropped out.

    These are the numeric bids of every other seat that may call.
    """
    known = rules.table.usual_bids
    if (contractor, silent) not in known:
        seats = [seat for seat in range(rules.table.players) if seat not in (contractor, silent)]
        known[contractor, silent] = frozenset([(seat, bid) for seat in seats for bid in numeric_bids(rules)])
    return known[contractor, silent]


def doubts_of(rules: RuleSet, event: Played, hand: Hand) -> list[Doubt]:
    """Return the doubts about an event under the rules it was recorded under. `hand` is the scored event."""
    doubts: list[Doubt] = []
    contractor = hand.contractor
    assert contractor is not None  # a played hand has one
    if event.bids and event.auction is None and _has_bid_not_below(event.bid, event.bids):
        bids = _bids_not_below(rules, hand.dealer, contractor, event.bid, event.bids)
        if bids:
            doubts.append(Doubt(hand.n, "auction.highest", {"bids": bids, "contractor": contractor, "bid": event.bid}))
    if event.discard_points:
        pile = _largest_pile(rules, contractor, event.points)
        if event.discard_points > pile:
            figures: dict[str, object] = {"read": event.discard_points, "pile": pile}
            doubts.append(Doubt(hand.n, "kitty.discard_to", figures))
    return doubts


def is_beyond_doubt(event: Played) -> bool:
    """Return whether nothing about the event is doubtful under any rules."""
    return not event.discard_points and not (event.bids and _has_bid_not_below(event.bid, event.bids))


def _has_bid_not_below(bid: Bid, bids: dict[int, Bid]) -> bool:
    """Return whether another player's bid is as high as the contract. A replay asks this a million times."""
    height = bid if type(bid) is int else bid_rank(bid)
    for other in bids.values():  # noqa: SIM110 (any() would make a generator)
        if (other if type(other) is int else bid_rank(other)) >= height:
            return True
    return False


def _bids_not_below(rules: RuleSet, dealer: int, contractor: int, bid: Bid, bids: dict[int, Bid]) -> dict[int, Bid]:
    """Return the other players' bids that could not have lost to the contract (`auction.highest`).

    A bid loses to a higher one. It loses to an equal one only if the contractor could keep it from one player.
    """
    height = bid_rank(bid)
    above = {seat: other for seat, other in bids.items() if bid_rank(other) >= height}
    may_keep = rules.keep == "anyone_once" or (rules.keep == "dealer" and contractor == dealer)
    equal_bidders = [seat for seat, other in above.items() if bid_rank(other) == height]
    if may_keep and len(equal_bidders) == 1:
        del above[equal_bidders[0]]
    return above


def _largest_pile(rules: RuleSet, contractor: int, points: tuple[int, ...]) -> int:
    """Return the card points of the largest pile that may hold the discard (`kitty.discard_to`)."""
    if rules.discard_to in ("first_trick", "last_trick"):
        return max(points)
    own = 0 if pile_count(rules) != len(rules.table.sides) else rules.table.side_of[contractor] or 0
    if rules.discard_to == "contractor":
        return points[own]
    return max([pile for i, pile in enumerate(points) if i != own])


HUNDRED = 100
MOST_ADJUSTED = 10_000
"""The most score points an adjustment may move. It is far above any target, and still fits on a chart."""


def check_played_hand(state: State, hand: Played, silent: int | None) -> None:
    """Raise `GameError` unless the hand's facts fit the table and the rules. Bid amounts are not checked here."""
    _check_bidder(state, hand.contractor, silent, "contractor")
    check_bidders(state, hand, silent)
    _check_points(state, hand.points)
    check_trump(state.rules, hand.trump)
    _check_called_seat(state, hand)
    if hand.announced_all:
        _check_announced(state, hand)
    if hand.tricks_lost is not None and not 0 <= hand.tricks_lost <= state.rules.hand_cards:
        raise Malformed(
            "event",
            reason="range",
            field="tricks_lost",
            read=hand.tricks_lost,
            low=0,
            high=state.rules.hand_cards,
        )
    if hand.discard_points is not None:
        _check_discard_points(state.rules, hand.discard_points)


def check_bidders(state: State, hand: Played, silent: int | None) -> None:
    """Raise `GameError("event")` unless every other bidder has a seat and may call."""
    for seat in hand.bids or ():
        _check_bidder(state, seat, silent, "bids")
        if seat == hand.contractor:
            raise Malformed("event", reason="own_bid", field="bids", read=seat)


def check_pile_count(rules: RuleSet, hand: Played) -> None:
    """Raise `GameError` unless the piles, their owners and the discard are possible under these rules."""
    _check_seat_exists(rules, hand.contractor, "contractor")
    if rules.table.side_of[hand.contractor] is None:
        raise Illegal("event", reason="silent", field="contractor", read=hand.contractor)
    _check_piles(rules, hand.points)
    if hand.called_seat is not None:
        _check_seat_exists(rules, hand.called_seat, "called_seat")
    if hand.discard_points is not None:
        _check_discard_points(rules, hand.discard_points)


def _check_seat_exists(rules: RuleSet, seat: int, name: str) -> None:
    players = rules.table.players
    if not 0 <= seat < players:
        raise Malformed("event", reason="seat", field=name, read=seat, high=players - 1)


def _check_seat(state: State, seat: int, name: str) -> None:
    _check_seat_exists(state.rules, seat, name)
    side = state.rules.table.side_of[seat]
    if side is not None and side in state.dropped:
        raise Illegal("event", reason="dropped", field=name, read=seat, side=side)


def _check_bidder(state: State, seat: int, silent: int | None, name: str) -> None:
    _check_seat(state, seat, name)
    if seat == silent:
        raise Illegal("event", reason="silent", field=name, read=seat)


def _check_points(state: State, points: tuple[int, ...]) -> None:
    _check_piles(state.rules, points)
    for side in state.dropped:
        if points[side]:
            raise Illegal("points.value", read=points[side], pile=side, side=side, reason="dropped")


def _check_piles(rules: RuleSet, points: tuple[int, ...]) -> None:
    expected = pile_count(rules)
    if len(points) != expected:
        raise Malformed("points.count", read=len(points), right=expected)
    for i, pile in enumerate(points):
        if pile < 0 or pile > HUNDRED or pile % 5:
            raise Illegal("points.value", read=pile, pile=i, reason="value")
    if sum(points) != HUNDRED:
        raise Illegal("points.sum", read=sum(points), right=HUNDRED, piles=points)


def _check_called_seat(state: State, hand: Played) -> None:
    called = state.rules.format == "called_partner"
    if hand.called_seat is None:
        if called:
            raise NotEnoughKnown("needs.called_seat")
    elif not called:
        raise Illegal("event", reason="not_called", field="called_seat", read=hand.called_seat)
    else:
        _check_seat(state, hand.called_seat, "called_seat")


def _check_announced(state: State, hand: Played) -> None:
    if not state.rules.announced_all:
        raise Illegal("announced_all", reason="not_played")
    side = state.rules.table.side_of[hand.contractor]
    if side is not None and state.scores[side] < 0:
        raise Illegal("announced_all", reason="below_zero", side=side, score=state.scores[side])


def _check_discard_points(rules: RuleSet, points: int) -> None:
    most = most_points_discarded(rules.kitty)
    if points and not most:
        raise Illegal("points.value", reason="no_kitty", field="discard_points", read=points)
    if points < 0 or points > most or points % 5:
        raise Illegal("points.value", reason="discard", field="discard_points", read=points, high=most)


def check_new_dealer(state: State, seat: int) -> None:
    """Raise `GameError("event")` unless the seat exists and its player deals (`deal.rotation`)."""
    _check_seat(state, seat, "dealer")
    if seat == state.rules.table.fixed_silent:
        raise Illegal("event", reason="silent_dealer", field="dealer", read=seat)


def check_new_seats(rules: RuleSet, players: tuple[str, ...]) -> None:
    """Raise `Malformed("event")` unless there is one name for each seat."""
    if len(players) != rules.table.players:
        raise Malformed("event", reason="seats", field="players", read=len(players), right=rules.table.players)


def check_adjustment(state: State, event: Adjustment) -> None:
    """Raise `GameError("adjustment")` unless its side, points and reason are valid (`adjustment`)."""
    sides = len(state.scores)
    if not 0 <= event.side < sides:
        raise Malformed("adjustment", reason="side", field="side", read=event.side, high=sides - 1)
    if event.side in state.dropped:
        raise Illegal("adjustment", reason="dropped", field="side", read=event.side)
    if event.points == 0 or abs(event.points) > MOST_ADJUSTED:
        raise Illegal("adjustment", reason="points", field="points", read=event.points, high=MOST_ADJUSTED)
    if not event.reason.strip():
        raise Illegal("adjustment", reason="reason", field="reason", read=event.reason)
