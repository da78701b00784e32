"""Questions to the referee: an auction, a discard, a hand's play, a misdeal. Nothing is stored."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.base.api import answers, requests
from scorekeeper.base.api.operations import operation
from scorekeeper.base.i18n import t as request_t
from scorekeeper.codec.adjudicate import adjudicate
from scorekeeper.engine.errors import Objection
from scorekeeper.wording.marks import N_
from scorekeeper.wording.objections import objection_text

_OPEN: dict[str, Any] = {"tag": "referee", "access": "open"}


def _answer(kind: str) -> Response:
    t = request_t()

    def text(objection: Objection) -> str:
        return objection_text(t, objection)

    return answers.respond(adjudicate(kind, requests.body(), text))


@operation(
    "POST",
    "/adjudicate/auction",
    summary=N_("Judge an auction"),
    about=N_("Which calls were allowed, whose turn it is and what may be called, who has the contract and at what."),
    body="AuctionQuestion",
    answers={200: "AuctionRuling"},
    **_OPEN,
)
def judge_auction() -> Response:
    return _answer("auction")


@operation(
    "POST",
    "/adjudicate/discard",
    summary=N_("Judge a discard"),
    about=N_("Whether these cards may be discarded, what must be shown or announced, and whose pile they join."),
    body="DiscardQuestion",
    answers={200: "DiscardRuling"},
    **_OPEN,
)
def judge_cards_discarded() -> Response:
    return _answer("discard")


@operation(
    "POST",
    "/adjudicate/play",
    summary=N_("Judge the play of a hand"),
    about=N_(
        "Who won each trick, the card points by side, and revokes that are proven. With the `hands` after the discard, also"
        " every card that was not allowed; without them `illegal` is null."
    ),
    body="PlayQuestion",
    answers={200: "PlayRuling"},
    **_OPEN,
)
def judge_play() -> Response:
    return _answer("play")


@operation(
    "POST",
    "/adjudicate/misdeal",
    summary=N_("Judge a misdeal"),
    about=N_("Whether a player who was dealt this hand may call a misdeal."),
    body="MisdealQuestion",
    answers={200: "MisdealRuling"},
    **_OPEN,
)
def judge_misdeal() -> Response:
    return _answer("misdeal")
