"""The page “May I discard this? Must I show it or announce it? Which pile does it join?”"""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.engine.deal import SUIT, divide_pack, pack_of, sort_hand
from scorekeeper.engine.errors import NotEnoughKnown
from scorekeeper.messages.errors.error_text import plain_error_text
from scorekeeper.messages.marks import N_
from scorekeeper.rulings import discard as discards
from scorekeeper.rulings.answer import Answer
from scorekeeper.rulings.questions import links
from scorekeeper.rulings.questions.card_buttons import deck, dropped_of, possible_trumps, rank_text, redirect_to, toggle_card
from scorekeeper.rulings.questions.kind import QuestionKind
from scorekeeper.rulings.questions.question_words import cards_text, trump_row

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from scorekeeper.rulings.questions.kind import Args, PageContent, QuestionParts
    from scorekeeper.rulings.questions.question_context import QuestionContext


def _show(desk: QuestionContext, args: Args) -> PageContent:
    rules = desk.rules
    held, put = links.read_cards(args, "held"), links.read_cards(args, "discard")
    trump = links.read_choice(args, "trump", possible_trumps(rules))
    dropped = dropped_of(rules, args)
    mode = links.read_choice(args, "mode", ("hold", "put"))
    shared = divide_pack(rules, dropped)
    size = shared.cards + shared.kitty
    parts = {"held": ".".join(held), "discard": ".".join(put), "trump": trump}
    desk = replace(desk, state={**parts, "mode": mode, "dropped": "".join(map(str, dropped))})
    putting = bool(shared.kitty) and len(held) == size and mode != "hold"
    if tapped := links.read_cards(args, "tap"):
        card = tapped[0]
        if putting:
            return redirect_to(desk, discard=".".join(toggle_card(put, card)) if card in held else parts["discard"])
        now = held if len(held) >= size and card not in held else tuple(toggle_card(held, card))
        kept = [c for c in put if c in now]
        return redirect_to(desk, held=".".join(now), discard=".".join(kept), mode="" if len(now) == size else mode)
    if (button := links.read_pressed(args)) and button.field in ("trump", "mode"):
        new = "" if button.value == parts.get(button.field) else button.value
        return redirect_to(desk, **{button.field: new})
    question = discards.Question(held, put, trump or None, dropped)
    return desk, {
        "answer": _discard_answer(desk, question) if not shared.kitty or (putting and put) else None,
        "kitty": shared.kitty,
        "putting": putting,
        "deck": deck(
            rules, dict.fromkeys(held, "held"), frozenset(pack_of(rules)) - set(held) if len(held) >= size else frozenset()
        ),
        "hand": [{"card": c, "rank": rank_text(c), "suit": SUIT[c], "put": c in put} for c in sort_hand(held)],
        "missing": size - len(held),
        "count": size,
        "left": shared.kitty - len(put),
        "trump": trump,
        "trumps": possible_trumps(rules),
    }


def _discard_answer(desk: QuestionContext, question: discards.Question) -> Answer:
    try:
        return discards.answer(desk.t, desk.rules, question)
    except NotEnoughKnown as error:
        return Answer("unknown", plain_error_text(desk.t, error), "kitty.discard_limit")


def _describe_question(desk: QuestionContext) -> QuestionParts:
    return [
        (desk.t(N_("Cards held")), cards_text(desk, "held")),
        (desk.t(N_("Discarded")), cards_text(desk, "discard")),
        trump_row(desk),
    ]


KIND = QuestionKind("discard", N_("May I discard this? Must I show it?"), _show, _describe_question, rules="kitty")
