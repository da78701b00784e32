"""The page “Is this a misdeal?”"""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.messages.marks import N_
from scorekeeper.rulings import misdeal as misdeals
from scorekeeper.rulings.questions import links
from scorekeeper.rulings.questions.card_buttons import deck, disabled_cards, redirect_to, toggle_card
from scorekeeper.rulings.questions.kind import QuestionKind
from scorekeeper.rulings.questions.question_words import cards_text

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from scorekeeper.rulings.questions.kind import Args, PageContent, QuestionParts
    from scorekeeper.rulings.questions.question_context import QuestionContext


def _show(desk: QuestionContext, args: Args) -> PageContent:
    rules = desk.rules
    hand = links.read_cards(args, "hand")
    desk = replace(desk, state={"hand": ".".join(hand)})
    if tapped := links.read_cards(args, "tap"):
        full = len(hand) >= rules.hand_cards and tapped[0] not in hand
        return redirect_to(desk, hand=".".join(hand if full else toggle_card(hand, tapped[0])))
    whole = len(hand) == rules.hand_cards
    held = dict.fromkeys(hand, "held")
    return desk, {
        "answer": misdeals.answer(desk.t, rules, misdeals.Question(hand)) if whole or len(hand) > rules.hand_cards else None,
        "deck": deck(rules, held, disabled_cards(rules, hand, rules.hand_cards)),
        "missing": rules.hand_cards - len(hand),
        "count": rules.hand_cards,
    }


def _describe_question(desk: QuestionContext) -> QuestionParts:
    return [(desk.t(N_("Cards dealt")), cards_text(desk, "hand"))]


KIND = QuestionKind("misdeal", N_("Is this a misdeal?"), _show, _describe_question, lambda _state: {}, "standard~misdeal-yes")
