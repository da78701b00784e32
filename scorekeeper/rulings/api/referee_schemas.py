"""The shapes of questions to the referee and of the rulings (the game record, section 3)."""

from __future__ import annotations

from scorekeeper.base.api.shapes import FLAG, SEAT, SIDE, Schema, array, maybe, obj, one_of, ref, text, whole
from scorekeeper.codec.game_record import CALL_WORDS
from scorekeeper.engine.cards import PACKS, SUITS
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.games.api.record_schemas import BID, BIDS, CALL, TRUMP

MOST_CALLS = 200
MOST_TRICKS = 17
CARD = one_of(PACKS[52])
SAID = {"anyOf": [whole(), one_of(CALL_WORDS)]}
"""A call as it was said, allowed or not."""


def referee_schemas() -> dict[str, Schema]:
    """Questions and rulings, by name."""
    rules = {"rules": ref("Rules")}
    dropped = {"dropped": array(SIDE, 0, 1)}
    trump = {"trump": maybe(TRUMP)}
    cards = array(CARD, 0, len(PACKS[52]))
    objection = {"rule": text(), "text": text()}
    return {
        "AuctionQuestion": obj({**rules, "dealer": SEAT, "calls": array(SAID, 0, MOST_CALLS), **dropped}, dropped),
        "AuctionRuling": obj(
            {
                "status": one_of(("open", "closed", "passed_out", "illegal")),
                "contractor": maybe(SEAT),
                "bid": maybe(BID),
                "forced": FLAG,
                "free": FLAG,
                "highest_bids": BIDS,
                "next": maybe(SEAT),
                "legal": array(CALL),
                "illegal": maybe(obj({"index": whole(0), **objection})),
            }
        ),
        "DiscardQuestion": obj({**rules, "held": cards, "discard": cards, **trump, **dropped}, (*trump, *dropped)),
        "DiscardRuling": obj(
            {
                "legal": FLAG,
                "rule": maybe(text()),
                "points": whole(0, 100, 5),
                "show": array(CARD),
                "announce": maybe(FLAG),
                "goes_to": one_of((*RuleSet.options["discard_to"].choices, None)),
            }
        ),
        "PlayQuestion": obj(
            {
                **rules,
                "contractor": SEAT,
                **trump,
                "tricks": array(array(CARD, 0, 6), 0, MOST_TRICKS),
                "hands": maybe(array(cards, 0, 6)),
                **dropped,
            },
            (*trump, "hands", *dropped),
        ),
        "PlayRuling": obj(
            {
                "trump": maybe(TRUMP),
                "winners": array(SEAT),
                "points": array(whole(0, 100, 5), 2, 6),
                "revokes": array(obj({"trick": whole(1), "seat": SEAT, "suit": one_of(SUITS), "proven_by": whole(1)})),
                "illegal": maybe(array(obj({"trick": whole(1), "seat": SEAT, "card": CARD, **objection}))),
            }
        ),
        "MisdealQuestion": obj({**rules, "hand": cards}),
        "MisdealRuling": obj({"may_call": FLAG}),
    }
