"""An auction in progress as the pad shows it, and the facts that a hand must still provide."""

from __future__ import annotations

from scorekeeper.engine.auction import KEEP, PASS, Bidding, calling_order
from scorekeeper.engine.errors import Illegal
from scorekeeper.messages.errors.error_messages import call_text, objection_text
from scorekeeper.messages.game.outcome import bid_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.rules.titles import rule_title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from scorekeeper.engine.errors import Objection
    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.state import Needs
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.messages.names import Names


def needs_json(needs: Needs) -> dict[str, object]:
    """Return every field of `Needs` by name, with lists for tuples."""
    values = [(name, getattr(needs, name)) for name in needs.__match_args__]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values}


TO_BID = N_("%(name)s to bid.")
TO_ANSWER = N_("%(name)s to answer %(other)s’s bid of %(bid)s.")
WON = N_("%(name)s plays %(bid)s.")
FORCED = N_("Everyone else passed: %(name)s must take it at %(bid)s.")
FREE_HAND = N_("Everyone else passed: %(name)s plays without a bid and cannot lose points.")
THROWN_IN = N_("Everyone passed: the hand is thrown in.")
DEALER_PASSES = N_("Everyone before the dealer passed, so %(name)s must pass too.")
NOT_ALLOWED = N_("“%(call)s” is not allowed.")
NOT_THE_TURN = N_("It is not %(name)s’s turn.")


def hold_until_illegal(rules: RuleSet, dealer: int, calls: Iterable[Bid], dropped: Collection[int] = ()) -> Bidding:
    """Return the auction after these calls, up to the first illegal one."""
    bidding = Bidding(rules, dealer, dropped)
    for call in calls:
        try:
            bidding.call(call)
        except Illegal:
            break
    return bidding


def bidding_json(
    t: Gettext, names: Names, bidding: Bidding, call: Bid | None = None, seat: int | None = None
) -> dict[str, object]:
    """Return the auction for the pad, after one more `call` if that is legal.

    `why`: why the call is illegal, or why `seat` may not call, with the rule. Nothing changes then.
    `columns`: seats in calling order. `rows`: the calls in words, round by round, empty where a seat had no turn.
    `last`: each seat's last call. `bids`: the other players' highest bids, once there is a contract.
    """
    objection = None
    if call is not None:
        objection = bidding.objection(call)
        if objection is None:
            bidding.call(call)
    elif seat is not None:
        objection = bidding.objection(PASS, seat)
    columns = calling_order(bidding.rules, bidding.dealer, bidding.dropped)
    last = [""] * bidding.rules.table.players
    for who, past_call in bidding.calls:
        last[who] = call_text(t, past_call)
    others = sorted([(who, bid) for who, bid in bidding.highest_bids.items() if who != bidding.contractor])
    return {
        "dealer": bidding.dealer,
        "calls": [past_call for _, past_call in bidding.calls],
        "status": bidding.status,
        "turn": bidding.turn,
        "legal": bidding.legal(),
        "contractor": bidding.contractor,
        "bid": bidding.bid,
        "bids": {str(who): bid for who, bid in others},
        "standing": "" if bidding.amount is None else call_text(t, bidding.amount),
        "columns": columns,
        "rows": rows_of(t, bidding, columns),
        "last": last,
        "note": _status_text(t, names, bidding),
        "why": None if objection is None else _objection_json(t, names, objection, call, seat),
    }


def rows_of(t: Gettext, bidding: Bidding, columns: Sequence[int]) -> list[list[str]]:
    """Return the calls in words, a row for each round of the table."""
    rows: list[list[str]] = []
    place = len(columns)
    for seat, call in bidding.calls:
        column = columns.index(seat)
        if column <= place:
            rows.append([""] * len(columns))
        place = column
        rows[-1][column] = call_text(t, call)
    return rows


def _status_text(t: Gettext, names: Names, bidding: Bidding) -> str:
    """Return the state of the auction in one sentence."""
    if bidding.turn is not None:
        name = names.seats[bidding.turn]
        if bidding.standing is None or bidding.amount is None:
            return t(TO_BID) % {"name": name}
        other = names.seats[bidding.standing]
        return t(TO_ANSWER) % {"name": name, "bid": bid_text(t, bidding.amount), "other": other}
    if bidding.contractor is not None and bidding.bid is not None:
        sentence = FORCED if bidding.forced else FREE_HAND if bidding.free else WON
        bid = "" if bidding.free else bid_text(t, bidding.bid)
        return t(sentence) % {"name": names.seats[bidding.contractor], "bid": bid}
    return t(DEALER_PASSES if bidding.rules.all_pass == "dealer_passes" else THROWN_IN) % {"name": names.seats[bidding.dealer]}


def _objection_json(t: Gettext, names: Names, objection: Objection, call: Bid | None, seat: int | None) -> dict[str, str]:
    if call is None and seat is not None:
        head = t(NOT_THE_TURN) % {"name": names.seats[seat]}
    else:
        head = t(NOT_ALLOWED) % {"call": call_text(t, call if call is not None else PASS)}
    return {
        "head": head,
        "text": objection_text(t, objection, names),
        "rule": objection.rule,
        "title": rule_title(t, objection.rule),
    }


def read_calls(text: str) -> list[Bid]:
    """Return the calls in a form field (`60.pass.keep`). Invalid ones are left out."""
    return [call for part in text.split(".") if (call := read_call(part)) is not None]


def read_call(text: str | None) -> Bid | None:
    """Return one call from a form, or None if it is not a call."""
    if text in (PASS, KEEP, "100-for-200"):
        return text
    return int(text) if text and len(text) <= 3 and text.isascii() and text.isdigit() else None


def write_calls(calls: Iterable[Bid]) -> str:
    """Return the calls as a form field."""
    return ".".join([str(call) for call in calls])
