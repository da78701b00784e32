"""What does this hand score? (rulebook section 7)"""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.engine.auction import FREE
from scorekeeper.engine.endings import Endings, scoreless_sides
from scorekeeper.engine.errors import Illegal, NotEnoughKnown
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import advance
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.scored_game import Hand
from scorekeeper.engine.scoring import Scoring
from scorekeeper.engine.state import Needs, State, needs
from scorekeeper.messages.errors.error_text import plain_error_text
from scorekeeper.messages.game.lines import Lines
from scorekeeper.messages.game.outcome import outcome_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import Names
from scorekeeper.messages.numbers import change, listing, number
from scorekeeper.rulings import game_end
from scorekeeper.rulings.answer import Answer, AnswerFact, AnswerReason, find_changing_rules, options_of, plays_alone

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid
    from scorekeeper.messages.marks import Gettext

_FIRST = ("opponents_score", "qualifying_bid", "margin", "no_trump", "defenders_score", "both_reach")
OPTIONS = options_of(Scoring, Endings, first=_FIRST)

MADE = N_("The contract is made: %(changes)s.")
FAILED = N_("The contract fails: %(changes)s.")
CHANGE = N_("%(side)s %(change)s")
OVER = N_("The game was over before this hand, so it is not scored.")
AFTER = N_("Scores after the hand")
TOTAL = N_("%(side)s %(score)s")


@dataclass(frozen=True)
class Question:
    """A hand and the scores before it, in score points. Other facts are as in `engine.events.Played`."""

    scores: tuple[int, ...]
    dealer: int = 0
    contractor: int | None = None
    bid: Bid | None = None
    points: tuple[int, ...] | None = None
    bids: dict[int, Bid] | None = None
    trump: str | None = None
    called_seat: int | None = None
    tricks_lost: int | None = None
    announced_all: bool = False
    dropped: tuple[int, ...] = field(default=())


@dataclass(frozen=True)
class Finding:
    """The scored hand."""

    hand: Hand

    @property
    def key(self) -> tuple[object, ...]:
        """The score changes, and whether they end the game."""
        return (self.hand.deltas, self.hand.outcome.winners, self.hand.outcome.games, self.hand.dropped)


@dataclass(frozen=True)
class AlreadyOver:
    """The game was already over before the hand."""

    key: tuple[object, ...] = ("over",)


def state_of(rules: RuleSet, question: Question) -> State:
    """Return the game before the hand. Raises `GameError` for an invalid dealer."""
    state = State(rules, question.dealer)
    state.scores = tuple(question.scores)
    state.scoreless = scoreless_sides(question.scores)
    state.dropped = tuple(question.dropped)
    return state


def missing_facts(rules: RuleSet, question: Question) -> Needs:
    """Return the facts that the hand must still provide."""
    return needs(state_of(rules, question), question.contractor, question.bid, question.points, question.called_seat)


def find(rules: RuleSet, question: Question) -> Finding:
    """Score the hand. Raises `GameError`, also if a needed fact is missing."""
    q = question
    assert q.contractor is not None
    assert q.bid is not None
    assert q.points is not None
    bids = {} if q.bid == FREE else q.bids
    facts = (q.contractor, q.bid, q.points, bids, q.trump, q.called_seat, q.tricks_lost, q.announced_all)
    return Finding(advance(state_of(rules, q), Played(*facts)))


def answer(t: Gettext, rules: RuleSet, question: Question, names: Names) -> Answer:
    """Return the answer in words. Raises `GameError` for an invalid hand."""
    ended = game_end.find_earlier_end(t, rules, question.scores, question.dropped, names)
    if ended is not None:

        def look(at: RuleSet) -> Finding | AlreadyOver:
            return AlreadyOver() if at == rules else _find_elsewhere(rules, at, question)

        def describe_finding(_: RuleSet, its: Finding | AlreadyOver) -> str:
            return _sentence(t, its, names) if isinstance(its, Finding) else t(OVER)

        return Answer("no", t(OVER), *ended, others=find_changing_rules(t, rules, OPTIONS, look, describe_finding))
    try:
        finding = find(rules, question)
    except NotEnoughKnown as error:
        return Answer("unknown", plain_error_text(t, error, names), _UNKNOWN.get(error.code, "score.opponents"))
    hand = finding.hand
    sentence = Lines(t).bind(names)
    assert question.contractor is not None  # without one there is no finding
    reasons = [
        *plays_alone(t, rules, question.contractor, question.called_seat, names),
        *[AnswerReason(sentence(line), line.rule, line.points, line.points < 0) for line in hand.lines],
    ]
    total = [t(TOTAL) % {"side": names[side], "score": number(score)} for side, score in enumerate(hand.scores)]
    return Answer(
        "yes" if hand.made else "no",
        _sentence(t, finding, names),
        _deciding_rule(hand),
        tuple(reasons),
        (AnswerFact(t(AFTER), listing(t, total), "end.target"),),
        find_changing_rules(
            t, rules, OPTIONS, lambda r: _find_elsewhere(rules, r, question), lambda _, f: _sentence(t, f, names)
        ),
    )


def _find_elsewhere(own: RuleSet, other: RuleSet, question: Question) -> Finding:
    """Score the hand under other rules. Raises `GameError("game.over")` if those had already ended the game."""
    if other != own and game_end.find(other, game_end.Question(question.scores, dropped=question.dropped)).outcome.over:
        raise Illegal("game.over")
    return find(other, question)


def _deciding_rule(hand: Hand) -> str:
    """Return the rule that matters most for the score: doubling, a defender's lost points, or the contract."""
    for line in hand.lines:
        if line.rule == "score.no_trump":
            return line.rule
    lost = [line.rule for line in hand.lines if line.rule in _LIMITS and not line.points and line.params["pile"]]
    return lost[0] if lost else hand.lines[0].rule


_LIMITS = ("score.must_bid", "score.must_win_or_set")
_UNKNOWN = {"needs.bids": "score.must_bid", "needs.trump": "score.no_trump", "needs.called_seat": "format.called_partner"}


def _sentence(t: Gettext, finding: Finding, names: Names) -> str:
    hand = finding.hand
    live = [side for side in range(len(names)) if hand.deltas[side] or side not in hand.dropped]
    changes = [t(CHANGE) % {"side": names[side], "change": change(hand.deltas[side])} for side in live]
    sentence = t(MADE if hand.made else FAILED) % {"changes": listing(t, changes)}
    return f"{sentence} {outcome_text(t, hand.outcome, names)}" if hand.outcome.over else sentence
