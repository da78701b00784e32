"""Is the game over, and who won? (rulebook section 8)"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.endings import Endings, LastHand, Outcome, all_points_win, find_winner, games_won
from scorekeeper.engine.events import Line
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.game.lines import Lines
from scorekeeper.messages.game.outcome import outcome_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import Names
from scorekeeper.messages.numbers import listing, number
from scorekeeper.rulings.answer import Answer, AnswerReason, find_changing_rules, options_of

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

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
        sentence = Lines(t).bind(names)
        reasons += [AnswerReason(sentence(line), line.rule) for line in finding.lines if line.rule == rule]
    return rule, tuple(reasons)


def _without_points(line: Line) -> Line:
    """Return the line without the points taken. The question only says whether it was all of them."""
    if line.rule != "end.announced_all" or line.params["made"]:
        return line
    return Line(line.rule, line.side, line.points, {**line.params, "took": None})


def answer(t: Gettext, rules: RuleSet, question: Question, names: Names) -> Answer:
    finding = find(rules, question)
    sentence = Lines(t).bind(names)
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
