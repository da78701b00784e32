"""Questions with scores: what a hand scores, whether the game is over."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from flask_babel import gettext as _

from scorekeeper.base.i18n import t
from scorekeeper.engine.auction import UNTOLD
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.needs import Needs
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.scoring import pile_count
from scorekeeper.games.pages.pad_view import chip_of
from scorekeeper.rulings import over as endings
from scorekeeper.rulings import score as scores
from scorekeeper.rulings.pages import links
from scorekeeper.rulings.pages.cards import Args, Shown, dropped_of, go, partnered, seat_of
from scorekeeper.rulings.pages.desk import QuestionContext
from scorekeeper.wording.errors import plain_error_text
from scorekeeper.wording.outcome import bid_text

CODES = ("S", "H", "D", "C", "NT")


def scores_of(args: Args, sides: int) -> tuple[int, ...]:
    """The sides' scores: as the address has them, or as they were typed, ticked boxes counting below zero."""
    if not any(f"score{side}" in args for side in range(sides)):
        found = links.numbers(args, "scores", sides, -links.MOST_SCORE, links.MOST_SCORE)
        return (0,) * sides if found is None else found
    return tuple(_typed(args, side) for side in range(sides))


def _typed(args: Args, side: int) -> int:
    field = f"score{side}"
    value = re.sub(r"[\u2212\u2013]", "-", links.text(args, field).replace(" ", ""))
    n = links.whole({field: value}, field, -links.MOST_SCORE, links.MOST_SCORE) or 0
    return -abs(n) if args.get(f"boxed{side}") else n


def _typed_bids(args: Args, asked: Needs) -> str:
    """Who else bid as the form has it: a select a seat, empty for "did not bid"; `who` says that the question was answered."""
    said = [f"{seat}-{args[f'bid{seat}']}" for seat in asked.bidders if args.get(f"bid{seat}")]
    return ".".join(said) or ("none" if args.get("nobody") else "")


def score(desk: QuestionContext, args: Args) -> Shown:
    """What does this hand score?"""
    rules = desk.rules
    sides = len(rules.table.sides)
    dropped = dropped_of(rules, args)
    live = [s for s in range(rules.table.players) if rules.table.side_of[s] not in (*dropped, None)]
    button = links.pressed(args)
    fields = {
        "scores": ".".join(map(str, scores_of(args, sides))),
        "dealer": str(seat_of(args, "dealer", rules, live[0])),
        "contractor": links.text(args, "contractor"),
        "bid": links.text(args, "bid"),
        "points": _typed_points(args, rules),
        "bids": links.text(args, "bids"),
        "trump": links.choice(args, "trump", CODES),
        "called": links.text(args, "called"),
        "lost": links.text(args, "lost"),
        "all": links.choice(args, "all", ("1",)),
        "dropped": "".join(map(str, dropped)),
    }
    if button is not None and button.field in fields:
        fields[button.field] = "" if fields[button.field] == button.value else button.value
    question = _question(rules, fields, dropped)
    asked = scores.asked(rules, question)
    if any(f"bid{seat}" in args for seat in asked.bidders) or args.get("nobody"):
        fields["bids"] = _typed_bids(args, asked)
    desk = replace(desk, state=fields)
    known = {*fields, "rules", "names", "game", "lang"}
    if any(name not in known for name in args) or any(args[name] != fields[name] for name in fields if name in args):
        return go(desk)
    context = _score_context(desk, question, asked, live)
    if question.contractor is not None and question.bid is not None and question.points is not None:
        context["answer"], context["problem"] = _scored(desk, question)
    return desk, context


def _scored(desk: QuestionContext, question: scores.Question) -> tuple[Any, str]:
    try:
        return scores.answer(t(), desk.rules, question, desk.names), ""
    except GameError as error:
        return None, plain_error_text(t(), error, desk.names)


def _question(rules: RuleSet, fields: dict[str, str], dropped: tuple[int, ...]) -> scores.Question:
    seats = rules.table.players - 1
    found = links.numbers(fields, "points", pile_count(rules), 0, 100)
    return scores.Question(
        scores=links.numbers(fields, "scores", len(rules.table.sides), -links.MOST_SCORE, links.MOST_SCORE) or (),
        dealer=int(fields["dealer"]),
        contractor=links.whole(fields, "contractor", 0, seats, links.SEAT),
        bid=links.bid("bid", fields["bid"]),
        points=found,
        bids=links.bids(fields, "bids"),
        trump=fields["trump"] or None,
        called_seat=links.whole(fields, "called", 0, seats, links.SEAT),
        tricks_lost=links.whole(fields, "lost", 0, rules.hand_cards),
        announced_all=fields["all"] == "1",
        dropped=dropped,
    )


