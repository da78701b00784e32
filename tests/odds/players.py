"""Simple card players for 200, independent of our model. The default habits of a table are counted from them.

They use the engine's cards, auction and play, but nothing from `scorekeeper.odds`.
`python -m tests.odds.players [HANDS] [SEED] [RULES]` prints the results of that many hands.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass

from scorekeeper.engine.auction import PASS, Bidding, bid_rank
from scorekeeper.engine.deal import HEIGHT, POINTS, SUIT, SUITS, deal_out, pack_of
from scorekeeper.engine.play import Tricks, winning_card
from scorekeeper.engine.ruleset import RuleSet, named_rules

CAUTION = 4.0
"""Card points that a player bids below the hand's estimate."""
WHIM = 8.0
"""Standard deviation of a player's estimate, in card points."""


@dataclass(frozen=True)
class PlayedHand:
    """A played hand. `took`: card points of the contractor's side. `bids`, `by_seat`: bids and card points by seat."""

    contractor: int
    bid: int
    took: int
    bids: dict[int, int]
    by_seat: tuple[int, ...]


def worth(rules: RuleSet, cards: list[str], trump: str) -> float:
    """Return the card points that a side may take with these cards and this trump (see `WEIGHTS`)."""
    weights = WEIGHTS.get(rules.format, WEIGHTS["partnership"])
    return sum(w * f for w, f in zip(weights, features(cards, trump), strict=True))


def together(rules: RuleSet, seat: int, other: int, contractor: int) -> bool:
    """Return whether two seats play together: on one side, or both as defenders in an individual format."""
    if rules.table.individual:
        return (seat == contractor) == (other == contractor)
    return rules.table.side_of[seat] == rules.table.side_of[other]


def features(cards: list[str], trump: str) -> tuple[float, ...]:
    """Return what a player counts: trumps, their height, side aces and kings, short suits."""
    own = [card for card in cards if SUIT[card] == trump]
    high = sum(max(0, HEIGHT[card] - HEIGHT["10" + trump]) for card in own)
    side = [card for card in cards if SUIT[card] != trump]
    ranks = [card[:-1] for card in side]
    short = sum(max(0, 2 - sum(SUIT[card] == suit for card in side)) for suit in SUITS if suit != trump)
    return (1.0, len(own), high, ranks.count("A"), ranks.count("K"), short)


WEIGHTS: dict[str, tuple[float, ...]] = {
    "partnership": (16.9, 6.2, 2.1, 9.2, 1.2, 2.1),
    "three_pairs": (-6.9, 10.4, 3.0, 9.3, -0.2, 3.1),
    "cutthroat": (-29.7, 10.0, 2.7, 12.4, 1.5, 3.6),
}
"""Weights by format, by least squares from 6,000 hands played out with one seat's best suit as trump."""


def play_hand(rules: RuleSet, dealer: int, chance: random.Random) -> PlayedHand | None:
    """Deal, bid and play a hand. Returns None if everyone passed."""
    pack = list(pack_of(rules))
    chance.shuffle(pack)
    hands, _ = deal_out(rules, pack)
    judged = {seat: max((worth(rules, cards, s), s) for s in SUITS) for seat, cards in hands.items()}
    limits = {seat: value - CAUTION + chance.gauss(0, WHIM) for seat, (value, _) in judged.items()}
    bidding = Bidding(rules, dealer)
    while bidding.turn is not None:
        bidding.call(_call(rules, bidding, limits[bidding.turn]))
    if bidding.contractor is None:
        return None
    seat = bidding.contractor
    by_seat = play_out(rules, seat, judged[seat][1], hands)
    bids = {s: bid_rank(b) for s, b in bidding.highest_bids.items() if s != seat}
    return PlayedHand(seat, bid_rank(bidding.bid), took_by(rules, seat, by_seat), bids, by_seat)


def took_by(rules: RuleSet, contractor: int, by_seat: tuple[int, ...]) -> int:
    """Return the card points of the contractor's side."""
    return sum(points for seat, points in enumerate(by_seat) if together(rules, seat, contractor, contractor))


