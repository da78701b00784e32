"""May I discard this? Must I show it or announce it? Which pile does it join? (rulebook section 5): answer and page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.engine.deal import POINTS, SUIT, divide_pack, pack_of, sort_hand
from scorekeeper.engine.errors import NotEnoughKnown
from scorekeeper.engine.kitty import Discard, Kitty, discard_choice, judge_discard
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.errors.error_messages import card_text, objection_text
from scorekeeper.messages.errors.error_text import plain_error_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import labelled, listing
from scorekeeper.messages.rules.rules import choice_label
from scorekeeper.rulings.answer import Answer, AnswerFact, AnswerReason, find_changing_rules, options_of
from scorekeeper.rulings.questions import links
from scorekeeper.rulings.questions.kind import (
    QuestionKind,
    deck,
    dropped_of,
    possible_trumps,
    rank_text,
    redirect_to,
    toggle_card,
)
from scorekeeper.rulings.questions.question_context import cards_text, trump_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.rulings.questions.kind import Args, PageContent, QuestionParts
    from scorekeeper.rulings.questions.question_context import QuestionContext


OPTIONS = options_of(Kitty, first=("discard_limit",))

ALLOWED = N_("Yes: these cards may be discarded.")
REFUSED = N_("No: these cards may not be discarded. %(why)s")
NO_KITTY = N_("Under these rules there is no kitty, so nothing is discarded.")
ANY = N_("Any cards may be discarded.")
MAY = N_("May be discarded: %(cards)s.")
MUST = N_("Too few cards may be discarded freely. Discard these first: %(cards)s. Then any others.")
COUNT = N_("Discard as many cards as came from the kitty: %(count)s.")
POINTS_IN = N_("Card points in the discard: %(points)s.")

SHOW = N_("Must be shown")
SHOWN = N_("%(cards)s, before play")
SHOWN_NONE = N_("nothing, because there is no trump in the discard")
SHOWN_NEVER = N_("nothing, because discarded trumps stay hidden")
SAY = N_("Must be announced")
SAID_YES = N_("that the discard has point cards")
SAID_NO = N_("that the discard has no point cards")
SAID_NEVER = N_("nothing, because points in the discard are not announced")
PILE = N_("The discard counts for")


@dataclass(frozen=True)
class Question:
    """A discard. `held`: hand and kitty together. `trump`: None if not named yet."""

    held: tuple[str, ...]
    discard: tuple[str, ...]
    trump: str | None = None
    dropped: tuple[int, ...] = ()


@dataclass(frozen=True)
class Finding:
    """The engine's judgement of a discard."""

    judged: Discard

    @property
    def key(self) -> tuple[object, ...]:
        """The objection, or the trumps shown, the announcement and the pile."""
        j = self.judged
        why = None if j.objection is None else (j.objection.params["reason"], str(j.objection.params.get("cards")))
        return (why,) if why else (None, j.show, j.announce, j.goes_to)


def find(rules: RuleSet, question: Question) -> Finding:
    """Judge the discard. Raises `GameError` for invalid cards or if trump must be known."""
    return Finding(judge_discard(rules, question.held, question.discard, question.trump, question.dropped))


def answer(t: Gettext, rules: RuleSet, question: Question) -> Answer:
    if not divide_pack(rules, question.dropped).kitty:
        return Answer("no", t(NO_KITTY), "deal.pack")
    finding = find(rules, question)

    def describe_finding(other: RuleSet, its: Finding) -> str:
        if its.judged.objection is not None:
            return _sentence(t, its)
        facts = zip(_facts(t, rules, finding.judged), _facts(t, other, its.judged), strict=True)
        return " ".join([_sentence(t, its), *[labelled(t, new.label, new.text) + "." for old, new in facts if old != new]])

    return Answer(
        "yes" if finding.judged.legal else "no",
        _sentence(t, finding),
        _rule(finding),
        tuple(_reasons(t, rules, question, finding)),
        tuple(_facts(t, rules, finding.judged)),
        find_changing_rules(t, rules, OPTIONS, lambda r: find(r, question), describe_finding),
    )


def _sentence(t: Gettext, finding: Finding) -> str:
    objection = finding.judged.objection
    return t(ALLOWED) if objection is None else t(REFUSED) % {"why": objection_text(t, objection)}


def _rule(finding: Finding) -> str:
    return "kitty.discard_limit" if finding.judged.objection is None else finding.judged.objection.rule


