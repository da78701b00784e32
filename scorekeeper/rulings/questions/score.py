"""The page “What does this hand score?”"""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.engine.auction import UNKNOWN_BID
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.scoring import pile_count
from scorekeeper.messages.errors.error_text import plain_error_text
from scorekeeper.messages.game.outcome import bid_text, bidder_text, chip_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import listing
from scorekeeper.rulings import score as scores
from scorekeeper.rulings.questions import links
from scorekeeper.rulings.questions.card_buttons import dropped_of, redirect_to, seat_of
from scorekeeper.rulings.questions.kind import QuestionKind, dropped_in
from scorekeeper.rulings.questions.question_words import scores_text, seat_name, trump_row
from scorekeeper.rulings.questions.typed_scores import doubt_text, scores_in, scores_of

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from typing import Any

    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.state import Needs
    from scorekeeper.rulings.questions.kind import Args, PageContent, QuestionParts
    from scorekeeper.rulings.questions.question_context import QuestionContext

    BidderRow = tuple[int, str, list[tuple[str, str]], str]

CODES = ("S", "H", "D", "C", "NT")


def _show(desk: QuestionContext, args: Args) -> PageContent:
    rules = desk.rules
    sides = len(rules.table.sides)
    dropped = dropped_of(rules, args)
    live = [s for s in range(rules.table.players) if rules.table.side_of[s] not in (*dropped, None)]
    button = links.read_pressed(args)
    fields = {
        "scores": ".".join(map(str, scores_of(args, sides))),
        "dealer": str(seat_of(args, "dealer", rules, live[0])),
        "contractor": links.read_text(args, "contractor"),
        "bid": links.read_text(args, "bid"),
        "points": _typed_points(args, rules),
        "bids": links.read_text(args, "bids"),
        "trump": links.read_choice(args, "trump", CODES),
        "called": links.read_text(args, "called"),
        "lost": links.read_text(args, "lost"),
        "all": links.read_choice(args, "all", ("1",)),
        "dropped": "".join(map(str, dropped)),
    }
    if button is not None and button.field in fields:
        fields[button.field] = "" if fields[button.field] == button.value else button.value
    question = _question(rules, fields, dropped)
    asked = scores.missing_facts(rules, question)
    if any(f"bid{seat}" in args for seat in asked.bidders) or args.get("nobody"):
        fields["bids"] = _typed_bids(args, asked, question.bids)
    desk = replace(desk, state=fields)
    known = {*fields, "rules", "names", "game", "lang"}
    if any(name not in known for name in args) or any(args[name] != fields[name] for name in fields if name in args):
        return redirect_to(desk)
    context = _score_context(desk, question, asked, live)
    if question.contractor is not None and question.bid is not None and question.points is not None:
        context["answer"], context["problem"] = _answer_or_error(desk, question)
    return desk, context


def _typed_bids(args: Args, asked: Needs, before: dict[int, Bid] | None) -> str:
    """Return the other players' bids as in an address, from the form's selects (empty for no bid).

    `before`: the bids the form was shown with. “No one” stays the answer while every select is empty.
    """
    selects = {seat: args[f"bid{seat}"] for seat in asked.bidders if f"bid{seat}" in args}
    kept = {seat: links.bid_code(bid) for seat, bid in (before or {}).items() if f"bid{seat}" not in args}
    bids = [f"{seat}-{code}" for seat, code in sorted((kept | selects).items()) if code]
    return ".".join(bids) or ("none" if args.get("nobody") or before == {} else "")


def _answer_or_error(desk: QuestionContext, question: scores.Question) -> tuple[Any, str]:
    try:
        return scores.answer(desk.t, desk.rules, question, desk.names), ""
    except GameError as error:
        return None, plain_error_text(desk.t, error, desk.names)


