"""Is this a misdeal? (rulebook section 3): the answer and its page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.engine.deal import FACES, RANK, may_call_misdeal, sort_hand
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.errors.error_messages import card_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import listing
from scorekeeper.rulings.answer import Answer, AnswerReason, find_changing_rules
from scorekeeper.rulings.questions import links
from scorekeeper.rulings.questions.kind import QuestionKind, deck, disabled_cards, redirect_to, toggle_card
from scorekeeper.rulings.questions.question_context import cards_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.rulings.questions.kind import Args, PageContent, QuestionParts
    from scorekeeper.rulings.questions.question_context import QuestionContext


RULE = "deal.misdeal"
OPTIONS = ("misdeal",)

MAY = N_("Yes: a misdeal may be called, and the same player deals again.")
MAY_NOT = N_("No: the hand is played.")
PLAYED = N_("Under these rules a player dealt no ace and no face card may call a misdeal.")
NOT_PLAYED = N_("Under these rules no one may call a misdeal for a poor hand.")
SIX = N_("With six players, poor hands are too common to call a misdeal.")
POOR = N_("This hand has no ace, king, queen or jack: nothing is above a ten.")
GOOD = N_("This hand has an ace or a face card: %(cards)s.")
CHOICE = N_("Calling it is optional. The hand may be played anyway.")


@dataclass(frozen=True)
class Question:
    """The cards dealt to a player."""

    hand: tuple[str, ...]


@dataclass(frozen=True)
class Finding:
    """Whether a misdeal may be called."""

    may_call: bool

    @property
    def key(self) -> bool:
        return self.may_call


def find(rules: RuleSet, question: Question) -> Finding:
    """Ask the engine. Raises `Malformed("event")` unless it is a full hand."""
    return Finding(may_call_misdeal(rules, question.hand))


def answer(t: Gettext, rules: RuleSet, question: Question) -> Answer:
    finding = find(rules, question)
    faces = [card_text(card) for card in sort_hand(question.hand) if RANK[card] in FACES]
    reasons = [
        AnswerReason(t(PLAYED if rules.misdeal else NOT_PLAYED), RULE),
        AnswerReason(t(GOOD) % {"cards": listing(t, faces)} if faces else t(POOR), RULE),
    ]
    if finding.may_call:
        reasons.append(AnswerReason(t(CHOICE), RULE))
    elif rules.table.hands == 6:
        reasons.append(AnswerReason(t(SIX), RULE))
    elsewhere = find_changing_rules(t, rules, OPTIONS, lambda r: find(r, question), lambda _, f: _sentence(t, f))
    return Answer("yes" if finding.may_call else "no", _sentence(t, finding), RULE, tuple(reasons), others=elsewhere)


def _sentence(t: Gettext, finding: Finding) -> str:
    return t(MAY if finding.may_call else MAY_NOT)


def _show(desk: QuestionContext, args: Args) -> PageContent:
    rules = desk.rules
    hand = links.read_cards(args, "hand")
    desk = replace(desk, state={"hand": ".".join(hand)})
    if tapped := links.read_cards(args, "tap"):
        full = len(hand) >= rules.hand_cards and tapped[0] not in hand
        return redirect_to(desk, hand=".".join(hand if full else toggle_card(hand, tapped[0])))
    is_complete = len(hand) == rules.hand_cards
    card_states = dict.fromkeys(hand, "held")
    return desk, {
        "answer": answer(desk.t, rules, Question(hand)) if is_complete or len(hand) > rules.hand_cards else None,
        "deck": deck(rules, card_states, disabled_cards(rules, hand, rules.hand_cards)),
        "missing": rules.hand_cards - len(hand),
        "count": rules.hand_cards,
    }


def _describe_question(desk: QuestionContext) -> QuestionParts:
    return [(desk.t(N_("Cards dealt")), cards_text(desk, "hand"))]


KIND = QuestionKind("misdeal", N_("Is this a misdeal?"), _show, _describe_question, lambda _state: {}, "standard~misdeal-yes")
