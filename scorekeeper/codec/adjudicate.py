"""Questions to the referee and their answers as JSON (game record, section 3)."""

from __future__ import annotations

from scorekeeper.codec.game_record import CALL_WORDS, in_full
from scorekeeper.codec.rules import parse_rules
from scorekeeper.engine.auction import Bidding
from scorekeeper.engine.deal import may_call_misdeal
from scorekeeper.engine.errors import GameError, Illegal, Malformed
from scorekeeper.engine.kitty import judge_discard
from scorekeeper.engine.rulings import judge

TYPE_CHECKING = False  # phones load this, and there `typing` costs seconds
if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.engine.errors import Objection
    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet

    ObjectionText = Callable[[Objection], str]
    Question = dict[str, object]


def adjudicate(kind: str, obj: object, text: ObjectionText) -> dict[str, object]:
    """Return the answer to a question of one of `RULING_KINDS`. `text` puts objections into words.

    Raises `GameError` at event 0 if the question can't be answered. A breach of the rules is an answer, not an error.
    """
    keys, answer = RULING_KINDS[kind]
    try:
        question = _question(obj, keys)
        return answer(parse_rules(question["rules"]), question, text)
    except GameError as error:
        error.at(0)
        raise


def auction(rules: RuleSet, question: Question, text: ObjectionText) -> dict[str, object]:
    """Return the legal calls of an auction, the seat in turn, and the contract (rulebook section 4)."""
    bidding = Bidding(rules, _dealer(rules, question), _dropped(rules, question))
    illegal: dict[str, object] | None = None
    for index, call in enumerate(_calls(question)):
        objection = bidding.objection(call)
        if objection is not None:
            illegal = {"index": index, "rule": objection.rule, "text": text(objection)}
            break
        bidding.call(call)
    return {
        "status": bidding.status if illegal is None else "illegal",
        "contractor": bidding.contractor,
        "bid": bidding.bid,
        "forced": bidding.forced,
        "free": bidding.free,
        "highest_bids": {str(seat): bid for seat, bid in bidding.highest_bids.items()},
        "next": bidding.turn,
        "legal": bidding.legal(),
        "illegal": illegal,
    }


def discard(rules: RuleSet, question: Question, text: ObjectionText) -> dict[str, object]:
    """Return whether the contractor may discard these cards, and what follows (rulebook section 5)."""
    held, cards = _cards(question["held"], "held"), _cards(question["discard"], "discard")
    judged = judge_discard(rules, held, cards, _trump(question), _dropped(rules, question))
    return {
        "legal": judged.legal,
        "rule": None if judged.objection is None else judged.objection.rule,
        "text": None if judged.objection is None else text(judged.objection),
        "points": judged.points,
        "show": judged.show,
        "announce": judged.announce,
        "goes_to": judged.goes_to,
    }


def play(rules: RuleSet, question: Question, text: ObjectionText) -> dict[str, object]:
    """Return trick winners, points by side, revokes and illegal cards (rulebook section 6)."""
    tricks = [_cards(trick, "tricks") for trick in _list(question["tricks"], "tricks")]
    read = question.get("hands")
    hands = None if read is None else [_cards(hand, "hands") for hand in _list(read, "hands")]
    judged = judge(rules, _whole(question, "contractor"), _trump(question), tricks, hands, _dropped(rules, question))
    return {
        "trump": judged.trump,
        "winners": judged.winners,
        "points": judged.points,
        "revokes": [
            {"trick": revoke.trick, "seat": revoke.seat, "suit": revoke.suit, "proven_by": revoke.proven_by}
            for revoke in judged.revokes
        ],
        "illegal": None
        if judged.illegal is None
        else [
            {"trick": x.trick, "seat": x.seat, "card": x.card, "rule": x.objection.rule, "text": text(x.objection)}
            for x in judged.illegal
        ],
    }


def misdeal(rules: RuleSet, question: Question, text: ObjectionText) -> dict[str, object]:  # noqa: ARG001 (one form for all)
    """Return whether a player dealt this hand may call a misdeal (rulebook section 3)."""
    return {"may_call": may_call_misdeal(rules, _cards(question["hand"], "hand"))}


RULING_KINDS: dict[str, tuple[tuple[str, ...], Callable[[RuleSet, Question, ObjectionText], dict[str, object]]]] = {
    "auction": (("rules", "dealer", "calls", "dropped?"), auction),
    "discard": (("rules", "held", "discard", "trump?", "dropped?"), discard),
    "play": (("rules", "contractor", "trump?", "tricks", "hands?", "dropped?"), play),
    "misdeal": (("rules", "hand"), misdeal),
}
"""The kinds of question: their keys (`?` marks optional ones) and the function that answers.

`dropped` lists the sides that have dropped out, for three pairs (`end.drop_out`).
"""


def _question(obj: object, keys: tuple[str, ...]) -> Question:
    if not isinstance(obj, dict):
        raise Malformed("format", reason="question", field="question", read=obj)
    known = tuple(key.removesuffix("?") for key in keys)
    for name in obj:
        if name not in known:
            raise Malformed("event", reason="question_key", field=name, read=name, choices=known)
    for key in keys:
        if key in known and key not in obj:
            raise Malformed("event", reason="missing", field=key)
    return obj


def _dealer(rules: RuleSet, question: Question) -> int:
    dealer = _whole(question, "dealer")
    if not 0 <= dealer < rules.table.players:
        raise Malformed("event", reason="seat", field="dealer", read=dealer, high=rules.table.players - 1)
    if dealer == rules.table.fixed_silent:
        raise Illegal("event", reason="silent", field="dealer", read=dealer)
    if rules.table.side_of[dealer] in _dropped(rules, question):
        raise Illegal("event", reason="dropped", field="dealer", read=dealer, side=rules.table.side_of[dealer])
    return dealer


def _dropped(rules: RuleSet, question: Question) -> tuple[int, ...]:
    read = question.get("dropped")
    if read is None or read == []:
        return ()
    sides = _list(read, "dropped")
    if rules.format != "three_pairs":
        raise Illegal("event", reason="no_drop_out", field="dropped", read=read)
    if len(sides) > 1 or type(sides[0]) is not int or not 0 <= sides[0] < len(rules.table.sides):
        raise Malformed("event", reason="dropped_side", field="dropped", read=read, high=len(rules.table.sides) - 1)
    return (sides[0],)


def _calls(question: Question) -> list[Bid]:
    calls: list[Bid] = []
    for call in map(in_full, _list(question["calls"], "calls")):
        if type(call) is int or (isinstance(call, str) and call in CALL_WORDS):
            calls.append(call)
        else:
            raise Malformed("event", reason="type", field="calls", read=call, right="call")
    return calls


def _trump(question: Question) -> str | None:
    trump = question.get("trump")
    if trump is None or isinstance(trump, str):
        return trump
    raise Malformed("event", reason="type", field="trump", read=trump, right="trump")


def _cards(obj: object, field: str) -> list[str]:
    cards = []
    for card in _list(obj, field):
        if not isinstance(card, str):
            raise Malformed("event", reason="type", field=field, read=card, right="card")
        cards.append(card)
    return cards


def _list(obj: object, field: str) -> list[object]:
    if not isinstance(obj, list):
        raise Malformed("event", reason="type", field=field, read=obj, right="list")
    return obj


def _whole(question: Question, field: str) -> int:
    value = question[field]
    if type(value) is not int:
        raise Malformed("event", reason="type", field=field, read=value, right="whole")
    return value
