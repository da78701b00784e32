"""The messages of errors, by code and reason (`code:reason`), and why a call, a discard or a card is not allowed.

Seats and sides count from 0, as in the record.
"""

from __future__ import annotations

from scorekeeper.engine.deal import RANK, SUIT
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import choosing, listing, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.engine.errors import Objection
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.messages.names import Names

FAULTS: dict[str, str] = {
    "json": N_("This is not JSON, or it is nested too deeply."),
    "json:many": N_("This is larger than any valid file."),
    "json:deep": N_("This is nested too deeply."),
    "json:syntax": N_("This is not JSON: it goes wrong at character %(column)s."),
    "json:syntax_line": N_("This is not JSON: it goes wrong in line %(line)s, at character %(column)s."),
    "json:cut": N_("This is not JSON: it breaks off after %(column)s characters."),
    "json:cut_line": N_("This is not JSON: it breaks off in line %(line)s, before it is complete."),
    "json:empty": N_("This is empty."),
    "json:number": N_("This is not JSON, which has no number %(read)s."),
    "json:large": N_("The number %(read)s is too large."),
    "json:encoding": N_("This is not UTF-8, as JSON must be. It looks like %(looks)s. Save it as UTF-8."),
    "json:binary": N_("This is not JSON: it looks like a %(looks)s file."),
    "json:nul": N_("This is not JSON, and not even text."),
    "json:long": N_("This line is too long: more than %(high)s MB."),
    "json:file": N_("%(read)s cannot be read (%(text)s)."),
    "format": N_("This is not a game file: %(field)s is %(read)s, but should be %(right)s."),
    "format:type": N_("This is not a game file. Use a JSON object with the format %(right)s."),
    "format:version": N_("format: %(read)s is not supported. Use %(right)s."),
    "format:key": N_("%(field)s: a game file has no such key. Use %(right)s."),
    ":missing": N_("%(field)s: this is missing from the game file."),
    "format:twice": N_("%(field)s: this key appears twice in the same object."),
    "format:events": N_("events: use a list of at most %(high)s events."),
    "format:edition": N_("Version 1 of the game file cannot store this. Use version 2."),
    ":line": N_("%(field)s: %(read)s is not valid. Use one line of 1 to %(high)s printable characters."),
    ":uuid": N_("%(field)s: %(read)s is not a UUID, such as 8c2f7d4e-0b1a-4c3d-9e5f-6a7b8c9d0e1f."),
    ":moment": N_("%(field)s: %(read)s is not a timestamp with a UTC offset, such as 2026-01-31T19:30:00-05:00."),
    "format:match": N_("match: use an object with an id (a UUID), the number of the game and, if agreed, games_to_win."),
    "format:start_type": N_("start_scores: %(read)s is not valid. Use a list with a whole number for each side."),
    "format:start_count": N_("start_scores: there are %(read)s scores, but these rules have %(right)s sides."),
    "format:start_value": N_("start_scores: %(read)s is not valid. Use a multiple of 5, at most %(high)s from zero."),
    "format:start_over": N_("start_scores: with %(read)s the game would be over before its first hand."),
    "rules": N_("rules: %(read)s is neither the name of a rule set nor an object of options."),
    "players": N_("players: %(read)s is not valid. Use %(right)s."),
    "players:number": N_("players: these rules need %(right)s names, not %(read)s."),
    ":name": N_("players: %(read)s is not a valid name. Use 1 to %(high)s printable characters."),
    "players:first_dealer": N_("first_dealer: there is no seat %(read)s. Seats go from 0 to %(high)s."),
    "players:silent_dealer": N_("first_dealer: %(read_as_player)s is silent all evening and does not deal."),
    "event:object": N_("An event must be a JSON object, not %(read)s."),
    "event:kind": N_("kind: there is no kind of event %(read)s. Use %(choices)s."),
    "event:key": N_("%(field)s: this kind of event has no such key. Use %(choices)s."),
    "event:text": N_("%(field)s: %(read)s is not valid. Use a text of at most %(high)s characters."),
    "event:missing": N_("%(field)s: this is missing."),
    "event:missing_passed": N_(
        "%(field)s: this is missing. If everyone passed and no one played, record the hand as passed out: %(right)s."
    ),
    "event:type": N_("%(field)s: %(read)s is not valid. Use %(right)s."),
    "event:seat": N_("%(field)s: there is no seat %(read)s. Seats go from 0 to %(high)s."),
    "event:dropped": N_("%(field)s: %(read_as_player)s is on a side that has dropped out."),
    "event:silent": N_("%(field)s: %(read_as_player)s is the silent player for this hand and does not bid."),
    "event:silent_dealer": N_("%(field)s: %(read_as_player)s is silent all evening and does not deal."),
    "event:seats": N_("players: these rules need %(right)s names, not %(read)s."),
    "event:id_twice": N_("id: %(read)s is the id of an earlier event of this game."),
    "event:own_bid": N_(
        "%(field)s: %(read_as_player)s is the contractor, whose bid is the contract. Only the others’ bids go here."
    ),
    "event:range": N_("%(field)s: %(read)s is not valid. Use a number from %(low)s to %(high)s."),
    "event:choice": N_("%(field)s: %(read)s is not valid. Use %(choices)s."),
    "event:no_trump": N_("trump: these rules do not allow no trump."),
    "event:not_called": N_("called_seat: no card is called under these rules."),
    "event:card": N_("%(field)s: %(read)s is not a card. Write the rank, then S, H, D or C: AS, 10H, 5D."),
    "event:not_in_pack": N_("%(field)s: %(read)s is not in the pack of %(pack)s cards."),
    "event:twice": N_("%(field)s: %(read)s is there twice."),
    "event:count": N_("%(field)s: there should be %(right)s, not %(read)s."),
    "event:not_held": N_("%(field)s: %(read)s was not among the cards held."),
    "event:not_held_by": N_("%(field)s: in trick %(trick_as_counted)s, %(seat)s played %(read)s without holding it."),
    "event:trick": N_("%(field)s: trick %(trick_as_counted)s should have %(right)s cards, not %(read)s."),
    "event:hand": N_("%(field)s: %(seat)s should have %(right)s cards, not %(read)s."),
    "event:no_drop_out": N_("%(field)s: sides drop out only in the game of three pairs."),
    "event:dropped_side": N_(
        "%(field)s: %(read)s is not valid. Use a list with the one side that dropped out, from 0 to %(high)s."
    ),
    "event:question_key": N_("%(field)s: this question has no such key. Use %(choices)s."),
    "format:question": N_("A question for the ruling desk must be a JSON object, not %(read)s."),
    "auction": N_("auction: this auction is not allowed under these rules."),
    "auction:illegal": N_("auction: call %(n)s, %(call)s by %(seat)s, is not allowed. %(why)s"),
    "auction:ended": N_("auction: call %(n)s, %(call)s, is not allowed. %(why)s"),
    "auction:passed_out": N_("auction: everyone passed, so no hand was played. Record it as passed out."),
    "auction:unfinished": N_("auction: the auction is not over. %(seat)s still has to call."),
    "play:illegal": N_("%(card)s by %(seat)s is not allowed. %(why)s"),
    "bid:number": N_("bid: %(read)s by %(seat)s is not allowed. A bid goes from %(low)s to %(high)s in steps of %(step)s."),
    "bid:hundred_for_200": N_("bid: these rules do not allow 100 for 200 (%(seat)s)."),
    "bid:free": N_("bid: under these rules no one gets the contract without a bid (%(seat)s)."),
    "bid:free_dealer": N_("bid: only the dealer, %(dealer)s, can have the contract without a bid, and only if no one bid."),
    "points.count": N_("points: this hand has %(right)s piles, not %(read)s."),
    "points.sum": N_("points: %(piles)s make %(read)s. The piles of a hand must make %(right)s."),
    "points.value:type": N_("points: pile %(pile)s is %(read)s. Use a whole number."),
    "points.value:value": N_("points: pile %(pile)s is %(read)s. Use a multiple of 5 from 0 to 100."),
    "points.value:dropped": N_("points: the side has dropped out (%(side)s), so its pile must be 0, not %(read)s."),
    "points.value:no_kitty": N_("discard_points: %(read)s is not valid. These rules have no kitty, so nothing is discarded."),
    "points.value:discard": N_("discard_points: %(read)s is not valid. Use a multiple of 5 from 0 to %(high)s."),
    "needs.bids": N_(
        "It is not recorded who bid. %(side)s had %(score)s, and defenders at %(line)s or more score only if they bid."
    ),
    "needs.bids:height": N_(
        "It is not recorded how high they bid. %(side)s had %(score)s, and defenders at %(line)s or more "
        "score only if they bid %(qualifying)s or more."
    ),
    "needs.bids:unbid": N_(
        "It is not recorded whether the contract was bid. %(side)s can win only with a contract that was bid."
    ),
    "needs.trump": N_("The trump is not recorded, and the score depends on it. No trump counts double."),
    "needs.trump:discard_limit": N_("trump: enter the trump, because it decides whether these cards may be discarded."),
    "needs.trump:discard_show_trumps": N_("trump: enter the trump, because discarded trumps must be shown."),
    "needs.discard_points": N_(
        "discard_points: the points in the contractor’s discard are not recorded, and the score depends on them."
    ),
    "needs.discard_pile": N_("It is not recorded who won the discard, and the score depends on it."),
    "needs.piles": N_("points: it is not recorded what each player took, and the score depends on it."),
    "needs.called_seat": N_("called_seat: it is not recorded who held the called card, and the score depends on it."),
    "announced_all:not_played": N_("announced_all: these rules do not allow announcing all 100 points."),
    "announced_all:below_zero": N_(
        "announced_all: only a side at zero or more can announce all 100 points. Score: %(score)s (%(side)s)."
    ),
    "passed_out": N_("passed_out: under these rules a hand cannot be passed out: %(dealer)s had to play it."),
    "misdeal:not_played": N_("misdeal: under these rules no one may call a misdeal."),
    "adjustment:side": N_("side: there is no side %(read)s. Sides go from 0 to %(high)s."),
    "adjustment:dropped": N_("side: this side has dropped out (%(read_as_side)s). Its score no longer changes."),
    "adjustment:points": N_("points: %(read)s is not valid. An adjustment is 1 to %(high)s points, up or down."),
    "adjustment:reason": N_("reason: an adjustment needs a reason in words."),
    "game.over": N_("The game was already over."),
    "game.over:start": N_("The game was already over: %(winners)s had won it with the starting scores (%(rule)s)."),
    "game.over:won": N_("The game was already over: %(winners)s had won it with event %(ended)s (%(rule)s)."),
}
"""The message of each `code:reason`, of a reason that several codes have, or of a code without reasons."""

GENERAL: tuple[tuple[tuple[str, ...], str], ...] = (
    (("field", "read", "right"), FAULTS["event:type"]),
    (("field", "read", "choices"), FAULTS["event:choice"]),
    (("field", "read"), N_("%(field)s: %(read)s cannot be used here.")),
    (("field",), N_("%(field)s: this cannot be used here.")),
    (("read",), N_("%(read)s cannot be used here.")),
    ((), N_("This cannot be used here.")),
)
"""For codes and reasons without a message of their own: the parameters needed, and the message."""

EXPECTED: dict[str, str] = {
    "whole": N_("a whole number"),
    "list": N_("a list"),
    "object": N_("an object with a value for each name"),
    "text": N_("a text in quotes"),
    "flag": N_("true or false"),
    "seat": N_("a seat number in quotes"),
    "trump": N_("S, H, D, C or NT"),
    "bid": N_("a number, “100-for-200” or “free”"),
    "card": N_("a card such as AS, 10H or 5D"),
    "call": N_("a number, “pass”, “keep” or “100-for-200”"),
}
"""Kinds of values in words (the `right` of a wrong type)."""


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
