"""The state of a game, bids and trumps: the short texts of the pad and the sheet."""

from __future__ import annotations

from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200, UNKNOWN_BID
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import PAIR, TEAM
from scorekeeper.messages.numbers import listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.endings import Outcome
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.messages.names import Names

PLAYING = N_("The game goes on.")
ONE_SIDE = N_("%(side)s win the game.")
ONE_SIDE_SKUNK = N_("%(side)s win the game, which counts as two.")
ONE_PLAYER = N_("%(player)s wins the game.")
ONE_PLAYER_SKUNK = N_("%(player)s wins the game, which counts as two.")
SEVERAL = N_("%(players)s win the game together.")
SEVERAL_SKUNK = N_("%(players)s win the game together, and it counts as two.")

ENDINGS = {
    "end.announced_all": N_("all 100 points announced"),
    "end.hundred": N_("all 100 points taken"),
    "end.target": N_("target reached"),
    "end.hole": N_("in the hole"),
}

TRUMPS = {
    "S": N_("spades"),
    "H": N_("hearts"),
    "D": N_("diamonds"),
    "C": N_("clubs"),
    "NT": N_("no trump"),
}
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

BIDS = {HUNDRED_FOR_200: N_("100 for 200"), FREE: N_("free"), UNKNOWN_BID: N_("bid")}

EVENT_TITLES = {
    "played": N_("Hand played"),
    "passed_out": N_("Passed out"),
    "misdeal": N_("Misdeal"),
    "adjustment": N_("Adjustment"),
    "deal": N_("Dealer corrected"),
    "seats": N_("Change at the table"),
}

STATUSES = {
    "struck": N_("voided"),
    "unscorable": N_("cannot be scored"),
    "after_end": N_("after the end of the game"),
    "waiting": N_("waiting for an earlier line"),
}

ALL_PASSED = N_("Everyone passed: no score, and the deal moves on.")
MISDEAL = N_("Misdeal: %(player)s deals again.")
NEW_DEALER = N_("%(player)s deals from here on. Then the deal passes left as usual.")
UNPLAYED = {"passed_out": ALL_PASSED, "misdeal": MISDEAL, "deal": NEW_DEALER}


def outcome_text(t: Gettext, outcome: Outcome, names: Names | Sequence[str]) -> str:
    """Return who has won, and whether the game counts as two. `names` are by side, or a `Names`."""
    if outcome.status != "won":
        return t(PLAYING)
    sides = getattr(names, "sides", names)
    winners = [sides[s] for s in outcome.winners]
    who = listing(t, winners)
    skunk = outcome.games > 1
    if len(winners) > 1:
        return t(SEVERAL_SKUNK if skunk else SEVERAL) % {"players": who}
    if getattr(names, "kind", PAIR) in (PAIR, TEAM):
        return t(ONE_SIDE_SKUNK if skunk else ONE_SIDE) % {"side": who}
    return t(ONE_PLAYER_SKUNK if skunk else ONE_PLAYER) % {"player": who}


def ending_text(t: Gettext, rule: str) -> str:
    """Return in two or three words how a game ended (`Outcome.rule`)."""
    return t(ENDINGS[rule])


def bid_text(t: Gettext, bid: int | str) -> str:
    """Return a bid or contract: card points, `100 for 200`, `free` (no one bid), or `bid` (the height is unknown)."""
    return t(BIDS[bid]) if isinstance(bid, str) else str(bid)


def bidder_text(t: Gettext, name: str, bid: int | str) -> str:
    """Return the name of a bidder, with the bid if it is known."""
    return name if bid == UNKNOWN_BID else f"{name} {bid_text(t, bid)}"


def trump_text(t: Gettext, trump: str) -> str:
    """Return a suit, or no trump, in words."""
    return t(TRUMPS[trump])


def trump_symbol(t: Gettext, trump: str) -> str:
    """Return a suit's symbol, or two letters for no trump."""
    return SYMBOLS.get(trump) or t(N_("NT"))


def unplayed_text(t: Gettext, kind: str, dealer: str) -> str:
    """Return the meaning of an event without lines (`passed_out`, `misdeal`, `deal`), or an empty text.

    `dealer` is the dealer of that hand.
    """
    return t(UNPLAYED[kind]) % {"player": dealer} if kind in UNPLAYED else ""


def kind_text(t: Gettext, kind: str) -> str:
    """Return the name of an event's kind (`played`, `passed_out`, `misdeal`, `adjustment`, `deal`, `seats`)."""
    return t(EVENT_TITLES[kind])


def status_text(t: Gettext, status: str) -> str:
    """Return in a few words why an entry does not count (`engine.replay.ledger`, and `struck`). Empty for one that does."""
    return t(STATUSES[status]) if status in STATUSES else ""