def _typed_points(args: Args, rules: RuleSet) -> str:
    """The piles: from the address, or from fields of their own; one that is left empty gets the rest of the 100."""
    count = pile_count(rules)
    if not any(f"pile{i}" in args for i in range(count)):
        return links.text(args, "points")
    typed = [links.whole(args, f"pile{i}", 0, 100) for i in range(count)]
    if typed.count(None) == 1 and sum(p or 0 for p in typed) <= 100:
        typed[typed.index(None)] = 100 - sum(p or 0 for p in typed)
    return "" if None in typed else ".".join(map(str, typed))


def _score_context(desk: QuestionContext, question: scores.Question, asked: Needs, live: list[int]) -> dict[str, Any]:
    rules, names = desk.rules, desk.names
    untold = (UNTOLD, _("bid, not known how high"))
    camps = asked.piles == "camps"
    return {
        "answer": None,
        "problem": "",
        "q": question,
        "asked": asked,
        "live": live,
        "bids": [(links.bid_code(bid), *chip_of(bid)[1:], bid == question.bid) for bid in asked.bids],
        "bid_value": question.bid,
        "camps": camps,
        "pile_names": None if camps else [names[s] for s in range(len(names))],
        "piles": pile_count(rules),
        "bidder_bids": [
            (seat, names.seats[seat], [(links.bid_code(b), bid_text(t(), b)) for b in asked.bids if b != "free"] + [untold])
            for seat in asked.bidders
        ],
        "needs_dealer": rules.all_pass in ("dealer_minimum", "dealer_free") or rules.table.rotating_silent,
    }


def over(desk: QuestionContext, args: Args) -> Shown:
    """Is the game over, and who won?"""
    rules = desk.rules
    sides = len(rules.table.sides)
    dropped = dropped_of(rules, args)
    live = [s for s in range(rules.table.players) if rules.table.side_of[s] not in (*dropped, None)]
    fields = {
        "scores": ".".join(map(str, scores_of(args, sides))),
        "contractor": links.text(args, "contractor"),
        "made": links.choice(args, "made", ("no",)),
        "took": links.choice(args, "took", ("all",)),
        "real": links.choice(args, "real", ("no",)),
        "all": links.choice(args, "all", ("1",)),
        "partner": links.text(args, "partner"),
        "moved": links.choice(args, "moved", ("1",)),
        "dropped": "".join(map(str, dropped)),
        "ask": links.choice(args, "ask", ("1",)),
    }
    if (button := links.pressed(args)) is not None and button.field in fields:
        fields[button.field] = "" if fields[button.field] == button.value else button.value
    if "score0" in args:
        fields["ask"] = "1"
    desk = replace(desk, state=fields)
    known = {*fields, "rules", "names", "game", "lang"}
    if any(name not in known for name in args) or any(args[name] != fields[name] for name in fields if name in args):
        return go(desk)
    question = _end_question(rules, fields, dropped)
    asked = bool(fields["ask"] or fields["contractor"] or any(question.scores))
    return desk, {
        "answer": endings.answer(t(), rules, question, desk.names) if asked else None,
        "q": question,
        "fields": fields,
        "live": live,
        "partnered": partnered(rules),
        "ask_real": rules.win_only_by_bid and rules.all_pass == "dealer_free",
        "ask_moved": rules.skunk == "loser_scoreless" and 0 in question.scores,
    }


def _end_question(rules: RuleSet, fields: dict[str, str], dropped: tuple[int, ...]) -> endings.Question:
    seats, table = rules.table.players - 1, rules.table
    contractor = links.whole(fields, "contractor", 0, seats, links.SEAT)
    partner = links.whole(fields, "partner", 0, seats, links.SEAT) if partnered(rules) else None
    camp = [table.side_of[seat] for seat in (contractor, partner) if seat is not None]
    found = links.numbers(fields, "scores", len(table.sides), -links.MOST_SCORE, links.MOST_SCORE) or ()
    return endings.Question(
        scores=found,
        camp=tuple(dict.fromkeys(side for side in camp if side is not None)) if contractor is not None else (),
        made=fields["made"] != "no",
        took_all=(fields["took"] == "all" and rules.hundred_wins) or (fields["took"] == "all" and fields["all"] == "1"),
        real_bid=fields["real"] != "no" or rules.all_pass != "dealer_free",
        announced=fields["all"] == "1" and rules.announced_all,
        dropped=dropped,
        scoreless=() if fields["moved"] else tuple(side for side, score in enumerate(found) if score == 0),
    )
