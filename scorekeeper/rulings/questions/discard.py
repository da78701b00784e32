"""The page “May I discard this? Must I show it or announce it? Which pile does it join?”"""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.engine.cards import SUIT, sort_hand
from scorekeeper.engine.deal import pack_of, share
from scorekeeper.engine.errors import NotEnoughKnown
from scorekeeper.rulings import discard as discards
from scorekeeper.rulings.answer import Answer
from scorekeeper.rulings.questions import links
from scorekeeper.rulings.questions.asked import cards_text, trump_row
from scorekeeper.rulings.questions.kind import QuestionKind
from scorekeeper.rulings.questions.taps import deck, dropped_of, go, rank_text, toggled, trumps_of
from scorekeeper.wording.errors import plain_error_text
from scorekeeper.wording.marks import N_

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from scorekeeper.rulings.questions.desk import QuestionContext
    from scorekeeper.rulings.questions.kind import Args, QuestionParts, Shown


def _show(desk: QuestionContext, args: Args) -> Shown:
    rules = desk.rules
    held, put = links.cards(args, "held"), links.cards(args, "discard")
    trump = links.choice(args, "trump", trumps_of(rules))
    dropped = dropped_of(rules, args)
    mode = links.choice(args, "mode", ("hold", "put"))
    shared = share(rules, dropped)
    size = shared.cards + shared.kitty
    parts = {"held": ".".join(held), "discard": ".".join(put), "trump": trump}
    desk = replace(desk, state={**parts, "mode": mode, "dropped": "".join(map(str, dropped))})
    putting = bool(shared.kitty) and len(held) == size and mode != "hold"
    if tapped := links.cards(args, "tap"):
        card = tapped[0]
        if putting:
            return go(desk, discard=".".join(toggled(put, card)) if card in held else parts["discard"])
        now = held if len(held) >= size and card not in held else tuple(toggled(held, card))
        kept = [c for c in put if c in now]
        return go(desk, held=".".join(now), discard=".".join(kept), mode="" if len(now) == size else mode)
    if (button := links.pressed(args)) and button.field in ("trump", "mode"):
        new = "" if button.value == parts.get(button.field) else button.value
        return go(desk, **{button.field: new})
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
        "trumps": trumps_of(rules),
    }


def _discard_answer(desk: QuestionContext, question: discards.Question) -> Answer:
    try:
        return discards.answer(desk.t, desk.rules, question)
    except NotEnoughKnown as error:
        return Answer("unknown", plain_error_text(desk.t, error), "kitty.discard_limit")


def _asked(desk: QuestionContext) -> QuestionParts:
    return [
        (desk.t(N_("Cards held")), cards_text(desk, "held")),
        (desk.t(N_("Discarded")), cards_text(desk, "discard")),
        trump_row(desk),
    ]


KIND = QuestionKind("discard", N_("May I discard this? Must I show it?"), _show, _asked, rules="kitty")