def _question(rules: RuleSet, fields: dict[str, str], dropped: tuple[int, ...]) -> scores.Question:
    seats = rules.table.players - 1
    points = links.read_numbers(fields, "points", pile_count(rules), 0, 100)
    return scores.Question(
        scores=links.read_numbers(fields, "scores", len(rules.table.sides), -links.MOST_SCORE, links.MOST_SCORE) or (),
        dealer=int(fields["dealer"]),
        contractor=links.read_number(fields, "contractor", 0, seats, links.SEAT),
        bid=links.parse_bid("bid", fields["bid"]),
        points=points,
        bids=links.read_bids(fields, "bids"),
        trump=fields["trump"] or None,
        called_seat=links.read_number(fields, "called", 0, seats, links.SEAT),
        tricks_lost=links.read_number(fields, "lost", 0, rules.hand_cards),
        announced_all=fields["all"] == "1",
        dropped=dropped,
    )


def _typed_points(args: Args, rules: RuleSet) -> str:
    """Return the piles from the address or the form. A single empty pile gets the rest of the 100 points."""
    count = pile_count(rules)
    if not any(f"pile{i}" in args for i in range(count)):
        return links.read_text(args, "points")
    typed = [links.read_number(args, f"pile{i}", 0, 100) for i in range(count)]
    if typed.count(None) == 1 and sum(p or 0 for p in typed) <= 100:
        typed[typed.index(None)] = 100 - sum(p or 0 for p in typed)
    return "" if None in typed else ".".join(map(str, typed))


def _score_context(desk: QuestionContext, question: scores.Question, asked: Needs, live: list[int]) -> dict[str, Any]:
    rules, names = desk.rules, desk.names
    camps = asked.piles == "camps"
    return {
        "answer": None,
        "problem": "",
        "doubt": doubt_text(desk.t, question.scores),
        "q": question,
        "asked": asked,
        "live": live,
        "bids": [(links.bid_code(bid), *chip_text(desk.t, bid), bid == question.bid) for bid in asked.bids],
        "bid_value": question.bid,
        "camps": camps,
        "pile_names": None if camps else [names[s] for s in range(len(names))],
        "piles": pile_count(rules),
        "bidder_bids": _bidder_bids(desk, question, asked),
        "needs_dealer": rules.all_pass in ("dealer_minimum", "dealer_free") or rules.table.rotating_silent,
    }


def _bidder_bids(
    desk: QuestionContext, question: scores.Question, asked: Needs
) -> list[tuple[int, str, list[tuple[str, str]], str]]:
    """Return each possible bidder: seat, name, bids to choose from, and the bid in the question.

    A bid in the question is always a choice, even if the rules don't allow it.
    """
    offered = [(links.bid_code(bid), bid_text(desk.t, bid)) for bid in asked.bids if bid != "free"]
    offered.append((UNKNOWN_BID, desk.t(N_("bid, amount unknown"))))
    rows = []
    for seat in asked.bidders:
        bid = (question.bids or {}).get(seat)
        code = "" if bid is None else links.bid_code(bid)
        extra = [] if bid is None or code in dict(offered) else [(code, bid_text(desk.t, bid))]
        rows.append((seat, desk.names.seats[seat], offered + extra, code))
    return rows


def _describe_question(desk: QuestionContext) -> QuestionParts:
    bid, points = links.parse_bid("bid", desk.state["bid"]), desk.state["points"]
    others = links.read_bids(desk.state, "bids")
    bidders = [bidder_text(desk.t, desk.names.seats[seat], made) for seat, made in sorted((others or {}).items())]
    return [
        (desk.t(N_("Scores before the hand")), scores_text(desk)),
        (desk.t(N_("Contractor")), seat_name(desk, "contractor")),
        (desk.t(N_("Bid")), "" if bid is None else bid_text(desk.t, bid)),
        (desk.t(N_("Card points")), " – ".join(points.split(".")) if points else ""),
        (desk.t(N_("Who else bid?")), desk.t(N_("no one")) if others == {} else listing(desk.t, bidders)),
        trump_row(desk),
    ]


KIND = QuestionKind(
    "score",
    N_("What does this hand score?"),
    _show,
    _describe_question,
    lambda state: {"dealer": str(state.dealer), "scores": scores_in(state), **dropped_in(state)},
)
