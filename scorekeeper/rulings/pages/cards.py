"""Questions with calls and cards: auction, discard, play, misdeal. Each tap is a button that leads to the next address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask_babel import gettext as _

from scorekeeper.base.i18n import t
from scorekeeper.engine.auction import HUNDRED_FOR_200, KEEP, PASS, TOP
from scorekeeper.engine.cards import RANK, SUIT, SUITS, sort_hand
from scorekeeper.engine.deal import pack_of, share
from scorekeeper.engine.errors import NotEnoughKnown
from scorekeeper.engine.play import NO_TRUMP
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.games.pages.pad_view import chip_of
from scorekeeper.rulings import auction as auctions
from scorekeeper.rulings import discard as discards
from scorekeeper.rulings import misdeal as misdeals
from scorekeeper.rulings import play as plays
from scorekeeper.rulings.answer import Answer
from scorekeeper.rulings.pages import links
from scorekeeper.rulings.pages.desk import QuestionContext
from scorekeeper.wording.errors import plain_error_text
from scorekeeper.wording.objections import call_text

Args = Mapping[str, str]
Shown = tuple[QuestionContext, dict[str, Any]]
"""The desk with the question as its address has it, and what the template needs; `go`: an address to go to instead."""


def dropped_of(rules: RuleSet, args: Args) -> tuple[int, ...]:
    """The side that is out of the game, where sides can be."""
    if rules.format != "three_pairs":
        return ()
    side = links.whole(args, "dropped", 0, len(rules.table.sides) - 1)
    return () if side is None else (side,)


def seat_of(args: Args, field: str, rules: RuleSet, default: int = 0) -> int:
    """A seat of the table."""
    found = links.whole(args, field, 0, rules.table.players - 1, links.SEAT)
    return default if found is None else found


def go(desk: QuestionContext, **changes: str) -> Shown:
    """To the same question with parts changed."""
    return desk, {"go": desk.url(**changes)}


def auction(desk: QuestionContext, args: Args) -> Shown:
    """Was that bid allowed? Who has the contract?"""
    rules = desk.rules
    made = links.calls(args, "calls")
    dropped = dropped_of(rules, args)
    live = [s for s in range(rules.table.players) if rules.table.side_of[s] not in (*dropped, None)]
    dealer = seat_of(args, "dealer", rules, live[0])
    state = {"dealer": str(dealer), "calls": links.calls_code(made), "dropped": "".join(map(str, dropped))}
    desk = replace(desk, state=state)
    question = auctions.Question(dealer, made, dropped)
    found = auctions.find(rules, question)
    if said := args.get("call"):
        who = links.whole(args, "who", 0, rules.table.players - 1, links.SEAT)
        seat = None if who is None or who == found.bidding.turn else who
        call = links.calls({"call": said}, "call")[0].call
        return go(desk, calls=".".join(filter(None, [state["calls"], links.call_code(call, seat)])))
    if args.get("back"):
        return go(desk, calls=links.calls_code(made[:-1]))
    if any(args.get(part, "") != state[part] for part in ("dealer", "dropped") if part in args):
        return go(desk)
    return desk, {
        "answer": auctions.answer(t(), rules, question, desk.names) if made else None,
        "found": found,
        "keys": _keys(rules, found),
        "last": _last_calls(found),
        "dealer": dealer,
        "live": live,
        "turn": found.bidding.turn,
        "closed": found.refused is not None,
        "made": len(made),
        "first": auctions.sentence(t(), found, desk.names),
    }


def _keys(rules: RuleSet, found: auctions.Finding) -> list[tuple[str, str, str, bool]]:
    """Every call that players know: code, words, small print, whether it may be made now."""
    step = 5
    low = min(rules.minimum_bid or step, 50)
    legal = found.bidding.legal()
    calls = [PASS, *([KEEP] if rules.keep != "none" else []), *range(low, TOP + 1, step), HUNDRED_FOR_200]
    if rules.keep == "none":
        calls.insert(1, KEEP)
    words = {HUNDRED_FOR_200: chip_of(HUNDRED_FOR_200)[1:]}
    return [(links.call_code(call), *words.get(call, (call_text(t(), call), "")), call in legal) for call in calls]


def _last_calls(found: auctions.Finding) -> dict[int, str]:
    last = {seat: call_text(t(), call) for seat, call in found.bidding.calls}
    no = found.refused
    if no is not None and no.seat is not None:
        last[no.seat] = call_text(t(), no.call)
    return last


Deck = list[tuple[str, list[dict[str, Any]]]]


def deck(rules: RuleSet, states: Mapping[str, str], off: frozenset[str] = frozenset()) -> Deck:
    """The pack to tap on, suit by suit: `states` of cards that are not just lying there, cards that cannot be tapped `off`."""
    rows: dict[str, list[dict[str, Any]]] = {suit: [] for suit in SUITS}
    for card in pack_of(rules):
        part = {"card": card, "rank": rank_text(card), "state": states.get(card, ""), "off": card in off}
        rows[SUIT[card]].append(part)
    return list(rows.items())


def rank_text(card: str) -> str:
    """The rank as it is printed on cards."""
    return RANK[card]


def misdeal(desk: QuestionContext, args: Args) -> Shown:
    """Is this a misdeal?"""
    rules = desk.rules
    hand = links.cards(args, "hand")
    desk = replace(desk, state={"hand": ".".join(hand)})
    if tapped := links.cards(args, "tap"):
        full = len(hand) >= rules.hand_cards and tapped[0] not in hand
        return go(desk, hand=".".join(hand if full else _toggled(hand, tapped[0])))
    whole = len(hand) == rules.hand_cards
    held = dict.fromkeys(hand, "held")
    return desk, {
        "answer": misdeals.answer(t(), rules, misdeals.Question(hand)) if whole or len(hand) > rules.hand_cards else None,
        "deck": deck(rules, held, _others_off(rules, hand, rules.hand_cards)),
        "missing": rules.hand_cards - len(hand),
        "count": rules.hand_cards,
    }


def _toggled(cards: tuple[str, ...], card: str) -> list[str]:
    chosen = [c for c in cards if c != card] if card in cards else [*cards, card]
    return sort_hand(chosen)


def discard(desk: QuestionContext, args: Args) -> Shown:
    """May I discard this? Must I show it or say so? Whose pile?"""
    rules = desk.rules
    held, put = links.cards(args, "held"), links.cards(args, "discard")
    trump = links.choice(args, "trump", _trumps(rules))
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
            return go(desk, discard=".".join(_toggled(put, card)) if card in held else parts["discard"])
        now = held if len(held) >= size and card not in held else tuple(_toggled(held, card))
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
        "trumps": _trumps(rules),
    }


def _others_off(rules: RuleSet, held: tuple[str, ...], size: int) -> frozenset[str]:
    """Once the hand is whole, the cards that are not in it can no more be tapped."""
    return frozenset(pack_of(rules)) - set(held) if len(held) >= size else frozenset()


def _discard_answer(desk: QuestionContext, question: discards.Question) -> Answer:
    try:
        return discards.answer(t(), desk.rules, question)
    except NotEnoughKnown as error:
        return Answer("unknown", plain_error_text(t(), error), "kitty.discard_limit")


def _trumps(rules: RuleSet) -> tuple[str, ...]:
    return SUITS if rules.no_trump == "forbidden" else (*SUITS, NO_TRUMP)


def play(desk: QuestionContext, args: Args) -> Shown:
    """Who won the trick? Was there a revoke?"""
    rules = desk.rules
    cards = links.cards(args, "cards")
    dropped = dropped_of(rules, args)
    live = [s for s in range(rules.table.players) if rules.table.side_of[s] not in dropped and s != rules.table.fixed_silent]
    contractor = seat_of(args, "contractor", rules, live[0])
    trump = links.choice(args, "trump", _trumps(rules))
    partner = links.whole(args, "partner", 0, rules.table.players - 1, links.SEAT) if partnered(rules) else None
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
    if tapped := links.cards(args, "tap"):
        return go(desk, cards=".".join([*cards, tapped[0]]))
    if args.get("back"):
        return go(desk, cards=".".join(cards[:-1]))
    if (button := links.pressed(args)) and button.field == "trump":
        return go(desk, trump="" if button.value == trump else button.value)
    if any(args[part] != desk.state[part] for part in ("contractor", "partner", "dropped") if part in args):
        return go(desk)
    question = plays.Question(contractor, trump or None, cards, partner, dropped)
    found = plays.find(rules, question)
    turn = plays.turn(rules, question, found)
    last = found.judged.tricks[-1] if found.judged.tricks else None
    return desk, {
        "answer": plays.answer(t(), rules, question, desk.names) if found.judged.winners else None,
        "found": found,
        "deck": deck(rules, dict.fromkeys(cards, "gone"), frozenset(cards) if turn is not None else frozenset(pack_of(rules))),
        "turn": turn,
        "on_table": {} if last is None else dict(zip(last.seats, last.cards, strict=True)),
        "winner": None if last is None else last.winner,
        "trick": max(len(found.judged.tricks), 1),
        "tricks": _tricks(desk, found),
        "piles": plays.pile_text(t(), found, desk.names),
        "trump": trump,
        "trumps": _trumps(rules),
        "contractor": contractor,
        "live": live,
        "partner": partner,
        "partnered": partnered(rules),
        "places": _places(desk),
    }


def partnered(rules: RuleSet) -> bool:
    """Whether the contractor's partner has to be told."""
    return rules.format in ("called_partner", "silent_partner")


def _places(desk: QuestionContext) -> list[dict[str, Any]]:
    """The places that hold cards: with two players, silent hands sit opposite their players."""
    if desk.rules.format != "two_handed":
        return desk.seats()
    at = ("n", "e", "s", "w")
    return [{"seat": s, "name": desk.names.seats[s], "at": at[s], "side": s % 2} for s in range(4)]


def _tricks(desk: QuestionContext, found: plays.Finding) -> list[dict[str, Any]]:
    revoked = {(r.trick, r.seat) for r in found.judged.revokes}
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
        for n, trick in enumerate(found.judged.tricks, 1)
    ]


def title_of(kind: str) -> str:
    """The question, as somebody at the table would ask it."""
    return {
        "auction": _("Was that bid allowed? Who has the contract?"),
        "discard": _("May I discard this? Must I show it?"),
        "play": _("Who won the trick? Was there a revoke?"),
        "misdeal": _("Is this a misdeal?"),
        "score": _("What does this hand score?"),
        "over": _("Is the game over, and who won?"),
        "compare": _("How do two rule sets differ?"),
    }[kind]
