"""The page “Was that bid allowed? Who has the contract?”"""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.engine.auction import HUNDRED_FOR_200, KEEP, PASS, TOP
from scorekeeper.messages.errors.error_messages import call_text
from scorekeeper.messages.game.outcome import chip_text
from scorekeeper.messages.marks import N_
from scorekeeper.rulings import auction as auctions
from scorekeeper.rulings.questions import links
from scorekeeper.rulings.questions.kind import QuestionKind, dropped_in, dropped_of, redirect_to, seat_of
from scorekeeper.rulings.questions.question_context import seat_name

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from scorekeeper.rulings.questions.kind import Args, PageContent, QuestionParts
    from scorekeeper.rulings.questions.question_context import QuestionContext


def _show(desk: QuestionContext, args: Args) -> PageContent:
    rules = desk.rules
    calls = links.read_calls(args, "calls")
    dropped = dropped_of(rules, args)
    live = [s for s in range(rules.table.players) if rules.table.side_of[s] not in (*dropped, None)]
    dealer = seat_of(args, "dealer", rules, live[0])
    state = {"dealer": str(dealer), "calls": links.calls_code(calls), "dropped": "".join(map(str, dropped))}
    desk = replace(desk, state=state)
    question = auctions.Question(dealer, calls, dropped)
    finding = auctions.find(rules, question)
    if pressed := args.get("call"):
        who = links.read_number(args, "who", 0, rules.table.players - 1, links.SEAT)
        seat = None if who is None or who == finding.bidding.turn else who
        call = links.read_calls({"call": pressed}, "call")[0].call
        return redirect_to(desk, calls=".".join(filter(None, [state["calls"], links.call_code(call, seat)])))
    if args.get("back"):
        return redirect_to(desk, calls=links.calls_code(calls[:-1]))
    if any(args.get(part, "") != state[part] for part in ("dealer", "dropped") if part in args):
        return redirect_to(desk)
    return desk, {
        "answer": auctions.answer(desk.t, rules, question, desk.names) if calls else None,
        "found": finding,
        "keys": _keys(desk, finding),
        "last": _last_calls(desk, finding),
        "dealer": dealer,
        "live": live,
        "turn": finding.bidding.turn,
        "closed": finding.refused is not None,
        "made": len(calls),
        "first": auctions.sentence(desk.t, finding, desk.names),
    }


def _keys(desk: QuestionContext, finding: auctions.Finding) -> list[tuple[str, str, str, bool]]:
    """Return a button for every call: code, label, small print, and whether it is legal now."""
    rules, step = desk.rules, 5
    low = min(rules.minimum_bid or step, 50)
    legal = finding.bidding.legal()
    calls = [PASS, *([KEEP] if rules.keep != "none" else []), *range(low, TOP + 1, step), HUNDRED_FOR_200]
    if rules.keep == "none":
        calls.insert(1, KEEP)
    words = {HUNDRED_FOR_200: chip_text(desk.t, HUNDRED_FOR_200)}
    return [(links.call_code(call), *words.get(call, (call_text(desk.t, call), "")), call in legal) for call in calls]


def _last_calls(desk: QuestionContext, finding: auctions.Finding) -> dict[int, str]:
    last = {seat: call_text(desk.t, call) for seat, call in finding.bidding.calls}
    no = finding.refused
    if no is not None and no.seat is not None:
        last[no.seat] = call_text(desk.t, no.call)
    return last


def _describe_question(desk: QuestionContext) -> QuestionParts:
    question = auctions.Question(int(desk.state["dealer"]), links.read_calls(desk.state, "calls"), _dropped(desk))
    seated_calls = auctions.with_seats(question, auctions.find(desk.rules, question)).calls
    calls = [f"{'' if c.seat is None else desk.names.seats[c.seat]} {call_text(desk.t, c.call)}".strip() for c in seated_calls]
    return [(desk.t(N_("Dealer")), seat_name(desk, "dealer")), (desk.t(N_("Calls")), ", ".join(calls))]


def _dropped(desk: QuestionContext) -> tuple[int, ...]:
    side = desk.state.get("dropped", "")
    return (int(side),) if side else ()


KIND = QuestionKind(
    "auction",
    N_("Was that bid allowed? Who has the contract?"),
    _show,
    _describe_question,
    lambda state: {"dealer": str(state.dealer), **dropped_in(state)},
)