def _facts(t: Gettext, rules: RuleSet, judged: Discard) -> list[AnswerFact]:
    return [
        AnswerFact(t(SHOW), _shown_text(t, rules, judged), _SHOW),
        AnswerFact(t(SAY), t(SAID_NEVER if judged.announce is None else SAID_YES if judged.announce else SAID_NO), _ANNOUNCE),
        AnswerFact(t(PILE), choice_label(t, "discard_to", judged.goes_to or "opponents"), "kitty.discard_to"),
    ]


_SHOW = "kitty.discard_show_trumps"
_ANNOUNCE = "kitty.discard_announce_points"


def _shown_text(t: Gettext, rules: RuleSet, judged: Discard) -> str:
    if judged.show:
        return t(SHOWN) % {"cards": _cards(t, judged.show)}
    return t(SHOWN_NONE if rules.discard_show_trumps else SHOWN_NEVER)


def _reasons(t: Gettext, rules: RuleSet, question: Question, finding: Finding) -> list[AnswerReason]:
    choice = discard_choice(rules, question.held, question.trump, question.dropped)
    reasons = [AnswerReason(t(COUNT) % {"count": choice.count}, "deal.pack")]
    if choice.must:
        reasons.append(AnswerReason(t(MUST) % {"cards": _cards(t, choice.must)}, "kitty.discard_limit"))
    elif len(choice.may) == len(question.held):
        reasons.append(AnswerReason(t(ANY), "kitty.discard_limit"))
    else:
        reasons.append(AnswerReason(t(MAY) % {"cards": _cards(t, choice.may)}, "kitty.discard_limit"))
    if finding.judged.objection is not None:
        reasons.append(AnswerReason(objection_text(t, finding.judged.objection), _rule(finding), bad=True))
    points = sum(POINTS[card] for card in question.discard)
    reasons.append(AnswerReason(t(POINTS_IN) % {"points": points}, "kitty.discard_to"))
    return reasons


def _cards(t: Gettext, cards: tuple[str, ...]) -> str:
    return listing(t, [card_text(card) for card in sort_hand(cards)])


def _show(desk: QuestionContext, args: Args) -> PageContent:
    rules = desk.rules
    hand, put = links.read_cards(args, "held"), links.read_cards(args, "discard")
    trump = links.read_choice(args, "trump", possible_trumps(rules))
    dropped = dropped_of(rules, args)
    mode = links.read_choice(args, "mode", ("hold", "put"))
    shared = divide_pack(rules, dropped)
    size = shared.cards + shared.kitty
    parts = {"held": ".".join(hand), "discard": ".".join(put), "trump": trump}
    desk = replace(desk, state={**parts, "mode": mode, "dropped": "".join(map(str, dropped))})
    putting = bool(shared.kitty) and len(hand) == size and mode != "hold"
    if tapped := links.read_cards(args, "tap"):
        card = tapped[0]
        if putting:
            return redirect_to(desk, discard=".".join(toggle_card(put, card)) if card in hand else parts["discard"])
        now = hand if len(hand) >= size and card not in hand else tuple(toggle_card(hand, card))
        remaining = [c for c in put if c in now]
        return redirect_to(desk, held=".".join(now), discard=".".join(remaining), mode="" if len(now) == size else mode)
    if (button := links.read_pressed(args)) and button.field in ("trump", "mode"):
        new = "" if button.value == parts.get(button.field) else button.value
        return redirect_to(desk, **{button.field: new})
    question = Question(hand, put, trump or None, dropped)
    return desk, {
        "answer": _discard_answer(desk, question) if not shared.kitty or (putting and put) else None,
        "kitty": shared.kitty,
        "putting": putting,
        "deck": deck(
            rules, dict.fromkeys(hand, "held"), frozenset(pack_of(rules)) - set(hand) if len(hand) >= size else frozenset()
        ),
        "hand": [{"card": c, "rank": rank_text(c), "suit": SUIT[c], "put": c in put} for c in sort_hand(hand)],
        "missing": size - len(hand),
        "count": size,
        "left": shared.kitty - len(put),
        "trump": trump,
        "trumps": possible_trumps(rules),
    }


def _discard_answer(desk: QuestionContext, question: Question) -> Answer:
    try:
        return answer(desk.t, desk.rules, question)
    except NotEnoughKnown as error:
        return Answer("unknown", plain_error_text(desk.t, error), "kitty.discard_limit")


def _describe_question(desk: QuestionContext) -> QuestionParts:
    return [
        (desk.t(N_("Cards held")), cards_text(desk, "held")),
        (desk.t(N_("Discarded")), cards_text(desk, "discard")),
        trump_row(desk),
    ]


KIND = QuestionKind("discard", N_("May I discard this? Must I show it?"), _show, _describe_question, rules="kitty")
