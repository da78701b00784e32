"""Whole hands through the referee (auction, discard, nine tricks, score), next to random play unchecked."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from scorekeeper.engine.auction import Bidding
from scorekeeper.engine.deal import POINTS, deal_out, pack_of, points_of
from scorekeeper.engine.events import Played
from scorekeeper.engine.kitty import discard_choice, judge_discard
from scorekeeper.engine.play import Tricks
from scorekeeper.engine.replay.game import advance
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.engine.rulings import count_piles
from scorekeeper.engine.state import State
from tests.benchmarks.rows import row, size

RULES = named_rules("informal").with_options(discard_limit="no_points", all_pass="dealer_minimum")
HANDS = size(3_000, 3)
RUNS = size(5, 1)
AIM = 5_000
STEPS = ("deal", "auction", "discard", "play", "score")


def deal(rng: random.Random) -> tuple[dict[int, list[str]], list[str]]:
    """Deal a shuffled pack."""
    cards = list(pack_of(RULES))
    rng.shuffle(cards)
    return deal_out(RULES, cards)


def auction(rng: random.Random, dealer: int) -> Bidding:
    """Return a random legal auction. It never passes out under these rules."""
    bidding = Bidding(RULES, dealer)
    while bidding.turn is not None:
        bidding.call(rng.choice(bidding.legal()[:5]))
    return bidding


def discard(rng: random.Random, held: list[str], trump: str) -> list[str]:
    """Return a random legal discard, judged."""
    choice = discard_choice(RULES, held, trump)
    cards = [*choice.must, *rng.sample(choice.may, choice.count - len(choice.must))]
    assert judge_discard(RULES, held, cards, trump).legal
    return cards


def play(rng: random.Random, contractor: int, trump: str, hands: dict[int, list[str]]) -> Tricks:
    """Return nine tricks of random legal cards."""
    tricks = Tricks(RULES, contractor, trump, hands)
    while tricks.turn is not None:
        tricks.play(rng.choice(tricks.legal()))
    return tricks


def score(bidding: Bidding, tricks: Tricks, trump: str, discarded: list[str]) -> None:
    """Count the piles and score the hand."""
    assert bidding.contractor is not None
    won = [(winner, points_of(cards)) for winner, cards in zip(tricks.winners, tricks.tricks, strict=True)]
    piles = count_piles(RULES, bidding.contractor, won, discarded)
    bids = {seat: bid for seat, bid in bidding.highest_bids.items() if seat != bidding.contractor}
    assert bidding.bid is not None
    advance(State(RULES, bidding.dealer), Played(bidding.contractor, bidding.bid, piles, bids, trump))


def refereed(rng: random.Random, spent: dict[str, float]) -> None:
    """Play one whole hand, and add the seconds of each step to `spent`."""
    clock = time.perf_counter
    times = [clock()]
    hands, kitty = deal(rng)
    times.append(clock())
    bidding = auction(rng, rng.randrange(4))
    times.append(clock())
    contractor, trump = bidding.contractor, rng.choice("SHDC")
    assert contractor is not None
    held = hands[contractor] + kitty
    discarded = discard(rng, held, trump)
    hands[contractor] = [card for card in held if card not in discarded]
    times.append(clock())
    tricks = play(rng, contractor, trump, hands)
    times.append(clock())
    score(bidding, tricks, trump, discarded)
    times.append(clock())
    for step, start, end in zip(STEPS, times, times[1:], strict=False):
        spent[step] += end - start


def blind(rng: random.Random, spent: dict[str, float]) -> None:
    """Make the same number of random choices without checks, as the baseline."""
    cards = list(pack_of(RULES))
    rng.shuffle(cards)
    hands = [cards[i * 9 : i * 9 + 9] for i in range(4)]
    for _ in range(6):
        rng.choice((50, 55, 60, 65, "pass"))
    rng.sample(cards[36:], 4)
    points = [0, 0]
    for _ in range(9):
        trick = []
        for hand in hands:
            card = rng.choice(hand)
            hand.remove(card)
            trick.append(card)
        points[rng.randrange(2)] += sum([POINTS[card] for card in trick])


def rate(hand: Callable[[random.Random, dict[str, float]], None], seed: int, spent: dict[str, float]) -> float:
    rng = random.Random(seed)
    start = time.perf_counter()
    for _ in range(HANDS):
        hand(rng, spent)
    return HANDS / (time.perf_counter() - start)


def main() -> None:
    """Print the rate, the baseline, and the time of each step. Runs alternate, so that both see the same machine."""
    spent = dict.fromkeys(STEPS, 0.0)
    pairs = [(rate(refereed, seed, spent), rate(blind, seed, spent)) for seed in range(RUNS)]
    ours, floor = (statistics.median(column) for column in zip(*pairs, strict=True))
    whole = sum(spent.values())
    shares = {step: f"{100 * seconds / whole:.0f} %" for step, seconds in spent.items()}
    row("referee, a hand from the deal to the score", ours, "hands/s", floor, aim=AIM, time=shares)


if __name__ == "__main__":
    main()
