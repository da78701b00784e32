"""API endpoints for judging an auction, a discard, the play or a misdeal (game record, section 3)."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.json_schema import FLAG, SEAT, SIDE, Schema, array, integer, nullable, object_schema, one_of, ref, text
from scorekeeper.core.api.operations import operation
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.engine.deal import PACKS, SUITS
from scorekeeper.engine.errors import Objection
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.formats.adjudicate import adjudicate
from scorekeeper.formats.game_record import CALL_WORDS
from scorekeeper.games.api.record_schemas import BID, BIDS, CALL, TRUMP
from scorekeeper.messages.errors.error_messages import objection_text

MOST_CALLS = 200
MOST_TRICKS = 17
CARD = ref("Card")
MADE_CALL = {"anyOf": [integer(), one_of(CALL_WORDS)]}
"""A call, legal or not."""

_OPEN: dict[str, Any] = {"tag": "referee", "access": "open"}


def _respond(kind: str) -> Response:
    t = request_t()

    def in_words(objection: Objection) -> str:
        return objection_text(t, objection)

    return responses.respond(adjudicate(kind, requests.body(), in_words))


@operation(
    "POST",
    "/adjudicate/auction",
    summary="Rule on an auction",
    about="Says which calls were legal, who calls next and what they may call, and who has the contract.",
    body="AuctionQuestion",
    answers={200: "AuctionRuling"},
    **_OPEN,
)
def judge_auction() -> Response:
    return _respond("auction")


@operation(
    "POST",
    "/adjudicate/discard",
    summary="Rule on a discard",
    about="Says whether these cards may be discarded, which must be shown or announced, and who gets their points.",
    body="DiscardQuestion",
    answers={200: "DiscardRuling"},
    **_OPEN,
)
def judge_cards_discarded() -> Response:
    return _respond("discard")


@operation(
    "POST",
    "/adjudicate/play",
    summary="Rule on the play of a hand",
    about=(
        "Returns trick winners, card points by side and proven revokes (reneges). If you send `hands`, also lists illegal"
        " cards; otherwise `illegal` is null."
    ),
    body="PlayQuestion",
    answers={200: "PlayRuling"},
    **_OPEN,
)
def judge_play() -> Response:
    return _respond("play")


@operation(
    "POST",
    "/adjudicate/misdeal",
    summary="Rule on a misdeal",
    about="Says whether a player with this hand may call a misdeal.",
    body="MisdealQuestion",
    answers={200: "MisdealRuling"},
    **_OPEN,
)
def judge_misdeal() -> Response:
    return _respond("misdeal")


def referee_schemas() -> dict[str, Schema]:
    """Return the schemas of questions and rulings by name."""
    rules = {"rules": ref("Rules")}
    dropped = {"dropped": array(SIDE, 0, 1)}
    trump = {"trump": nullable(TRUMP)}
    cards = array(CARD, 0, len(PACKS[52]))
    objection = {"rule": text(), "text": text()}
    return {
        "Card": one_of(PACKS[52]),
        "AuctionQuestion": object_schema({**rules, "dealer": SEAT, "calls": array(MADE_CALL, 0, MOST_CALLS), **dropped}, dropped),
        "AuctionRuling": object_schema(
            {
                "status": one_of(("open", "closed", "passed_out", "illegal")),
                "contractor": nullable(SEAT),
                "bid": nullable(BID),
                "forced": FLAG,
                "free": FLAG,
                "highest_bids": BIDS,
                "next": nullable(SEAT),
                "legal": array(CALL),
                "illegal": nullable(object_schema({"index": integer(0), **objection})),
            }
        ),
        "DiscardQuestion": object_schema({**rules, "held": cards, "discard": cards, **trump, **dropped}, (*trump, *dropped)),
        "DiscardRuling": object_schema(
            {
                "legal": FLAG,
                "rule": nullable(text()),
                "text": nullable(text()),
                "points": integer(0, 100, 5),
                "show": array(CARD),
                "announce": nullable(FLAG),
                "goes_to": one_of((*RuleSet.options["discard_to"].choices, None)),
            }
        ),
        "PlayQuestion": object_schema(
            {
                **rules,
                "contractor": SEAT,
                **trump,
                "tricks": array(array(CARD, 0, 6), 0, MOST_TRICKS),
                "hands": nullable(array(cards, 0, 6)),
                **dropped,
            },
            (*trump, "hands", *dropped),
        ),
        "PlayRuling": object_schema(
            {
                "trump": nullable(TRUMP),
                "winners": array(SEAT),
                "points": array(integer(0, 100, 5), 2, 6),
                "revokes": array(
                    object_schema({"trick": integer(1), "seat": SEAT, "suit": one_of(SUITS), "proven_by": integer(1)})
                ),
                "illegal": nullable(array(object_schema({"trick": integer(1), "seat": SEAT, "card": CARD, **objection}))),
            }
        ),
        "MisdealQuestion": object_schema({**rules, "hand": cards}),
        "MisdealRuling": object_schema({"may_call": FLAG}),
    }
