"""Examples at the table: seats and deal, calls, discards and play."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import Bidding, calling_order
from scorekeeper.engine.deal import may_call_misdeal, next_dealer
from scorekeeper.engine.kitty import judge_discard
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.rulings import judge
from scorekeeper.messages.errors.error_messages import call_text, card_text, objection_text
from scorekeeper.messages.game.outcome import bid_text, trump_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import listing
from scorekeeper.messages.rules.labels import choice_label
from scorekeeper.rulebook.examples.cases import Case, Example, GivenFact, Note, calls_text, example_names, plain_case
from scorekeeper.rulebook.examples.illustrations import PLAYERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scorekeeper.engine.events import Bid
    from scorekeeper.messages.marks import Gettext

DEALER, CALLED, HELD, DISCARD, TRUMP = N_("Dealer"), N_("Called so far"), N_("In hand"), N_("Discard"), N_("Trump")
ALLOWED = N_("Allowed")
TURN = N_("%(player)s is to speak: %(calls)s.")
CLOSED = N_("The auction is over: %(player)s plays %(bid)s.")
FORCED = N_("The auction is over: %(player)s must play %(bid)s.")
FREE = N_("The auction is over: %(player)s plays without a bid.")
PASSED_OUT = N_("Passed out: nobody plays, nobody scores.")
MAY_CALL = N_("%(player)s may say “%(call)s”.")
MAY_NOT_CALL = N_("%(player)s may not say “%(call)s”. %(why)s")


@dataclass(frozen=True)
class AuctionExample(Example):
    """An auction after some calls. `asks`: (number of calls made, the call a player would like to make)."""

    dealer: int = 3
    calls: tuple[Bid, ...] = ()
    asks: tuple[tuple[int, Bid], ...] = ()

    def _bidding(self, rules: RuleSet, n: int | None = None) -> Bidding:
        bidding = Bidding(rules, self.dealer)
        for call in self.calls[:n]:
            bidding.call(call)
        return bidding

    def facts(self, t: Gettext) -> list[GivenFact]:
        seats = [(self.dealer + 1 + i) % 4 for i in range(len(self.calls))]
        call_texts = [f"{PLAYERS[s]} {call_text(t, c)}" for s, c in zip(seats, self.calls, strict=True)]
        return [GivenFact(t(DEALER), PLAYERS[self.dealer]), GivenFact(t(CALLED), " · ".join(call_texts) or t(N_("nothing yet")))]

    def answer(self, rules: RuleSet) -> Any:
        bidding = self._bidding(rules)
        objections = [self._bidding(rules, n).objection(call) for n, call in self.asks]
        reasons = [a and (a.rule, a.params.get("reason")) for a in objections]
        return bidding.status, bidding.turn, bidding.contractor, bidding.bid, bidding.legal(), reasons

    def describe_answer(self, t: Gettext, rules: RuleSet) -> Case:
        bidding = self._bidding(rules)
        notes = []
        for n, call in self.asks:
            then = self._bidding(rules, n)
            if then.turn is None:  # the verdict already says it is over
                continue
            objection = then.objection(call)
            values = {"player": PLAYERS[then.turn], "call": call_text(t, call)}
            if objection is None:
                notes.append(Note(t(MAY_CALL) % values))
            else:
                why = objection_text(t, objection, example_names(rules))
                notes.append(Note(t(MAY_NOT_CALL) % {**values, "why": why}, objection.rule))
        return plain_case(_auction_status(t, bidding), *notes)


def _auction_status(t: Gettext, bidding: Bidding) -> str:
    if bidding.turn is not None:
        return t(TURN) % {"player": PLAYERS[bidding.turn], "calls": calls_text(t, bidding.legal())}
    if bidding.contractor is None or bidding.bid is None:
        return t(PASSED_OUT)
    message = FREE if bidding.free else FORCED if bidding.forced else CLOSED
    return t(message) % {"player": PLAYERS[bidding.contractor], "bid": bid_text(t, bidding.bid)}


@dataclass(frozen=True)
class PackExample(Example):
    """Whether pack, hands and kitty divide evenly."""

    def facts(self, t: Gettext) -> list[GivenFact]:
        return [
            GivenFact(
                t(N_("Given")), ", ".join(_base_text(t, name, value) for name, value in self.base if name in RuleSet.options)
            )
        ]

    def answer(self, rules: RuleSet) -> Any:
        return rules.table.hands, rules.hand_cards, rules.kitty, rules.pack

    def describe_answer(self, t: Gettext, rules: RuleSet) -> Case:
        figures = {"hands": rules.table.hands, "cards": rules.hand_cards, "kitty": rules.kitty, "pack": rules.pack}
        return Case(t(N_("Comes out even: %(hands)s × %(cards)s + %(kitty)s = %(pack)s.")) % figures)


def _base_text(t: Gettext, name: str, value: object) -> str:
    messages = {"pack": N_("a pack of %(cards)s"), "hand_cards": N_("hands of %(cards)s"), "kitty": N_("a kitty of %(cards)s")}
    return t(messages[name]) % {"cards": value} if value else choice_label(t, name, value)


@dataclass(frozen=True)
class SilentPlayerExample(Example):
    """Three deals in a row: the dealer, the silent player, and the first to call."""

    def facts(self, t: Gettext) -> list[GivenFact]:
        return [GivenFact(t(N_("Players")), listing(t, PLAYERS[:5])), GivenFact(t(N_("First dealer")), PLAYERS[0])]

    def answer(self, rules: RuleSet) -> Any:
        dealer, found = 0, []
        for _ in range(3):
            found.append((dealer, rules.table.silent(dealer), calling_order(rules, dealer)[0]))
            dealer = next_dealer(rules, dealer, lambda seat: seat == rules.table.fixed_silent)
        return found

    def describe_answer(self, t: Gettext, rules: RuleSet) -> Case:
        message = N_("%(dealer)s deals, %(silent)s is silent, %(first)s speaks first.")
        deals = [{"dealer": PLAYERS[d], "silent": PLAYERS[s], "first": PLAYERS[f]} for d, s, f in self.answer(rules)]
        return plain_case("", *[Note(t(message) % deal, "format.silent_partner") for deal in deals])


@dataclass(frozen=True)
class MisdealExample(Example):
    """A hand as dealt: may its player call a misdeal?"""

    hand: tuple[str, ...] = ()

    def facts(self, t: Gettext) -> list[GivenFact]:
        return [GivenFact(t(N_("Dealt")), "", self.hand)]

    def answer(self, rules: RuleSet) -> Any:
        return may_call_misdeal(rules, self.hand)

    def describe_answer(self, t: Gettext, rules: RuleSet) -> Case:
        may = self.answer(rules)
        return Case(t(N_("A misdeal may be called; the same player deals again.")) if may else t(N_("The hand is played.")))


@dataclass(frozen=True)
class DiscardExample(Example):
    """A contractor's hand and kitty. `discards`: one or more attempts at a discard."""

    held: tuple[str, ...] = ()
    discards: tuple[tuple[str, ...], ...] = ()
    trump: str = "S"
    about: str = "limit"

    def facts(self, t: Gettext) -> list[GivenFact]:
        tries = [GivenFact(t(DISCARD), "", cards) for cards in self.discards]
        return [GivenFact(t(HELD), "", self.held), GivenFact(t(TRUMP), trump_text(t, self.trump)), *tries]

    def answer(self, rules: RuleSet) -> Any:
        found = [judge_discard(rules, self.held, cards, self.trump) for cards in self.discards]
        return [(d.legal, d.objection and d.objection.params["reason"], d.show, d.announce) for d in found]

    def describe_answer(self, t: Gettext, rules: RuleSet) -> Case:
        found = [judge_discard(rules, self.held, cards, self.trump) for cards in self.discards]
        if self.about == "show":
            card_texts = [card_text(card) for card in found[0].show]
            return Case(
                t(N_("To be shown: %(cards)s.")) % {"cards": listing(t, card_texts)} if card_texts else t(N_("Nothing is shown."))
            )
        if self.about == "announce":
            announcements = {
                None: N_("Nothing is said."),
                True: N_("The contractor says: “There are points in it.”"),
                False: N_("The contractor says: “No points.”"),
            }
            return Case(t(announcements[found[0].announce]))
        notes = []
        for cards, judged in zip(self.discards, found, strict=True):
            said_of = objection_text(t, judged.objection) if judged.objection else t(ALLOWED) + "."
            rule = judged.objection.rule if judged.objection else ""
            notes.append(Note(said_of, rule, cards))
        return plain_case("", *notes)


@dataclass(frozen=True)
class FirstTrick(Example):
    """The first trick: the trump suit and the winner."""

    announced: str = "S"
    cards: tuple[str, ...] = ()

    def facts(self, t: Gettext) -> list[GivenFact]:
        return [
            GivenFact(t(N_("Announced")), trump_text(t, self.announced)),
            GivenFact(t(N_("Leads")), PLAYERS[0]),
            GivenFact(t(N_("First trick")), "", self.cards),
        ]

    def answer(self, rules: RuleSet) -> Any:
        found = judge(rules, 0, self.announced, [self.cards])
        return found.trump, found.winners

    def describe_answer(self, t: Gettext, rules: RuleSet) -> Case:
        trump, winners = self.answer(rules)
        values = {"trump": trump_text(t, trump), "player": PLAYERS[winners[0]], "card": card_text(self.cards[winners[0]])}
        return Case(t(N_("Trump is %(trump)s: %(player)s wins with %(card)s.")) % values)