def _call(rules: RuleSet, bidding: Bidding, limit: float) -> int | str:
    numbers = [call for call in bidding.legal() if isinstance(call, int)]
    if not numbers:
        return PASS
    partner = bidding.standing is not None and rules.table.side_of[bidding.standing] == rules.table.side_of[bidding.turn]
    return numbers[0] if numbers[0] + (10 if partner else 0) <= limit else PASS


def play_out(rules: RuleSet, contractor: int, trump: str, hands: dict[int, list[str]]) -> tuple[int, ...]:
    """Return the card points that each seat takes."""
    game, seats = Tricks(rules, contractor, trump, hands), sorted(hands)
    while game.turn is not None:
        game.play(_card(rules, game, trump, contractor))
    by_seat = [0] * len(seats)
    for trick, winner in zip(game.tricks, game.winners, strict=True):
        by_seat[winner] += sum(POINTS[card] for card in trick)
    return tuple(by_seat)


def _card(rules: RuleSet, game: Tricks, trump: str, contractor: int) -> str:
    cards, trick, seat = game.legal(), game.tricks[-1], game.turn
    if not trick:
        return _lead(cards, trump, attacks=together(rules, seat, contractor, contractor))
    best, seats = winning_card(trick, trump), rules.table.players
    partner = together(rules, seat, (seat - len(trick) + best) % seats, contractor)
    last = len(trick) == seats - 1
    able = [card for card in cards if winning_card([*trick, card], trump) == len(trick)]
    if partner and (last or SUIT[trick[best]] == trump or HEIGHT[trick[best]] >= HEIGHT["A" + SUIT[trick[best]]]):
        return max(cards, key=lambda card: (POINTS[card] * (card[:-1] != "A"), -HEIGHT[card]))
    if able and not partner:
        cheap = [card for card in able if SUIT[card] != trump or SUIT[trick[0]] == trump or any(POINTS[c] for c in trick) or last]
        if cheap:
            sure = max(cheap, key=lambda card: HEIGHT[card])
            return min(cheap, key=lambda card: HEIGHT[card]) if last else sure
    return min(cards, key=lambda card: (POINTS[card], SUIT[card] == trump, HEIGHT[card]))


def _lead(cards: list[str], trump: str, *, attacks: bool) -> str:
    own = [card for card in cards if SUIT[card] == trump]
    aces = [card for card in cards if card[:-1] == "A" and SUIT[card] != trump]
    if attacks and own and HEIGHT[max(own, key=lambda card: HEIGHT[card])] > HEIGHT["10" + trump]:
        return max(own, key=lambda card: HEIGHT[card])
    if aces:
        return aces[0]
    others = [card for card in cards if SUIT[card] != trump] or cards
    return min(others, key=lambda card: (POINTS[card], HEIGHT[card]))


def tables(seed: int, hands: int, rules: RuleSet | None = None) -> list[PlayedHand]:
    """Play that many deals in turn."""
    chance, rules = random.Random(seed), rules or named_rules("standard")
    played = (play_hand(rules, n % rules.table.players, chance) for n in range(hands))
    return [seen for seen in played if seen is not None]


def main(hands: int = 20_000, seed: int = 1, rules: str = "standard") -> None:
    """Print the contracts by bid and how much they took above or below it, as shares."""
    found = tables(seed, hands, named_rules(rules))
    print(f"{len(found)} of {hands} hands were bid; {sum(s.took >= s.bid for s in found) / len(found):.3f} made")
    defended = sum(any((seat - s.contractor) % 2 for seat in s.bids) for s in found)
    print(f"a side that defends had bid in {defended / len(found):.3f}")
    for name, counts in (("bid", Counter(s.bid for s in found)), ("margin", Counter(s.took - s.bid for s in found))):
        for value in sorted(counts):
            print(f"{name} {value:4} {counts[value] / len(found):.4f}")


if __name__ == "__main__":
    main(*[int(argument) for argument in sys.argv[1:3]], *sys.argv[3:])
