"""Was that bid allowed? Who has the contract? (rulebook section 4)"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import HUNDRED_FOR_200, KEEP, PASS, Bidding, calling_order
from scorekeeper.engine.deal import next_dealer
from scorekeeper.engine.errors import Objection
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.errors.error_messages import call_text, objection_text
from scorekeeper.messages.game.outcome import bid_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import Names
from scorekeeper.messages.numbers import choosing
from scorekeeper.rulings.answer import Answer, AnswerReason, find_changing_rules

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid
    from scorekeeper.messages.marks import Gettext

OPTIONS = ("keep", "all_pass", "hundred_for_200", "rounds", "minimum_bid")
"""Options that may change an auction, the most disputed first."""

ALLOWED = N_("Yes: %(who)s may say “%(call)s”. It is now %(next)s’s turn.")
REFUSED = N_("No: %(who)s may not say “%(call)s”. %(why)s")
REFUSED_TO_ALL = N_("No: it is too late to say “%(call)s”. %(why)s")
CONTRACT = N_("%(who)s has the contract at %(bid)s.")
FORCED = N_("%(who)s has to take the contract at %(bid)s, because everyone else passed.")
FREE_CONTRACT = N_("%(who)s has the contract without a bid, because everyone else passed.")
NOBODY = N_("No one has the contract, because everyone passed.")
DEALS_NEXT = N_("%(who)s deals next.")
FIRST = N_("%(who)s calls first.")

PASSES = N_("%(who)s passes and is out of this auction.")
PASSES_ONCE = N_("%(who)s passes. Everyone calls only once.")
OPENS = N_("%(who)s opens the bidding with %(bid)s.")
RAISES = N_("%(who)s bids %(bid)s, above %(standing)s.")
HIGHEST = N_("%(who)s bids 100 for 200, the highest bid there is.")
KEEPS = N_("%(who)s keeps %(bid)s, matching it instead of raising it.")
SAYS = N_("%(who)s says “%(call)s”, which is not allowed. %(why)s")
SAID_TOO_LATE = N_("Someone says “%(call)s”, which is not allowed. %(why)s")
MAY_SAY = N_("%(who)s may say: %(calls)s.")
ENDS = N_("Everyone left can only pass, so the auction is over.")
ENDS_PASSED = N_("Everyone else has passed, so the auction is over.")
ENDS_CALLED = N_("Everyone has called once, so the auction is over.")
FALLS = {
    "dealer_minimum": N_("When everyone before the dealer has passed, the dealer takes the contract at the minimum bid."),
    "dealer_free": N_("When everyone before the dealer has passed, the dealer plays without a bid and cannot lose points."),
    "dealer_passes": N_("When everyone before the dealer has passed, the dealer must pass too."),
    "throw_in": N_("When the dealer passes too, the hand is thrown in."),
}


@dataclass(frozen=True)
class Call:
    """A call and its seat, None for the seat in turn."""

    call: Bid
    seat: int | None = None


@dataclass(frozen=True)
class Question:
    """An auction as it was held, illegal calls included. `dropped`: sides out of the game."""

    dealer: int
    calls: tuple[Call, ...] = ()
    dropped: tuple[int, ...] = ()


@dataclass(frozen=True)
class RejectedCall:
    """The first illegal call: its index, its seat (None if unknown), and why."""

    index: int
    seat: int | None
    call: Bid
    objection: Objection


@dataclass(frozen=True)
class Finding:
    """The auction up to the first illegal call, and that call."""

    bidding: Bidding
    refused: RejectedCall | None

    @property
    def key(self) -> tuple[object, ...]:
        """The rejected call or the contract; the reason doesn't count."""
        b, no = self.bidding, self.refused
        if no is not None:
            return ("no", no.index, b.contractor, b.bid)
        return (b.status, b.contractor, b.bid, b.forced, b.turn)


def find(rules: RuleSet, question: Question) -> Finding:
    """Return the auction up to its first illegal call."""
    bidding = Bidding(rules, question.dealer, question.dropped)
    for index, entry in enumerate(question.calls):
        objection = bidding.objection(entry.call, entry.seat)
        if objection is not None:
            seat = _calling_seat(bidding) if entry.seat is None else entry.seat
            return Finding(bidding, RejectedCall(index, seat, entry.call, objection))
        bidding.call(entry.call)
    return Finding(bidding, None)


