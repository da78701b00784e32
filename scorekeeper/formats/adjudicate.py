"""Questions to the referee and their answers as JSON (game record, section 3)."""

from __future__ import annotations

from scorekeeper.engine.auction import Bidding
from scorekeeper.engine.deal import may_call_misdeal
from scorekeeper.engine.errors import GameError, Illegal, Malformed
from scorekeeper.engine.kitty import judge_discard
from scorekeeper.engine.rulings import judge
from scorekeeper.formats.game_record import CALL_WORDS, restore_whole_number
from scorekeeper.formats.rules import parse_rules

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
        question = _read_question(obj, keys)
        return answer(parse_rules(question["rules"]), question, text)
    except GameError as error:
        error.at(0)
        raise


def adjudicate_auction(rules: RuleSet, question: Question, text: ObjectionText) -> dict[str, object]:
    """Return the legal calls of an auction, the seat in turn, and the contract (rulebook section 4)."""
    bidding = Bidding(rules, _read_dealer(rules, question), _read_dropped(rules, question))
    illegal: dict[str, object] | None = None
    for index, call in enumerate(_read_calls(question)):
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


def adjudicate_discard(rules: RuleSet, question: Question, text: ObjectionText) -> dict[str, object]:
    """Return whether the contractor may discard these cards, and what follows (rulebook section 5)."""
    held_cards, cards = _read_cards(question["held"], "held"), _read_cards(question["discard"], "discard")
    judged = judge_discard(rules, held_cards, cards, _read_trump(question), _read_dropped(rules, question))
    return {
        "legal": judged.legal,
        "rule": None if judged.objection is None else judged.objection.rule,
        "text": None if judged.objection is None else text(judged.objection),
        "points": judged.points,
        "show": judged.show,
        "announce": judged.announce,
        "goes_to": judged.goes_to,
    }


def adjudicate_play(rules: RuleSet, question: Question, text: ObjectionText) -> dict[str, object]:
    """Return trick winners, points by side, revokes and illegal cards (rulebook section 6)."""
    tricks = [_read_cards(trick, "tricks") for trick in _read_list(question["tricks"], "tricks")]
    read = question.get("hands")
    hands = None if read is None else [_read_cards(hand, "hands") for hand in _read_list(read, "hands")]
    judged = judge(
        rules, _read_whole(question, "contractor"), _read_trump(question), tricks, hands, _read_dropped(rules, question)
    )
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


def adjudicate_misdeal(rules: RuleSet, question: Question, text: ObjectionText) -> dict[str, object]:  # noqa: ARG001 (one form for all)
    """Return whether a player dealt this hand may call a misdeal (rulebook section 3)."""
    return {"may_call": may_call_misdeal(rules, _read_cards(question["hand"], "hand"))}


RULING_KINDS: dict[str, tuple[tuple[str, ...], Callable[[RuleSet, Question, ObjectionText], dict[str, object]]]] = {
    "auction": (("rules", "dealer", "calls", "dropped?"), adjudicate_auction),
    "discard": (("rules", "held", "discard", "trump?", "dropped?"), adjudicate_discard),
    "play": (("rules", "contractor", "trump?", "tricks", "hands?", "dropped?"), adjudicate_play),
    "misdeal": (("rules", "hand"), adjudicate_misdeal),
}
"""The kinds of question: their keys (`?` marks optional ones) and the function that answers.

`dropped` lists the sides that have dropped out, for three pairs (`end.drop_out`).
"""


def _read_question(obj: object, keys: tuple[str, ...]) -> Question:
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


def _read_dealer(rules: RuleSet, question: Question) -> int:
    dealer = _read_whole(question, "dealer")
    if not 0 <= dealer < rules.table.players:
        raise Malformed("event", reason="seat", field="dealer", read=dealer, high=rules.table.players - 1)
    if dealer == rules.table.fixed_silent:
        raise Illegal("event", reason="silent", field="dealer", read=dealer)
    if rules.table.side_of[dealer] in _read_dropped(rules, question):
        raise Illegal("event", reason="dropped", field="dealer", read=dealer, side=rules.table.side_of[dealer])
    return dealer


def _read_dropped(rules: RuleSet, question: Question) -> tuple[int, ...]:
    read = question.get("dropped")
    if read is None or read == []:
        return ()
    sides = _read_list(read, "dropped")
    if rules.format != "three_pairs":
        raise Illegal("event", reason="no_drop_out", field="dropped", read=read)
    if len(sides) > 1 or type(sides[0]) is not int or not 0 <= sides[0] < len(rules.table.sides):
        raise Malformed("event", reason="dropped_side", field="dropped", read=read, high=len(rules.table.sides) - 1)
    return (sides[0],)


def _read_calls(question: Question) -> list[Bid]:
    calls: list[Bid] = []
    for call in map(restore_whole_number, _read_list(question["calls"], "calls")):
        if type(call) is int or (isinstance(call, str) and call in CALL_WORDS):
            calls.append(call)
        else:
            raise Malformed("event", reason="type", field="calls", read=call, right="call")
    return calls


def _read_trump(question: Question) -> str | None:
    trump = question.get("trump")
    if trump is None or isinstance(trump, str):
        return trump
    raise Malformed("event", reason="type", field="trump", read=trump, right="trump")


def _read_cards(obj: object, field: str) -> list[str]:
    cards = []
    for card in _read_list(obj, field):
        if not isinstance(card, str):
            raise Malformed("event", reason="type", field=field, read=card, right="card")
        cards.append(card)
    return cards


def _read_list(obj: object, field: str) -> list[object]:
    if not isinstance(obj, list):
        raise Malformed("event", reason="type", field=field, read=obj, right="list")
    return obj


def _read_whole(question: Question, field: str) -> int:
    value = question[field]
    if type(value) is not int:
        raise Malformed("event", reason="type", field=field, read=value, right="whole")
    return value
