"""Doubtful facts in a record. They are scored as recorded, and reported."""

from __future__ import annotations

from scorekeeper.engine.auction import bid_rank
from scorekeeper.engine.scored_game import Doubt
from scorekeeper.engine.scoring import pile_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid, Played
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.scored_game import Hand


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
    kept = [seat for seat, other in above.items() if bid_rank(other) == height]
    if may_keep and len(kept) == 1:
        del above[kept[0]]
    return above


def _largest_pile(rules: RuleSet, contractor: int, points: tuple[int, ...]) -> int:
    """Return the card points of the largest pile that may hold the discard (`kitty.discard_to`)."""
    if rules.discard_to in ("first_trick", "last_trick"):
        return max(points)
    own = 0 if pile_count(rules) != len(rules.table.sides) else rules.table.side_of[contractor] or 0
    if rules.discard_to == "contractor":
        return points[own]
    return max([pile for i, pile in enumerate(points) if i != own])
