"""Four players who play 200 with cards, simply and by no model of ours: what is supposed of a table is counted from them.

They know the engine's cards, auction and play, and nothing of `scorekeeper.odds`. `python -m tests.odds.players [HANDS] [SEED]`
prints what came of so many hands.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass

from scorekeeper.engine.auction import PASS, Bidding, rank
from scorekeeper.engine.cards import HEIGHT, POINTS, SUIT, SUITS
from scorekeeper.engine.deal import deal_out, pack_of
from scorekeeper.engine.play import Tricks, winning_card
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import named

CAUTION = 4.0
"""Card points that a player bids below what the hand seems to be worth."""
WHIM = 8.0
"""Standard deviation, in card points, of how a player judges a hand."""


@dataclass(frozen=True)
class Seen:
    """A hand that was played: who held the contract, at what, what their side took, and which seats had bid."""

    contractor: int
    bid: int
    took: int
    bids: dict[int, int]


def worth(cards: list[str], trump: str) -> float:
    """Card points that the side of somebody who holds these cards may take with this trump (see `WEIGHTS`)."""
    return sum(w * f for w, f in zip(WEIGHTS, features(cards, trump), strict=True))


def features(cards: list[str], trump: str) -> tuple[float, ...]:
    """What a player counts: trumps, their height, side aces and kings, short suits."""
    own = [card for card in cards if SUIT[card] == trump]
    high = sum(max(0, HEIGHT[card] - HEIGHT["10" + trump]) for card in own)
    side = [card for card in cards if SUIT[card] != trump]
    ranks = [card[:-1] for card in side]
    short = sum(max(0, 2 - sum(SUIT[card] == suit for card in side)) for suit in SUITS if suit != trump)
    return (1.0, len(own), high, ranks.count("A"), ranks.count("K"), short)


WEIGHTS: tuple[float, ...] = (16.9, 6.2, 2.1, 9.2, 1.2, 2.1)
"""By least squares from 6,000 hands that were played out with the best suit of one seat as trump."""


def play_hand(rules: RuleSet, dealer: int, chance: random.Random) -> Seen | None:
    """Deal, bid and play a hand; None where everyone passed."""
    pack = list(pack_of(rules))
    chance.shuffle(pack)
    hands, _ = deal_out(rules, pack)
    judged = {seat: max((worth(cards, s), s) for s in SUITS) for seat, cards in hands.items()}
    limits = {seat: value - CAUTION + chance.gauss(0, WHIM) for seat, (value, _) in judged.items()}
    bidding = Bidding(rules, dealer)
    while bidding.turn is not None:
        bidding.call(_call(bidding, limits[bidding.turn]))
    if bidding.contractor is None:
        return None
    seat = bidding.contractor
    took = play_out(rules, seat, judged[seat][1], hands)
    bids = {s: rank(b) for s, b in bidding.highest_bids.items() if s != seat}
    return Seen(seat, rank(bidding.bid), took, bids)


def _call(bidding: Bidding, limit: float) -> int | str:
    numbers = [call for call in bidding.legal() if isinstance(call, int)]
    if not numbers:
        return PASS
    partner = bidding.standing is not None and (bidding.standing - bidding.turn) % 2 == 0
    return numbers[0] if numbers[0] + (10 if partner else 0) <= limit else PASS


def play_out(rules: RuleSet, contractor: int, trump: str, hands: dict[int, list[str]]) -> int:
    """Card points that the contractor's side takes."""
    game = Tricks(rules, contractor, trump, hands)
    while game.turn is not None:
        game.play(_card(game, trump, contractor))
    return sum(
        POINTS[card]
        for trick, winner in zip(game.tricks, game.winners, strict=True)
        if (winner - contractor) % 2 == 0
        for card in trick
    )


def _card(game: Tricks, trump: str, contractor: int) -> str:
    cards, trick, seat = game.legal(), game.tricks[-1], game.turn
    if not trick:
        return _lead(cards, trump, attacks=(seat - contractor) % 2 == 0)
    best = winning_card(trick, trump)
    partner = len(trick) >= 2 and best == len(trick) - 2
    last = len(trick) == 3
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


def tables(seed: int, hands: int, rules: RuleSet | None = None) -> list[Seen]:
    """So many deals, one dealer after the other."""
    chance, rules = random.Random(seed), rules or named("standard")
    played = (play_hand(rules, n % 4, chance) for n in range(hands))
    return [seen for seen in played if seen is not None]


def main(hands: int = 20_000, seed: int = 1) -> None:
    """Print the contracts by height and what they took beside the bid, in shares."""
    found = tables(seed, hands)
    print(f"{len(found)} of {hands} hands were bid; {sum(s.took >= s.bid for s in found) / len(found):.3f} made")
    defended = sum(any((seat - s.contractor) % 2 for seat in s.bids) for s in found)
    print(f"a side that defends had bid in {defended / len(found):.3f}")
    for name, counts in (("bid", Counter(s.bid for s in found)), ("margin", Counter(s.took - s.bid for s in found))):
        for value in sorted(counts):
            print(f"{name} {value:4} {counts[value] / len(found):.4f}")


if __name__ == "__main__":
    main(*[int(argument) for argument in sys.argv[1:]])