def _calling_seat(bidding: Bidding) -> int | None:
    """Return the seat in turn, or the dealer after an auction that the rules decided. None if unknown."""
    return bidding.dealer if bidding.is_left_to_dealer else bidding.turn


_OVER = ("auction.end", "auction.all_pass")
"""Rules that reject a call made after the auction."""


def find_elsewhere(rules: RuleSet, question: Question) -> Finding:
    """Return the same auction under other rules. Passes after its end are ignored."""
    finding = find(rules, question)
    no = finding.refused
    if no is not None and no.objection.rule in _OVER and all(c.call == PASS for c in question.calls[no.index :]):
        return Finding(finding.bidding, None)
    return finding


def _find_other(rules: RuleSet, question: Question, own: Finding) -> Finding:
    """Return the finding under other rules, or `own` if those only reject an earlier bid as too low."""
    finding = find_elsewhere(rules, question)
    no = finding.refused
    decisive = max((n for n, entry in enumerate(question.calls) if entry.call != PASS), default=0)
    return own if no is not None and no.objection.rule == "auction.minimum" and no.index < decisive else finding


def with_seats(question: Question, finding: Finding) -> Question:
    """Return the question with a seat for every call. Under other rules, the turns could differ."""
    calls = [Call(call, seat) for seat, call in finding.bidding.calls]
    if finding.refused is not None:
        calls.append(Call(finding.refused.call, finding.refused.seat))
    return Question(question.dealer, tuple(calls), question.dropped)


def answer(t: Gettext, rules: RuleSet, question: Question, names: Names) -> Answer:
    """Return the answer in words. Raises `GameError` for an invalid dealer."""
    finding = find(rules, question)
    seated_question = with_seats(question, finding)
    no, bidding = finding.refused, finding.bidding
    verdict = "no" if no else "told" if bidding.status != "open" or not question.calls else "yes"
    return Answer(
        verdict,
        sentence(t, finding, names),
        _rule(finding),
        tuple(_reasons(t, rules, finding, names)),
        others=find_changing_rules(
            t, rules, OPTIONS, lambda r: _find_other(r, seated_question, finding), lambda _, f: sentence(t, f, names)
        )
        if question.calls
        else (),
    )


def sentence(t: Gettext, finding: Finding, names: Names) -> str:
    no, bidding = finding.refused, finding.bidding
    if no is not None:
        why = objection_text(t, no.objection, names)
        if no.objection.rule == "auction.end":
            why += " " + _result(t, bidding, names)
        return _rejection_text(t, finding, names, (REFUSED, REFUSED_TO_ALL), why)
    if bidding.status != "open":
        return _result(t, bidding, names)
    assert bidding.turn is not None  # an open auction has a seat in turn
    turn = names.seats[bidding.turn]
    if not bidding.calls:
        return t(FIRST) % {"who": turn}
    seat, call = bidding.calls[-1]
    return t(ALLOWED) % {"who": names.seats[seat], "call": call_text(t, call), "next": turn}


def _result(t: Gettext, bidding: Bidding, names: Names) -> str:
    if bidding.contractor is None or bidding.bid is None:
        return t(NOBODY) + " " + t(DEALS_NEXT) % {"who": names.seats[_next_dealer(bidding)]}
    message = FORCED if bidding.forced else FREE_CONTRACT if bidding.free else CONTRACT
    return t(message) % {"who": names.seats[bidding.contractor], "bid": bid_text(t, bidding.bid)}


def _next_dealer(bidding: Bidding) -> int:
    """Return the seat that deals the next hand (`deal.rotation`)."""
    side_of, out = bidding.rules.table.side_of, (None, *bidding.dropped)
    return next_dealer(bidding.rules, bidding.dealer, lambda seat: side_of[seat] in out)


def _rejection_text(t: Gettext, finding: Finding, names: Names, messages: tuple[str, str], why: str) -> str:
    """Return the sentence for a rejected call, from the second message if its seat is unknown."""
    no = finding.refused
    assert no is not None  # only called for a rejected call
    facts = {"call": call_text(t, no.call), "why": why}
    return t(messages[1]) % facts if no.seat is None else t(messages[0]) % {**facts, "who": names.seats[no.seat]}


