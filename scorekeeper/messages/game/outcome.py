"""The state of a game, bids, entries, doubts and the dealer's draw: the short texts of the pad and the sheet."""

from __future__ import annotations

from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200, UNKNOWN_BID
from scorekeeper.engine.events import Adjustment, NewDealer, NewSeats
from scorekeeper.engine.scoring import is_at_or_above_line
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import PAIR, TEAM
from scorekeeper.messages.numbers import listing, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from scorekeeper.engine.deal import Drawing
    from scorekeeper.engine.endings import Outcome
    from scorekeeper.engine.events import Bid, Event
    from scorekeeper.engine.scored_game import Doubt
    from scorekeeper.engine.state import State
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


FOR_200 = N_("for 200")
FREE_BID = N_("Free")


def chip_text(t: Gettext, bid: Bid) -> tuple[str, str]:
    """Return a bid's large text on a button, and the small text below it."""
    if bid == HUNDRED_FOR_200:
        return "100", t(FOR_200)
    return t(FREE_BID) if bid == FREE else bid_text(t, bid), ""


ROOMY = 3
"""The most sides with room for whole sentences."""


def standing_text(t: Gettext, state: State, side: int, target: int | None) -> str:
    """Return how far the side has to go and its state: in the box, at the line, dropped out. Empty after the game.

    `target` is the score that wins, or None if no score does.
    """
    score, roomy = state.scores[side], len(state.scores) <= ROOMY
    if side in state.dropped:
        return t(N_("dropped out")) if roomy else t(N_("out"))
    if state.outcome.over:
        return ""
    if score < 0:
        return " · ".join((number(score), t(N_("in the box")))) if roomy else number(score)
    left = () if target is None else (t(N_("%(points)s to go")) % {"points": target - score},)
    return " · ".join((*left, *_at_the_line(t, state, score, roomy=roomy)))


def _at_the_line(t: Gettext, state: State, score: int, *, roomy: bool) -> tuple[str, ...]:
    if not is_at_or_above_line(state.rules, score):
        return ()
    if state.rules.opponents_score == "must_bid":
        return (t(N_("must bid")),)
    return (t(N_("scores if they fail")) if roomy else t(N_("must set")),)


DOUBTED_BID = N_("%(bids)s: that bid could not have lost to the %(bid)s that %(name)s played.")
DOUBTED_BIDS = N_("%(bids)s: those bids could not have lost to the %(bid)s that %(name)s played.")
DOUBTED_DISCARD = N_("A pile of %(pile)s cannot contain a discard of %(read)s points.")
ONES_BID = N_("%(name)s %(bid)s")


def doubt_text(t: Gettext, doubt: Doubt, players: Sequence[str]) -> str:
    """Return the sentence for a doubt, with the names by seat of its hand."""
    p: dict[str, Any] = doubt.params
    if doubt.rule != "auction.highest":
        return t(DOUBTED_DISCARD) % p
    bids = [t(ONES_BID) % {"name": players[seat], "bid": bid_text(t, bid)} for seat, bid in sorted(p["bids"].items())]
    facts = {"bids": listing(t, bids), "bid": bid_text(t, p["bid"]), "name": players[p["contractor"]]}
    return t(DOUBTED_BID if len(bids) == 1 else DOUBTED_BIDS) % facts


def doubt_formatter(t: Gettext, players: Sequence[str]) -> Callable[[Doubt, Sequence[str] | None], str]:
    """Return a function from a doubt and the names of its hand (None: `players`) to its sentence."""
    return lambda doubt, names: doubt_text(t, doubt, names or players)


DEALS = N_("%(name)s deals from here on")
SITS_IN = N_("%(new)s for %(old)s")


def event_text(t: Gettext, players: Sequence[str], event: Event) -> str:
    """Return a line for an entry that is not a hand.

    It gives an adjustment's reason, the new dealer, the players who changed, or the kind of entry. `players` are the names
    by seat before it.
    """
    if isinstance(event, Adjustment):
        return event.reason
    if isinstance(event, NewDealer) and event.dealer in range(len(players)):
        return t(DEALS) % {"name": players[event.dealer]}
    if isinstance(event, NewSeats):
        pairs = list(zip(players, event.players))  # noqa: B905 (the rules check the number)
        came = [t(SITS_IN) % {"new": new, "old": old} for old, new in pairs if new != old]
        return " · ".join(came) or kind_text(t, event.kind)
    return kind_text(t, event.kind)


def draw_text(t: Gettext, drawing: Drawing, players: Sequence[str]) -> str:
    """Return a sentence that says who shuffles and who gets the first jack. `players` are the names by seat."""
    message = N_("%(shuffler)s shuffles and turns cards up, from the left. The first jack falls to %(name)s, who deals first.")
    return t(message) % {"shuffler": players[drawing.shuffler], "name": players[drawing.dealer]}
