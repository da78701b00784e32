"""The page “Who won the trick? Was there a revoke?”"""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.engine.deal import SUIT, pack_of
from scorekeeper.messages.marks import N_
from scorekeeper.rulings import play as plays
from scorekeeper.rulings.questions import links
from scorekeeper.rulings.questions.card_buttons import (
    deck,
    dropped_of,
    needs_partner,
    possible_trumps,
    rank_text,
    redirect_to,
    seat_of,
)
from scorekeeper.rulings.questions.kind import QuestionKind
from scorekeeper.rulings.questions.question_words import seat_name, trump_row

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from typing import Any

    from scorekeeper.rulings.questions.kind import Args, PageContent, QuestionParts
    from scorekeeper.rulings.questions.question_context import QuestionContext


def _show(desk: QuestionContext, args: Args) -> PageContent:
    rules = desk.rules
    cards = links.read_cards(args, "cards")
    dropped = dropped_of(rules, args)
    live = [s for s in range(rules.table.players) if rules.table.side_of[s] not in dropped and s != rules.table.fixed_silent]
    contractor = seat_of(args, "contractor", rules, live[0])
    trump = links.read_choice(args, "trump", possible_trumps(rules))
    partner = links.read_number(args, "partner", 0, rules.table.players - 1, links.SEAT) if needs_partner(rules) else None
    desk = replace(
        desk,
        state={
            "contractor": str(contractor),
            "trump": trump,
            "cards": ".".join(cards),
            "partner": "" if partner is None else str(partner),
            "dropped": "".join(map(str, dropped)),
        },
    )
    if tapped := links.read_cards(args, "tap"):
        return redirect_to(desk, cards=".".join([*cards, tapped[0]]))
    if args.get("back"):
        return redirect_to(desk, cards=".".join(cards[:-1]))
    if (button := links.read_pressed(args)) and button.field == "trump":
        return redirect_to(desk, trump="" if button.value == trump else button.value)
    if any(args[part] != desk.state[part] for part in ("contractor", "partner", "dropped") if part in args):
        return redirect_to(desk)
    question = plays.Question(contractor, trump or None, cards, partner, dropped)
    finding = plays.find(rules, question)
    turn = plays.turn(rules, question, finding)
    last = finding.judged.tricks[-1] if finding.judged.tricks else None
    return desk, {
        "answer": plays.answer(desk.t, rules, question, desk.names) if finding.judged.winners else None,
        "found": finding,
        "deck": deck(rules, dict.fromkeys(cards, "gone"), frozenset(cards) if turn is not None else frozenset(pack_of(rules))),
        "turn": turn,
        "on_table": {} if last is None else dict(zip(last.seats, last.cards, strict=True)),
        "winner": None if last is None else last.winner,
        "trick": max(len(finding.judged.tricks), 1),
        "tricks": _tricks(desk, finding),
        "piles": plays.pile_text(desk.t, finding, desk.names),
        "trump": trump,
        "trumps": possible_trumps(rules),
        "contractor": contractor,
        "live": live,
        "partner": partner,
        "partnered": needs_partner(rules),
        "places": _places(desk),
    }


def _places(desk: QuestionContext) -> list[dict[str, Any]]:
    """Return the places that hold cards. Two-handed, silent hands are opposite their players."""
    if desk.rules.format != "two_handed":
        return desk.seats()
    at = ("n", "e", "s", "w")
    return [{"seat": s, "name": desk.names.seats[s], "at": at[s], "side": s % 2} for s in range(4)]


def _tricks(desk: QuestionContext, finding: plays.Finding) -> list[dict[str, Any]]:
    revoked = {(r.trick, r.seat) for r in finding.judged.revokes}
    return [
        {
            "n": n,
            "cards": [
                {
                    "who": desk.names.seats[seat],
                    "rank": rank_text(card),
                    "suit": SUIT[card],
                    "won": seat == trick.winner,
                    "revoked": (n, seat) in revoked,
                }
                for seat, card in zip(trick.seats, trick.cards, strict=True)
            ],
            "winner": None if trick.winner is None else desk.names.seats[trick.winner],
            "points": trick.points,
        }
        for n, trick in enumerate(finding.judged.tricks, 1)
    ]


def _describe_question(desk: QuestionContext) -> QuestionParts:
    return [(desk.t(N_("Contractor")), seat_name(desk, "contractor")), trump_row(desk)]


KIND = QuestionKind("play", N_("Who won the trick? Was there a revoke (renege)?"), _show, _describe_question)
