"""Is the game over, and who won? (rulebook section 8)"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.engine.endings import LastHand, Outcome, find_winner, games_won
from scorekeeper.engine.errors import NotEnoughKnown
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.scoring import Line
from scorekeeper.rulings.answer import Answer, Reason, others
from scorekeeper.wording.figures import listing, number
from scorekeeper.wording.lines import Lines
from scorekeeper.wording.marks import N_
from scorekeeper.wording.names import Names
from scorekeeper.wording.outcome import outcome_text

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

OPTIONS = ("both_reach", "win_only_by_bid", "hole_limit", "target", "hundred_wins", "skunk")

NO = N_("No: the game goes on.")
YES = N_("Yes: %(outcome)s")
OUT = N_("%(outcome)s %(sides)s: out of the game.")
UNKNOWN = N_("It depends on whether the contract was bid or forced on the dealer.")

NOT_HUNDRED = N_("All 100 points win outright, but they were not all taken.")
NOBODY_THERE = N_("Nobody has reached %(target)s.")
REACHED = N_("%(sides)s: at %(target)s or more.")
ONLY_BID = N_("Only a made bid wins, and the hand was not won that way by a side at %(target)s.")
EQUAL = N_("The highest scores are equal: nobody wins yet.")
NO_HOLE = N_("Under these rules nobody loses in the hole.")
NOT_DEEP = N_("Nobody is %(limit)s below zero.")
ALL_BELOW = N_("%(sides)s: %(limit)s below zero or worse, but nobody else is at zero or more, so nothing comes of it yet.")


@dataclass(frozen=True)
class Question:
    """The scores as they stand, and the hand just played.

    `camp`: sides of the contractor's camp, his first; empty where no hand was just played. `took_all`: it took all 100 points.
    `real_bid`: the contract was bid; None if nobody knows. `scoreless`: sides whose score never changed.
    """

    scores: tuple[int, ...]
    camp: tuple[int, ...] = ()
    made: bool = True
    took_all: bool = False
    real_bid: bool | None = True
    announced: bool = False
    tricks_lost: int = 0
    dropped: tuple[int, ...] = ()
    scoreless: tuple[int, ...] = ()


@dataclass(frozen=True)
class Finding:
    """How the game stands, and the lines that say why."""

    outcome: Outcome
    dropped: tuple[int, ...]
    lines: tuple[Line, ...]

    @property
    def key(self) -> tuple[object, ...]:
        """Who won, and how much; who is out."""
        return (self.outcome.winners, self.outcome.games, self.dropped)


def find(rules: RuleSet, question: Question) -> Finding:
    """Ask the endings, in their order. Raises `NotEnoughKnown("needs.bids")` where it decides whether the contract was bid."""
    q = question
    dropped = list(q.dropped)
    took = 100 if q.took_all else 0
    last = LastHand(q.camp, took, q.made, q.real_bid, q.announced, q.tricks_lost) if q.camp else None
    ended = find_winner(rules, q.scores, dropped, last, last is not None)
    if ended is None:
        return Finding(Outcome(), tuple(dropped), ())
    winners, rule, why = ended
    if not winners:
        return Finding(Outcome(), tuple(dropped), tuple(why))
    changed = [side not in q.scoreless for side in range(len(q.scores))]
    games = games_won(rules, q.scores, changed, winners)
    lines = [*why, *([Line("skunk", winners[0], 0, {"skunk": rules.skunk, "games": games})] if games > 1 else [])]
    return Finding(Outcome("won", winners, rule, games), tuple(dropped), tuple(lines))


def answer(t: Gettext, rules: RuleSet, question: Question, names: Names) -> Answer:
    """The answer in words."""
    try:
        found = find(rules, question)
    except NotEnoughKnown:
        return Answer("unknown", t(UNKNOWN), "end.win_only_by_bid", tuple(_ladder(t, rules, question, names)))
    sentence = Lines(t).bind(names)
    reasons = _ladder(t, rules, question, names, found)
    reasons += [Reason(sentence(line), line.rule) for line in found.lines]
    rule = found.outcome.rule or (found.lines[0].rule if found.lines else "end.target")
    said = others(t, rules, OPTIONS, lambda r: find(r, question), lambda _, f: _sentence(t, f, names, question.dropped))
    verdict = "yes" if found.outcome.over else "no"
    return Answer(verdict, _sentence(t, found, names, question.dropped), rule, tuple(reasons), others=said)


def _sentence(t: Gettext, found: Finding, names: Names, before: tuple[int, ...]) -> str:
    if found.outcome.over:
        return t(YES) % {"outcome": outcome_text(t, found.outcome, names)}
    out = [names[side] for side in found.dropped if side not in before]
    return t(OUT) % {"outcome": t(NO), "sides": listing(t, out)} if out else t(NO)


def _ladder(t: Gettext, rules: RuleSet, question: Question, names: Names, found: Finding | None = None) -> list[Reason]:
    """The endings that were asked and did not decide, in their order."""
    q, said = question, []
    by = found.outcome.rule if found else None
    if by in ("end.announced_all", "end.hundred"):
        return []
    if rules.hundred_wins and q.camp:
        said.append(Reason(t(NOT_HUNDRED), "end.hundred"))
    live = [side for side in range(len(q.scores)) if side not in q.dropped]
    said += _target_steps(t, rules, q, names, live, by)
    if by == "end.target" or found is None:
        return said
    limit = rules.hole_limit
    if limit is None:
        return [*said, Reason(t(NO_HOLE), "end.hole")]
    under = [side for side in live if q.scores[side] <= -limit]
    facts = {"limit": number(limit), "sides": _sides(names, q, under)}
    if not under:
        said.append(Reason(t(NOT_DEEP) % facts, "end.hole"))
    elif all(q.scores[side] < 0 for side in live):
        said.append(Reason(t(ALL_BELOW) % facts, "end.hole"))
    return said


def _target_steps(t: Gettext, rules: RuleSet, q: Question, names: Names, live: list[int], by: str | None) -> list[Reason]:
    reached = [side for side in live if q.scores[side] >= rules.target]
    facts = {"target": rules.target, "sides": _sides(names, q, reached)}
    if not reached:
        return [Reason(t(NOBODY_THERE) % facts, "end.target")]
    said = [Reason(t(REACHED) % facts, "end.target")]
    if by != "end.target":
        rule = "end.win_only_by_bid" if rules.win_only_by_bid else "end.both_reach"
        said.append(Reason(t(ONLY_BID if rules.win_only_by_bid else EQUAL) % facts, rule))
    return said


def _sides(names: Names, q: Question, sides: list[int]) -> str:
    return ", ".join(f"{names[side]} ({number(q.scores[side])})" for side in sides)
