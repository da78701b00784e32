"""Drawn cards and tables. The engine works out the winners, points, contracts and scores they show."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import HUNDRED_FOR_200, Bidding
from scorekeeper.engine.deal import PACKS, POINTS
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.engine.rulings import judge
from scorekeeper.messages.errors.error_messages import call_text
from scorekeeper.messages.game.outcome import bid_text
from scorekeeper.messages.names import side_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scorekeeper.engine.events import Bid
    from scorekeeper.messages.marks import Gettext

PLAYERS = ("Aline", "Benoît", "Claire", "Denis", "Édith", "Fernand")
"""The players at the rulebook's tables, clockwise."""


@dataclass(frozen=True)
class Figure:
    """A drawing with a caption. `kind` selects the template."""

    caption: str
    kind = ""

    def content(self, t: Gettext) -> dict[str, Any]:
        """Return the content of the drawing."""
        raise NotImplementedError


@dataclass(frozen=True)
class CardRow(Figure):
    """Cards in a row, with their card points if `points`."""

    cards: tuple[str, ...]
    points: bool = False
    kind = "cards"

    def content(self, t: Gettext) -> dict[str, Any]:  # noqa: ARG002 (cards are the same in every language)
        """Return `cards` as (code, card points). The points are None if not shown."""
        return {"cards": [(card, POINTS[card] if self.points else None) for card in self.cards]}


def suit_ladder(pack: int, suit: str) -> tuple[str, ...]:
    """Return one suit of a pack, highest first."""
    return tuple(card for card in PACKS[pack] if card.endswith(suit))


@dataclass(frozen=True)
class Hands(Figure):
    """The four hands of a deal, each under its player's name."""

    hands: tuple[tuple[str, ...], ...]
    kind = "hands"

    def content(self, t: Gettext) -> dict[str, Any]:  # noqa: ARG002
        """Return `hands` as (player, cards)."""
        return {"hands": list(zip(PLAYERS, self.hands, strict=False))}


@dataclass(frozen=True)
class Seats(Figure):
    """A table of four from above, with the dealer and the first to call."""

    dealer: int
    kind = "seats"

    def content(self, t: Gettext) -> dict[str, Any]:  # noqa: ARG002
        """Return `players` by seat, `dealer`, and the `first` to call."""
        return {"players": PLAYERS[:4], "dealer": self.dealer, "first": (self.dealer + 1) % 4}


@dataclass(frozen=True)
class AuctionFigure(Figure):
    """An auction in columns, and its contract."""

    rules: str
    dealer: int
    calls: tuple[Bid, ...]
    kind = "auction"

    def content(self, t: Gettext) -> dict[str, Any]:
        """Return `players` in turn, `rows` of calls, `contractor` and `bid`."""
        bidding = Bidding(named_rules(self.rules), self.dealer)
        for call in self.calls:
            bidding.call(call)
        order = [(self.dealer + i) % 4 for i in range(1, 5)]
        rows: list[list[str]] = []
        column = 0
        for seat, call in bidding.calls:
            at = order.index(seat)
            if not rows or at <= column:
                rows.append([""] * 4)
            column = at
            rows[-1][at] = call_text(t, call)
        who = None if bidding.contractor is None else PLAYERS[bidding.contractor]
        bid = None if bidding.bid is None else bid_text(t, bidding.bid)
        return {"players": [PLAYERS[s] for s in order], "rows": rows, "contractor": who, "bid": bid}


@dataclass(frozen=True)
class TrickTable(Figure):
    """Tricks one below the other, with cards in the order played, winners and points."""

    rules: str
    contractor: int
    trump: str
    tricks: tuple[tuple[str, ...], ...]
    hands: tuple[tuple[str, ...], ...] | None = None
    kind = "tricks"

    def content(self, t: Gettext) -> dict[str, Any]:  # noqa: ARG002
        """Return `tricks` (cards with players, winner, points), `points` by side, and `sides` (names)."""
        rules = named_rules(self.rules)
        found = judge(rules, self.contractor, self.trump, self.tricks, self.hands)
        rows = [
            {
                "cards": [(PLAYERS[s], card, s == trick.winner) for s, card in zip(trick.seats, trick.cards, strict=True)],
                "winner": PLAYERS[trick.winner] if trick.winner is not None else "",
                "points": trick.points,
                "side": rules.table.side_of[trick.winner] if trick.winner is not None else None,
            }
            for trick in found.tricks
        ]
        sides = [side_name([PLAYERS[s] for s in side]) for side in rules.table.sides]
        return {"tricks": rows, "points": found.points, "sides": sides, "trump": found.trump, "whole": len(rows) > 1}


@dataclass(frozen=True)
class ScoreTable(Figure):
    """A small score sheet with a line for each hand. Negative scores are in a box."""

    rules: str
    events: tuple[Played, ...]
    kind = "scores"

    def content(self, t: Gettext) -> dict[str, Any]:
        """Return `sides` (names) and `rows`: contract, other bids, whether made, and each side's change and score."""
        rules = named_rules(self.rules)
        game = replay(rules, 3, self.events)
        assert game.error is None, game.error
        sides = [side_name([PLAYERS[s] for s in side]) for side in rules.table.sides]
        rows = []
        for hand, event in zip(game.hands, self.events, strict=True):
            assert hand.contractor is not None
            assert hand.bid is not None
            rows.append(
                {
                    "n": hand.n,
                    "who": PLAYERS[hand.contractor],
                    "bid": "100" if hand.bid == HUNDRED_FOR_200 else bid_text(t, hand.bid),
                    "trump": event.trump,
                    "others": [(bid_text(t, bid), PLAYERS[seat]) for seat, bid in sorted((event.bids or {}).items())],
                    "made": hand.made,
                    "cells": list(zip(hand.deltas, hand.scores, strict=True)),
                    "winners": hand.outcome.winners,
                }
            )
        return {"sides": sides, "rows": rows}
