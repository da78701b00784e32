"""API endpoints for judging an auction, a discard, the play or a misdeal (game record, section 3)."""

from __future__ import annotations

from typing import Any

from scorekeeper.core.api import requests
from scorekeeper.core.api.json_schema import FLAG, SEAT, SIDE, Schema, array, integer, nullable, object_schema, one_of, ref, text
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.engine.deal import PACKS, SUITS
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

_OPEN = OperationGroup("referee", "open")


def _adjudicate(kind: str) -> dict[str, Any]:
    return adjudicate(kind, requests.body(), lambda objection: objection_text(request_t(), objection))


@_OPEN.post("/adjudicate/auction", body="AuctionQuestion", answers={200: "AuctionRuling"})
def judge_auction() -> dict[str, Any]:
    """Rule on an auction.

    Says which calls were legal, who calls next and what they may call, and who has the contract.
    """
    return _adjudicate("auction")


@_OPEN.post("/adjudicate/discard", body="DiscardQuestion", answers={200: "DiscardRuling"})
def judge_cards_discarded() -> dict[str, Any]:
    """Rule on a discard.

    Says whether these cards may be discarded, which must be shown or announced, and who gets their points.
    """
    return _adjudicate("discard")


@_OPEN.post("/adjudicate/play", body="PlayQuestion", answers={200: "PlayRuling"})
def judge_play() -> dict[str, Any]:
    """Rule on the play of a hand.

    Returns trick winners, card points by side and proven revokes (reneges). If you send `hands`, also lists illegal cards;
    otherwise `illegal` is null.
    """
    return _adjudicate("play")


@_OPEN.post("/adjudicate/misdeal", body="MisdealQuestion", answers={200: "MisdealRuling"})
def judge_misdeal() -> dict[str, Any]:
    """Rule on a misdeal.

    Says whether a player with this hand may call a misdeal.
    """
    return _adjudicate("misdeal")


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
