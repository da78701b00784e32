"""Hypothesis strategies for the referee: tables of every format, and hands with legal or illegal cards."""

from __future__ import annotations

import random
from dataclasses import dataclass

from hypothesis import strategies as st

from scorekeeper.engine.auction import Bidding
from scorekeeper.engine.deal import SUIT, deal_out, pack_of, seats_dealt
from scorekeeper.engine.kitty import discard_choice
from scorekeeper.engine.play import legal_cards, pick_up_hands, trump_in_force, winning_card
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules

_AUCTION = {
    "minimum_bid": [0, 30, 50, 70, 100],
    "bid_step": [5, 10],
    "rounds": ["continuous", "single"],
    "keep": ["none", "dealer", "anyone_once"],
    "all_pass": ["throw_in", "dealer_minimum", "dealer_free", "dealer_passes"],
    "hundred_for_200": [False, True],
}
_KITTY = {
    "discard_to": ["opponents", "last_trick", "first_trick", "contractor"],
    "discard_limit": ["any", "no_points", "no_points_or_trumps"],
    "discard_show_trumps": [False, True],
    "discard_announce_points": [False, True],
}
_PLAY = {"trump_by": ["announced", "first_lead"], "no_trump": ["forbidden", "plain", "double"]}


@dataclass(frozen=True)
class TableForAuction:
    """A table before the auction. `dropped`: sides that have dropped out."""

    rules: RuleSet
    dealer: int
    dropped: tuple[int, ...] = ()


@st.composite
def tables(draw, kitty=False):
    """Draw a named rule set with changes to the auction, kitty and play. Three pairs may have had a drop-out."""
    base = named_rules(draw(st.sampled_from(sorted(name for name in VARIANTS_BY_NAME if named_rules(name).kitty or not kitty))))
    options = {**_AUCTION, **_PLAY, **(_KITTY if base.kitty else {})}
    differs = {name: draw(st.sampled_from(values)) for name, values in options.items()}
    if differs["all_pass"] == "dealer_minimum" and not differs["minimum_bid"]:
        differs["minimum_bid"] = 50
    if base.format == "silent_partner":
        differs["silent_seat"] = draw(st.sampled_from(["rotates", 0, 3]))
    dropped = draw(st.sampled_from([(), (0,), (1,), (2,)])) if base.format == "three_pairs" else ()
    rules = base.with_options(**differs)
    seats = [s for s, side in enumerate(rules.table.side_of) if side is not None and side not in dropped]
    return TableForAuction(rules, draw(st.sampled_from(seats)), dropped)


def bid_at_random(seated: TableForAuction, rng: random.Random, passing: float = 0.4) -> Bidding:
    """Return a random legal auction to its end."""
    bidding = Bidding(seated.rules, seated.dealer, seated.dropped)
    while bidding.turn is not None:
        legal = bidding.legal()
        bidding.call("pass" if rng.random() < passing else rng.choice(legal[:6] + legal[-2:]))
    return bidding


@dataclass
class Deal:
    """A hand after the discard. `announced`: the trump."""

    contractor: int
    announced: str | None
    hands: dict[int, list[str]]
    discard: list[str]

    def by_place(self, rules: RuleSet) -> list[list[str]]:
        """Return the hands in the order of the game record."""
        return [self.hands.get(seat, []) for seat in range(rules.table.hands)]


def deal_at_random(seated: TableForAuction, rng: random.Random, contractor: int | None = None) -> Deal:
    """Deal a shuffled pack and make a legal discard."""
    rules = seated.rules
    cards = list(pack_of(rules))
    rng.shuffle(cards)
    hands, kitty = deal_out(rules, cards, seated.dropped)
    if contractor is None:
        places = seats_dealt(rules, seated.dropped)
        contractor = rng.choice([s for s in places if s < rules.table.players and s != rules.table.fixed_silent])
    trumps = ["S", "H", "D", "C"] if rules.no_trump == "forbidden" else ["S", "H", "D", "C", "NT"]
    announced = rng.choice(trumps)
    held = hands[contractor] + kitty
    choice = discard_choice(rules, held, announced, seated.dropped)
    discard = [*choice.must, *rng.sample(choice.may, choice.count - len(choice.must))]
    hands[contractor] = [card for card in held if card not in discard]
    return Deal(contractor, announced, hands, discard)


@dataclass
class Sin:
    """A suit not followed though possible: the trick, the seat, and the cards due."""

    trick: int
    seat: int
    card: str
    suit: str
    owed: list[str]
    proven_by: int | None = None


def play_at_random(
    seated: TableForAuction, deal: Deal, rng: random.Random, sinning: float = 0.0, cards: int = 999
) -> tuple[list[list[str]], list[int], list[Sin]]:
    """Return the tricks after `cards` cards, their winners, and the revokes committed."""
    rules, held = seated.rules, pick_up_hands(seated.rules, deal.hands)
    seats = list(seats_dealt(rules, seated.dropped))
    leader, trump = deal.contractor, trump_in_force(rules, deal.announced, None)
    tricks: list[list[str]] = []
    winners: list[int] = []
    sins: list[Sin] = []
    while cards and any(held[leader]):
        trick: list[str] = []
        tricks.append(trick)
        order = [seats[(seats.index(leader) + i) % len(seats)] for i in range(len(seats))]
        for seat in order[:cards]:
            seen = list(held[seat])
            legal = legal_cards(seen, SUIT[trick[0]] if trick else None)
            wrong = [card for card in seen if card not in legal]
            card = rng.choice(wrong if wrong and rng.random() < sinning else legal)
            for sin in sins:
                if sin.seat == seat and card in sin.owed and sin.proven_by is None:
                    sin.proven_by = len(tricks)
            if card in wrong:
                sins.append(Sin(len(tricks), seat, card, SUIT[trick[0]], legal))
            held[seat].remove(card)
            trick.append(card)
            trump = trump_in_force(rules, deal.announced, tricks[0][0])
        cards -= len(trick)
        if len(trick) == len(order):
            leader = order[winning_card(trick, trump)]
            winners.append(leader)
    return tricks, winners, sins
