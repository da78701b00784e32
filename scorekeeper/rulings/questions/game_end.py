"""The page “Is the game over, and who won?”"""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.engine.endings import all_points_win, scoreless_sides
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import labelled
from scorekeeper.rulings import game_end as endings
from scorekeeper.rulings.questions import links
from scorekeeper.rulings.questions.card_buttons import dropped_of, needs_partner, redirect_to
from scorekeeper.rulings.questions.kind import QuestionKind, dropped_in
from scorekeeper.rulings.questions.question_words import scores_text, seat_name
from scorekeeper.rulings.questions.typed_scores import doubt_text, scores_in, scores_of

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.rulings.questions.kind import Args, PageContent, QuestionParts
    from scorekeeper.rulings.questions.question_context import QuestionContext


def _show(desk: QuestionContext, args: Args) -> PageContent:
    rules = desk.rules
    sides = len(rules.table.sides)
    dropped = dropped_of(rules, args)
    live = [s for s in range(rules.table.players) if rules.table.side_of[s] not in (*dropped, None)]
    fields = {
        "scores": ".".join(map(str, scores_of(args, sides))),
        "contractor": links.read_text(args, "contractor"),
        "made": links.read_choice(args, "made", ("no",)),
        "took": links.read_choice(args, "took", ("all",)),
        "real": links.read_choice(args, "real", ("no",)),
        "all": links.read_choice(args, "all", ("1",)),
        "partner": links.read_text(args, "partner"),
        "moved": links.read_choice(args, "moved", ("1",)),
        "dropped": "".join(map(str, dropped)),
        "ask": links.read_choice(args, "ask", ("1",)),
    }
    if (button := links.read_pressed(args)) is not None and button.field in fields:
        fields[button.field] = "" if fields[button.field] == button.value else button.value
    if "score0" in args:
        fields["ask"] = "1"
    desk = replace(desk, state=fields)
    known = {*fields, "rules", "names", "game", "lang"}
    if any(name not in known for name in args) or any(args[name] != fields[name] for name in fields if name in args):
        return redirect_to(desk)
    question = _end_question(rules, fields, dropped)
    asked = bool(fields["ask"] or fields["contractor"] or any(question.scores))
    return desk, {
        "answer": endings.answer(desk.t, rules, question, desk.names) if asked else None,
        "doubt": doubt_text(desk.t, question.scores),
        "q": question,
        "fields": fields,
        "live": live,
        "partnered": needs_partner(rules),
        "ask_all": all_points_win(rules, rules.announced_all),
        "ask_real": rules.win_only_by_bid and rules.all_pass == "dealer_free",
        "ask_moved": rules.skunk == "loser_scoreless" and 0 in question.scores,
    }


def _end_question(rules: RuleSet, fields: dict[str, str], dropped: tuple[int, ...]) -> endings.Question:
    seats, table = rules.table.players - 1, rules.table
    contractor = links.read_number(fields, "contractor", 0, seats, links.SEAT)
    partner = links.read_number(fields, "partner", 0, seats, links.SEAT) if needs_partner(rules) else None
    camp = [table.side_of[seat] for seat in (contractor, partner) if seat is not None]
    scores = links.read_numbers(fields, "scores", len(table.sides), -links.MOST_SCORE, links.MOST_SCORE) or ()
    return endings.Question(
        scores=scores,
        camp=tuple(dict.fromkeys(side for side in camp if side is not None)) if contractor is not None else (),
        made=fields["made"] != "no",
        took_all=fields["took"] == "all" and all_points_win(rules, fields["all"] == "1"),
        real_bid=fields["real"] != "no" or rules.all_pass != "dealer_free",
        announced=fields["all"] == "1" and rules.announced_all,
        dropped=dropped,
        scoreless=() if fields["moved"] else scoreless_sides(scores),
    )


def _describe_question(desk: QuestionContext) -> QuestionParts:
    made = desk.t(N_("Contract failed")) if desk.state["made"] else desk.t(N_("Contract made"))
    who = seat_name(desk, "contractor")
    return [
        (desk.t(N_("Current scores")), scores_text(desk)),
        (desk.t(N_("Who had the last contract?")), labelled(desk.t, who, made) if who else ""),
    ]


KIND = QuestionKind(
    "over",
    N_("Is the game over, and who won?"),
    _show,
    _describe_question,
    lambda state: {"scores": scores_in(state), "ask": "1", **dropped_in(state)},
)
