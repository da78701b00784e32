"""Why a call, a discard or a card is not allowed, in words."""

from __future__ import annotations

from scorekeeper.engine.cards import RANK, SUIT
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import choosing, listing, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.engine.errors import Objection
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.messages.names import Names

OBJECTIONS: dict[str, str] = {
    "auction.end:ended": N_("The auction was over."),
    "auction.all_pass:dealer_minimum": N_(
        "The auction was over. When everyone before the dealer has passed, the dealer has the contract at the minimum bid."
    ),
    "auction.all_pass:dealer_free": N_(
        "The auction was over. When everyone before the dealer has passed, the dealer plays without a bid."
    ),
    "auction.all_pass:dealer_passes": N_(
        "The auction was over. When everyone before the dealer has passed, the dealer must pass too."
    ),
    "auction.minimum:minimum": N_("The lowest bid is %(low)s."),
    "auction.step:multiple": N_("Bids go up in steps of %(step)s."),
    "auction.step:above_top": N_("No bid is above %(high)s."),
    "auction.step:not_above": N_("A bid must be above the last, which was %(standing)s."),
    "auction.step:unknown": N_("That is not a valid call."),
    "auction.hundred_for_200:not_played": N_("These rules have no bid of 100 for 200."),
    "auction.hundred_for_200:not_above": N_("100 for 200 has been bid, and nothing is above it."),
    "auction.keep:not_played": N_("Under these rules a bid may not be kept. It must be raised."),
    "auction.keep:nothing": N_("No one has bid, so there is nothing to keep."),
    "auction.keep:not_dealer": N_("Only the dealer may keep a bid."),
    "auction.keep:own": N_("Players cannot keep their own bid."),
    "auction.keep:kept": N_("%(standing)s has already been kept in this auction. It cannot be kept again."),
    "auction.turn:turn": N_("It is %(turn)s’s turn."),
    "auction.pass:passed": N_("A pass is final, and this player has already passed."),
    "auction.single_round:spoken": N_("Each player calls once, and this player has already called."),
    "format.silent_partner:silent": N_("The silent player makes no call."),
    "end.drop_out:dropped": N_("This side has dropped out and makes no call."),
    "deal.pack:count": N_("The discard must have %(right)s cards, like the kitty, not %(read)s."),
    "kitty.discard_limit:points": N_("Point cards may not be discarded while there are enough others: %(cards)s."),
    "kitty.discard_limit:trump": N_("Trumps may not be discarded while there are enough other cards: %(cards)s."),
    "kitty.discard_limit:allowed_first": N_(
        "There are too few allowed cards, so all of them must be discarded. Missing: %(cards)s."
    ),
    "play.follow:follow": N_("Suit must be followed: %(able)s could be played."),
    "format.two_handed:hidden": N_("A silent partner can play only visible cards: %(seen)s."),
    "play.trick:ended": N_("All the cards have been played."),
}
"""The message of each `rule:reason`."""

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_CALLS = {"100-for-200": N_("100 for 200"), "pass": N_("pass"), "keep": N_("keep")}


def objection_text(t: Gettext, objection: Objection, names: Names | None = None) -> str:
    """Return the sentence for an objection. Without `names`, seats are numbered."""
    sentence = OBJECTIONS[f"{objection.rule}:{objection.params['reason']}"]
    return t(sentence) % _Figures(t, objection.params, names)


def card_text(card: str) -> str:
    """Return a card as packs sold in Canada are marked, in any language: `10♥`, `K♠`."""
    return RANK[card] + SUIT_SIGNS[SUIT[card]]


def call_text(t: Gettext, call: int | str) -> str:
    """Return a call as players say it: `75`, `pass`, `keep`, `100 for 200`."""
    if isinstance(call, str):
        return t(_CALLS[call]) if call in _CALLS else call
    return number(call)


class _Figures:
    """The parameters of an objection, each put into words only when a sentence uses it."""

    def __init__(self, t: Gettext, params: dict[str, object], names: Names | None) -> None:
        self.t, self.params, self.names = t, params, names

    def keys(self) -> Iterable[str]:
        """Return the names of the parameters, which Brython asks for before it accepts a mapping."""
        return self.params

    def __getitem__(self, key: str) -> str:
        value = self.params[key]
        if key == "cards" or key == "able" or key == "seen":
            cards = [card_text(card) for card in value]  # type: ignore[attr-defined]
            return listing(self.t, cards) if key == "cards" else choosing(self.t, cards)
        if key == "turn" and isinstance(value, int):
            if self.names and value < len(self.names.seats):
                return self.names.seats[value]
            return self.t(N_("the player at seat %(seat)s")) % {"seat": number(value)}
        return call_text(self.t, value) if isinstance(value, (int, str)) else str(value)
