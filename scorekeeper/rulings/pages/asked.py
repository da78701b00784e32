"""A question in words, as it stands above its answer on paper."""

from __future__ import annotations

from flask_babel import gettext as _

from scorekeeper.base.i18n import t
from scorekeeper.engine.cards import sort_hand
from scorekeeper.rulings import auction as auctions
from scorekeeper.rulings.pages import links
from scorekeeper.rulings.pages.desk import QuestionContext
from scorekeeper.wording.figures import labelled, listing, number
from scorekeeper.wording.objections import call_text, card_text
from scorekeeper.wording.outcome import bid_text, bidder_text, trump_text

Asked = list[tuple[str, str]]


def in_words(desk: QuestionContext) -> Asked:
    """What was asked, part by part: label and text; parts that say nothing left out."""
    rules = [desk.title, *desk.differs]
    said = [(_("Rules"), ". ".join(rules) if len(rules) > 1 else rules[0]), *_BY_KIND[desk.kind](desk)]
    return [(label, text) for label, text in said if text]


def _name(desk: QuestionContext, field: str) -> str:
    seat = desk.state.get(field, "")
    return desk.names.seats[int(seat)] if seat else ""


def _trump(desk: QuestionContext) -> tuple[str, str]:
    trump = desk.state.get("trump", "")
    return _("Trump"), trump_text(t(), trump) if trump else ""


def _cards(desk: QuestionContext, field: str) -> str:
    return " ".join(card_text(card) for card in sort_hand(links.cards(desk.state, field)))


def _auction(desk: QuestionContext) -> Asked:
    question = auctions.Question(int(desk.state["dealer"]), links.calls(desk.state, "calls"), _dropped(desk))
    made = auctions.placed(question, auctions.find(desk.rules, question)).calls
    said = [f"{'' if c.seat is None else desk.names.seats[c.seat]} {call_text(t(), c.call)}".strip() for c in made]
    return [(_("Dealer"), _name(desk, "dealer")), (_("Calls"), ", ".join(said))]


def _dropped(desk: QuestionContext) -> tuple[int, ...]:
    side = desk.state.get("dropped", "")
    return (int(side),) if side else ()


def _discard(desk: QuestionContext) -> Asked:
    return [(_("Cards held"), _cards(desk, "held")), (_("Discarded"), _cards(desk, "discard")), _trump(desk)]


def _misdeal(desk: QuestionContext) -> Asked:
    return [(_("Cards dealt"), _cards(desk, "hand"))]


def _play(desk: QuestionContext) -> Asked:
    return [(_("Contractor"), _name(desk, "contractor")), _trump(desk)]


def _scores(desk: QuestionContext) -> str:
    scores = [number(int(n)) for n in desk.state["scores"].split(".")]
    return ", ".join(f"{name} {score}" for name, score in zip(desk.names.sides, scores, strict=True))


def _score(desk: QuestionContext) -> Asked:
    bid, points = links.bid("bid", desk.state["bid"]), desk.state["points"]
    others = links.bids(desk.state, "bids")
    said = [bidder_text(t(), desk.names.seats[seat], made) for seat, made in sorted((others or {}).items())]
    return [
        (_("Scores before the hand"), _scores(desk)),
        (_("Contractor"), _name(desk, "contractor")),
        (_("Bid"), "" if bid is None else bid_text(t(), bid)),
        (_("Card points"), " – ".join(points.split(".")) if points else ""),
        (_("Who else bid in the auction?"), _("nobody") if others == {} else listing(t(), said)),
        _trump(desk),
    ]


def _over(desk: QuestionContext) -> Asked:
    made = _("Contract failed") if desk.state["made"] else _("Contract made")
    who = _name(desk, "contractor")
    return [
        (_("Scores as they stand now"), _scores(desk)),
        (_("Who had the contract on the last hand?"), labelled(t(), who, made) if who else ""),
    ]


_BY_KIND = {
    "auction": _auction,
    "discard": _discard,
    "misdeal": _misdeal,
    "play": _play,
    "score": _score,
    "over": _over,
}
