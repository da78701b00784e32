"""Is the game over, and who won? (rulebook section 8): the answer and its page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.engine.endings import Endings, LastHand, Outcome, all_points_win, find_winner, games_won, scoreless_sides
from scorekeeper.engine.events import Line
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.game.lines import lines_of
from scorekeeper.messages.game.outcome import outcome_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import Names
from scorekeeper.messages.numbers import labelled, listing, number
from scorekeeper.rulings.answer import Answer, AnswerReason, find_changing_rules, options_of
from scorekeeper.rulings.questions import links
from scorekeeper.rulings.questions.kind import (
    QuestionKind,
    doubt_text,
    dropped_in,
    dropped_of,
    needs_partner,
    redirect_to,
    scores_in,
    scores_of,
)
from scorekeeper.rulings.questions.question_context import scores_text, seat_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.rulings.questions.kind import Args, PageContent, QuestionParts
    from scorekeeper.rulings.questions.question_context import QuestionContext


OPTIONS = options_of(Endings, first=("both_reach", "win_only_by_bid", "hole_limit"))

NO = N_("No: the game goes on.")
YES = N_("Yes: %(outcome)s")
OUT = N_("%(outcome)s %(sides)s: out of the game.")

NOT_HUNDRED = N_("Taking all 100 points wins outright, but they were not all taken.")
NOBODY_THERE = N_("No one has reached %(target)s.")
REACHED = N_("%(sides)s: at %(target)s or more.")
ONLY_BID = {
    "nobody": N_("Only a made bid wins, and no contract has just been played."),
    "short": N_("Only a made bid wins, and the contractor’s side is not at %(target)s."),
    "failed": N_("Only a made bid wins, and the contract failed."),
    "free": N_("Only a made bid wins, and no one bid this contract. It fell to the dealer."),
}
EQUAL = N_("The highest scores are equal, so no one wins yet.")
NO_HOLE = N_("Under these rules no one loses in the hole.")
NOT_DEEP = N_("No one is %(limit)s or more below zero.")
ALL_BELOW = N_("%(sides)s: %(limit)s or more below zero. It does not count yet, because everyone else is below zero too.")


@dataclass(frozen=True)
class Question:
    """The scores and the last hand.

    `camp`: the sides in the contractor's camp, the contractor's first; empty if no hand was just played.
    `took_all`: the camp took all 100 points. `real_bid`: False for a free contract.
    `scoreless`: sides whose score has never changed.
    """

    scores: tuple[int, ...]
    camp: tuple[int, ...] = ()
    made: bool = True
    took_all: bool = False
    real_bid: bool = True
    announced: bool = False
    tricks_lost: int = 0
    dropped: tuple[int, ...] = ()
    scoreless: tuple[int, ...] = ()


@dataclass(frozen=True)
class Finding:
    """The outcome of the game, and the lines that explain it."""

    outcome: Outcome
    dropped: tuple[int, ...]
    lines: tuple[Line, ...]

    @property
    def key(self) -> tuple[object, ...]:
        """The winners, the number of games, and the sides that dropped out."""
        return (self.outcome.winners, self.outcome.games, self.dropped)


def find(rules: RuleSet, question: Question) -> Finding:
    """Test for the end of the game."""
    q = question
    dropped = list(q.dropped)
    took = 100 if q.took_all else 0
    last = LastHand(q.camp, took, q.made, q.real_bid, q.announced, q.tricks_lost) if q.camp else None
    ended = find_winner(rules, q.scores, dropped, last, last is not None)
    if ended is None:
        return Finding(Outcome(), tuple(dropped), ())
    winners, rule, why = ended
    why = [_without_points(line) for line in why]
    if not winners:
        return Finding(Outcome(), tuple(dropped), tuple(why))
    games = games_won(rules, q.scores, q.scoreless, winners)
    lines = [*why, *([Line("skunk", winners[0], 0, {"skunk": rules.skunk, "games": games})] if games > 1 else [])]
    return Finding(Outcome("won", winners, rule, games), tuple(dropped), tuple(lines))


def find_earlier_end(
    t: Gettext, rules: RuleSet, scores: tuple[int, ...], dropped: tuple[int, ...], names: Names
) -> tuple[str, tuple[AnswerReason, ...]] | None:
    """Return the rule that already ended a game with these scores, and the reasons, or None.

    The last hand is not known.
    """
    question = Question(scores, dropped=dropped)
    finding = find(rules, question)
    rule = finding.outcome.rule
    if rule is None:
        return None
    reasons = _undecided_tests(t, rules, question, names, finding)
    if rule != "end.target":  # at the target, the winner may depend on the last hand, which is not known
        sentence = lines_of(t).bind(names)
        reasons += [AnswerReason(sentence(line), line.rule) for line in finding.lines if line.rule == rule]
    return rule, tuple(reasons)


def _without_points(line: Line) -> Line:
    """Return the line without the points taken. The question only says whether it was all of them."""
    if line.rule != "end.announced_all" or line.params["made"]:
        return line
    return Line(line.rule, line.side, line.points, {**line.params, "took": None})


def answer(t: Gettext, rules: RuleSet, question: Question, names: Names) -> Answer:
    finding = find(rules, question)
    sentence = lines_of(t).bind(names)
    reasons = _undecided_tests(t, rules, question, names, finding)
    reasons += [AnswerReason(sentence(line), line.rule) for line in finding.lines]
    rule = _deciding_rule(rules, question, finding)
    elsewhere = find_changing_rules(
        t, rules, OPTIONS, lambda r: find(r, question), lambda _, f: _sentence(t, f, names, question.dropped)
    )
    verdict = "yes" if finding.outcome.over else "no"
    return Answer(verdict, _sentence(t, finding, names, question.dropped), rule, tuple(reasons), others=elsewhere)


def _sentence(t: Gettext, finding: Finding, names: Names, before: tuple[int, ...]) -> str:
    if finding.outcome.over:
        return t(YES) % {"outcome": outcome_text(t, finding.outcome, names)}
    out = [names[side] for side in finding.dropped if side not in before]
    return t(OUT) % {"outcome": t(NO), "sides": listing(t, out)} if out else t(NO)


def _sides_in_play(q: Question) -> list[int]:
    return [side for side in range(len(q.scores)) if side not in q.dropped]


def _sides_at_target(rules: RuleSet, q: Question) -> list[int]:
    return [side for side in _sides_in_play(q) if q.scores[side] >= rules.target]


def _sides_in_hole(rules: RuleSet, q: Question) -> list[int]:
    limit = rules.hole_limit
    return [] if limit is None else [side for side in _sides_in_play(q) if q.scores[side] <= -limit]


def _deciding_rule(rules: RuleSet, q: Question, finding: Finding) -> str:
    """Return the deciding rule. If several sides reached the target, it is the rule that picks the winner."""
    rule = finding.outcome.rule
    if rule == "end.target" and len(_sides_at_target(rules, q)) > 1:
        return "end.win_only_by_bid" if rules.win_only_by_bid else "end.both_reach"
    return rule or (finding.lines[0].rule if finding.lines else _why_not(rules, q))


def _why_not(rules: RuleSet, q: Question) -> str:
    """Return the rule that explains why no one has won yet."""
    if _sides_at_target(rules, q):
        return "end.win_only_by_bid" if rules.win_only_by_bid else "end.both_reach"
    return "end.hole" if _sides_in_hole(rules, q) else "end.target"


def _undecided_tests(t: Gettext, rules: RuleSet, question: Question, names: Names, finding: Finding) -> list[AnswerReason]:
    """Return the tests that did not end the game, in order."""
    q, reasons = question, []
    by = finding.outcome.rule
    if by in ("end.announced_all", "end.hundred"):
        return []
    if all_points_win(rules) and q.camp:
        reasons.append(AnswerReason(t(NOT_HUNDRED), "end.hundred"))
    reasons += _target_steps(t, rules, q, names, by)
    if by == "end.target":
        return reasons
    limit = rules.hole_limit
    if limit is None:
        return [*reasons, AnswerReason(t(NO_HOLE), "end.hole")]
    under = _sides_in_hole(rules, q)
    facts = {"limit": number(limit), "sides": _sides(names, q, under)}
    if not under:
        reasons.append(AnswerReason(t(NOT_DEEP) % facts, "end.hole"))
    elif all(q.scores[side] < 0 for side in _sides_in_play(q)):
        reasons.append(AnswerReason(t(ALL_BELOW) % facts, "end.hole"))
    return reasons


def _target_steps(t: Gettext, rules: RuleSet, q: Question, names: Names, by: str | None) -> list[AnswerReason]:
    reached = _sides_at_target(rules, q)
    facts = {"target": rules.target, "sides": _sides(names, q, reached)}
    if not reached:
        return [AnswerReason(t(NOBODY_THERE) % facts, "end.target")]
    reasons = [AnswerReason(t(REACHED) % facts, "end.target")]
    if by == "end.target":
        return reasons
    if not rules.win_only_by_bid:
        return [*reasons, AnswerReason(t(EQUAL), "end.both_reach")]
    lacks = "nobody" if not q.camp else "short" if q.camp[0] not in reached else "free" if not q.real_bid else "failed"
    return [*reasons, AnswerReason(t(ONLY_BID[lacks]) % facts, "end.win_only_by_bid")]


def _sides(names: Names, q: Question, sides: list[int]) -> str:
    return ", ".join(f"{names[side]} ({number(q.scores[side])})" for side in sides)


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
    has_question = bool(fields["ask"] or fields["contractor"] or any(question.scores))
    return desk, {
        "answer": answer(desk.t, rules, question, desk.names) if has_question else None,
        "doubt": doubt_text(desk.t, question.scores),
        "q": question,
        "fields": fields,
        "live": live,
        "partnered": needs_partner(rules),
        "ask_all": all_points_win(rules, rules.announced_all),
        "ask_real": rules.win_only_by_bid and rules.all_pass == "dealer_free",
        "ask_moved": rules.skunk == "loser_scoreless" and 0 in question.scores,
    }


def _end_question(rules: RuleSet, fields: dict[str, str], dropped: tuple[int, ...]) -> Question:
    seats, table = rules.table.players - 1, rules.table
    contractor = links.read_number(fields, "contractor", 0, seats, links.SEAT)
    partner = links.read_number(fields, "partner", 0, seats, links.SEAT) if needs_partner(rules) else None
    camp = [table.side_of[seat] for seat in (contractor, partner) if seat is not None]
    scores = links.read_numbers(fields, "scores", len(table.sides), -links.MOST_SCORE, links.MOST_SCORE) or ()
    return Question(
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
    outcome = desk.t(N_("Contract failed")) if desk.state["made"] else desk.t(N_("Contract made"))
    who = seat_name(desk, "contractor")
    return [
        (desk.t(N_("Current scores")), scores_text(desk)),
        (desk.t(N_("Who had the last contract?")), labelled(desk.t, who, outcome) if who else ""),
    ]


KIND = QuestionKind(
    "over",
    N_("Is the game over, and who won?"),
    _show,
    _describe_question,
    lambda state: {"scores": scores_in(state), "ask": "1", **dropped_in(state)},
)
