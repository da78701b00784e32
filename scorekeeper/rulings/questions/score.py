"""What does this hand score? (rulebook section 7): the answer and its page."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from scorekeeper.engine.auction import FREE, UNKNOWN_BID
from scorekeeper.engine.endings import Endings, scoreless_sides
from scorekeeper.engine.errors import GameError, Illegal, NotEnoughKnown
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import advance
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.scored_game import Hand
from scorekeeper.engine.scoring import Scoring, pile_count
from scorekeeper.engine.state import Needs, State, needs
from scorekeeper.messages.errors.error_text import plain_error_text
from scorekeeper.messages.game.lines import lines_of
from scorekeeper.messages.game.outcome import bid_text, bidder_text, chip_text, outcome_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import Names
from scorekeeper.messages.numbers import change, listing, number
from scorekeeper.rulings.answer import Answer, AnswerFact, AnswerReason, find_changing_rules, options_of, plays_alone
from scorekeeper.rulings.questions import game_end, links
from scorekeeper.rulings.questions.kind import (
    QuestionKind,
    doubt_text,
    dropped_in,
    dropped_of,
    redirect_to,
    scores_in,
    scores_of,
    seat_of,
)
from scorekeeper.rulings.questions.question_context import scores_text, seat_name, trump_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scorekeeper.engine.events import Bid
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.rulings.questions.kind import Args, PageContent, QuestionParts
    from scorekeeper.rulings.questions.question_context import QuestionContext

    BidderRow = tuple[int, str, list[tuple[str, str]], str]

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
    sentence = lines_of(t).bind(names)
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
    needs = missing_facts(rules, question)
    if any(f"bid{seat}" in args for seat in needs.bidders) or args.get("nobody"):
        fields["bids"] = _typed_bids(args, needs, question.bids)
    desk = replace(desk, state=fields)
    known = {*fields, "rules", "names", "game", "lang"}
    if any(name not in known for name in args) or any(args[name] != fields[name] for name in fields if name in args):
        return redirect_to(desk)
    context = _score_context(desk, question, needs, live)
    if question.contractor is not None and question.bid is not None and question.points is not None:
        context["answer"], context["problem"] = _answer_or_error(desk, question)
    return desk, context


def _typed_bids(args: Args, needs: Needs, before: dict[int, Bid] | None) -> str:
    """Return the other players' bids as in an address, from the form's selects (empty for no bid).

    `before`: the bids the form was shown with. “No one” stays the answer while every select is empty.
    """
    selects = {seat: args[f"bid{seat}"] for seat in needs.bidders if f"bid{seat}" in args}
    earlier_bids = {seat: links.bid_code(bid) for seat, bid in (before or {}).items() if f"bid{seat}" not in args}
    bids = [f"{seat}-{code}" for seat, code in sorted((earlier_bids | selects).items()) if code]
    return ".".join(bids) or ("none" if args.get("nobody") or before == {} else "")


def _answer_or_error(desk: QuestionContext, question: Question) -> tuple[Any, str]:
    try:
        return answer(desk.t, desk.rules, question, desk.names), ""
    except GameError as error:
        return None, plain_error_text(desk.t, error, desk.names)


def _question(rules: RuleSet, fields: dict[str, str], dropped: tuple[int, ...]) -> Question:
    seats = rules.table.players - 1
    points = links.read_numbers(fields, "points", pile_count(rules), 0, 100)
    return Question(
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


def _score_context(desk: QuestionContext, question: Question, needs: Needs, live: list[int]) -> dict[str, Any]:
    rules, names = desk.rules, desk.names
    camps = needs.piles == "camps"
    return {
        "answer": None,
        "problem": "",
        "doubt": doubt_text(desk.t, question.scores),
        "q": question,
        "asked": needs,
        "live": live,
        "bids": [(links.bid_code(bid), *chip_text(desk.t, bid), bid == question.bid) for bid in needs.bids],
        "bid_value": question.bid,
        "camps": camps,
        "pile_names": None if camps else [names[s] for s in range(len(names))],
        "piles": pile_count(rules),
        "bidder_bids": _bidder_bids(desk, question, needs),
        "needs_dealer": rules.all_pass in ("dealer_minimum", "dealer_free") or rules.table.rotating_silent,
    }


def _bidder_bids(desk: QuestionContext, question: Question, needs: Needs) -> list[tuple[int, str, list[tuple[str, str]], str]]:
    """Return each possible bidder: seat, name, bids to choose from, and the bid in the question.

    A bid in the question is always a choice, even if the rules don't allow it.
    """
    offered = [(links.bid_code(bid), bid_text(desk.t, bid)) for bid in needs.bids if bid != "free"]
    offered.append((UNKNOWN_BID, desk.t(N_("bid, amount unknown"))))
    rows = []
    for seat in needs.bidders:
        bid = (question.bids or {}).get(seat)
        code = "" if bid is None else links.bid_code(bid)
        extra = [] if bid is None or code in dict(offered) else [(code, bid_text(desk.t, bid))]
        rows.append((seat, desk.names.seats[seat], offered + extra, code))
    return rows


def _describe_question(desk: QuestionContext) -> QuestionParts:
    bid, points = links.parse_bid("bid", desk.state["bid"]), desk.state["points"]
    others = links.read_bids(desk.state, "bids")
    bidders = [bidder_text(desk.t, desk.names.seats[seat], other_bid) for seat, other_bid in sorted((others or {}).items())]
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