def _rule(finding: Finding) -> str:
    no, bidding = finding.refused, finding.bidding
    if no is not None:
        if no.objection.rule != "auction.end":
            return no.objection.rule
        spoken = bidding.rules.rounds == "single" and any(seat == no.seat for seat, _ in bidding.calls)
        return "auction.single_round" if spoken else _ending_rule(bidding)
    if bidding.is_left_to_dealer or bidding.status == "passed_out":
        return "auction.all_pass"
    if bidding.status == "closed":
        return _ending_rule(bidding)
    return _call_rule(bidding.calls[-1][1], len(bidding.highest_bids) > 1) if bidding.calls else "auction.turn"


def _call_rule(call: Bid, standing: bool) -> str:
    known = {PASS: "auction.pass", KEEP: "auction.keep", HUNDRED_FOR_200: "auction.hundred_for_200"}
    return known[call] if isinstance(call, str) else "auction.step" if standing else "auction.minimum"


def _reasons(t: Gettext, rules: RuleSet, finding: Finding, names: Names) -> list[AnswerReason]:
    bidding, reasons = finding.bidding, []
    standing: Bid | None = None
    for seat, call in bidding.calls:
        reasons.append(_step(t, rules, names.seats[seat], call, standing))
        standing = standing if call in (PASS, KEEP) else call
    if bidding.status != "open":
        reasons.append(_end(t, rules, bidding))
    if finding.refused is not None:
        why = objection_text(t, finding.refused.objection, names)
        reasons.append(AnswerReason(_rejection_text(t, finding, names, (SAYS, SAID_TOO_LATE), why), _rule(finding), bad=True))
    if bidding.turn is not None and bidding.calls:
        calls = choosing(t, _ranges(t, bidding.legal()))
        reasons.append(AnswerReason(t(MAY_SAY) % {"who": names.seats[bidding.turn], "calls": calls}, "auction.turn"))
    return reasons


def _step(t: Gettext, rules: RuleSet, who: str, call: Bid, standing: Bid | None) -> AnswerReason:
    rule = _call_rule(call, standing is not None)
    if call == PASS:
        message = PASSES_ONCE if rules.rounds == "single" else PASSES
        return AnswerReason(t(message) % {"who": who}, rule)
    if call == KEEP:
        return AnswerReason(t(KEEPS) % {"who": who, "bid": bid_text(t, standing or 0)}, rule)
    if call == HUNDRED_FOR_200:
        return AnswerReason(t(HIGHEST) % {"who": who}, rule)
    if standing is None:
        return AnswerReason(t(OPENS) % {"who": who, "bid": call}, rule)
    return AnswerReason(t(RAISES) % {"who": who, "bid": call, "standing": bid_text(t, standing)}, rule)


def _end(t: Gettext, rules: RuleSet, bidding: Bidding) -> AnswerReason:
    if bidding.status == "passed_out" or bidding.forced or bidding.free:
        return AnswerReason(t(FALLS[rules.all_pass]), "auction.all_pass")
    passed = {seat for seat, call in bidding.calls if call == PASS}
    called = {seat for seat, _ in bidding.calls}
    seats = set(calling_order(rules, bidding.dealer, bidding.dropped))
    if called == seats and seats - {bidding.contractor} == passed:
        return AnswerReason(t(ENDS_PASSED), "auction.end")
    if rules.rounds == "single" and called == seats:
        return AnswerReason(t(ENDS_CALLED), "auction.single_round")
    return AnswerReason(t(ENDS), "auction.end")


def _ending_rule(bidding: Bidding) -> str:
    """Return the rule that ended the auction: a kept bid, one call each, or all others passed."""
    last = [call for _, call in bidding.calls if call != PASS][-1:]
    if last == [KEEP]:
        return "auction.keep"
    seats = set(calling_order(bidding.rules, bidding.dealer, bidding.dropped))
    passed = {seat for seat, call in bidding.calls if call == PASS}
    single = bidding.rules.rounds == "single" and seats - {bidding.contractor} != passed
    return "auction.single_round" if single and {seat for seat, _ in bidding.calls} == seats else "auction.end"


def _ranges(t: Gettext, calls: list[Bid]) -> list[str]:
    """Return calls in words, with a run of numbers as its two ends."""
    numbers = [call for call in calls if isinstance(call, int)]
    words = [call_text(t, call) for call in calls if isinstance(call, str)]
    if len(numbers) > 2:
        span = t(N_("%(low)s to %(high)s")) % {"low": numbers[0], "high": numbers[-1]}
        return [*words[:1], span, *words[1:]]
    return [*words[:1], *[str(n) for n in numbers], *words[1:]]
