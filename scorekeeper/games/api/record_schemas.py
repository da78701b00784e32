"""The schemas of the game record and its replay. Options, bids and endings come from the engine."""

from __future__ import annotations

from scorekeeper.core import limits
from scorekeeper.core.api.json_schema import (
    FLAG,
    SEAT,
    SIDE,
    TIME,
    Schema,
    array,
    integer,
    nullable,
    object_schema,
    one_of,
    ref,
    text,
)
from scorekeeper.engine.auction import HUNDRED_FOR_200, TOP, UNKNOWN_BID
from scorekeeper.engine.endings import HIGHEST_START_SCORE
from scorekeeper.engine.options import Number, Option
from scorekeeper.engine.play import NO_TRUMP, SUITS
from scorekeeper.engine.replay.validation import MOST_ADJUSTED
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet
from scorekeeper.formats import game_record, record_details, record_header, replay
from scorekeeper.messages.game.outcome import ENDINGS
from scorekeeper.messages.rules.rules import option_help

PILE = integer(0, 100, 5)
PILES = array(PILE, 2, 6)
BID, BIDS, KNOWN_BIDS, CALL, TRUMP = (ref(name) for name in ("Bid", "Bids", "KnownBids", "Call", "Trump"))
_BIDS = {"type": "object", "propertyNames": {"pattern": "^[0-5]$"}, "maxProperties": 6}
PARTS: dict[str, Schema] = {
    "BidWord": one_of(game_record.BID_WORDS),
    "Bid": {"anyOf": [integer(5, TOP, 5), ref("BidWord")]},
    "Bids": {**_BIDS, "additionalProperties": BID},
    "KnownBids": {**_BIDS, "additionalProperties": {"anyOf": [BID, {"const": UNKNOWN_BID}]}},
    "CallWord": one_of(("pass", "keep", HUNDRED_FOR_200)),
    "Call": {"anyOf": [integer(5, TOP, 5), ref("CallWord")]},
    "Trump": one_of((*SUITS, NO_TRUMP)),
}
"""The parts of contracts and auctions. In `KnownBids`, `bid` is a bid of unknown height."""
NOTE = text(limits.LONGEST_NOTE)
PLAYERS = array(text(limits.LONGEST_NAME, 1), 2, 6)
UUID = text(format="uuid")
EVENT_SCHEMAS = ("Played", "PlayedByAuction", "PassedOut", "Misdeal", "Adjustment", "NewDealer", "NewSeats")
"""The schemas of events."""


def option_schema(option: Option) -> Schema:
    """Return the schema of a house rule's values."""
    if option.kind == "flag":
        return dict(FLAG)
    if option.choices:
        return one_of((*option.choices, None) if option.nullable else option.choices)
    assert isinstance(option, Number)
    number = integer(option.low, option.high, option.step if option.step > 1 else None)
    return nullable(number) if option.nullable else number


def rules_schemas() -> dict[str, Schema]:
    """Return the schemas of rule sets: a name, an object of options, and an object with every option."""
    options = {name: {**option_schema(option), "description": option_help(str, name)} for name, option in RuleSet.options.items()}
    return {
        "RulesName": one_of(VARIANTS_BY_NAME),
        "RulesInFull": object_schema(options),
        "RulesByOption": object_schema({"base": ref("RulesName"), **options}, ("base", *options)),
        "Rules": {"anyOf": [ref("RulesName"), ref("RulesByOption")]},
    }


def event_schemas() -> dict[str, Schema]:
    """Return the schemas of a record's events."""
    facts = {
        "trump": TRUMP,
        "called_seat": SEAT,
        "tricks_lost": integer(0, 17),
        "announced_all": FLAG,
        "discard_points": PILE,
        "note": NOTE,
    }
    kind = {"const": "played"}
    contract = {"contractor": SEAT, "bid": BID, "bids": KNOWN_BIDS}
    known = {"trump": TRUMP, "announced_all": FLAG}
    return {
        **PARTS,
        "Played": object_schema({"kind": kind, **contract, "points": PILES, **facts}, ("kind", "bids", *facts)),
        "PlayedByAuction": object_schema({"kind": kind, "auction": array(CALL, 1), "points": PILES, **facts}, ("kind", *facts)),
        "PassedOut": object_schema({"kind": {"const": "passed_out"}, "note": NOTE}, ("note",)),
        "Misdeal": object_schema({"kind": {"const": "misdeal"}, "note": NOTE}, ("note",)),
        "Adjustment": object_schema(
            {
                "kind": {"const": "adjustment"},
                "side": SIDE,
                "points": integer(-MOST_ADJUSTED, MOST_ADJUSTED),
                "reason": text(limits.LONGEST_NOTE, 1),
                "note": NOTE,
            },
            ("note",),
        ),
        "NewDealer": object_schema({"kind": {"const": "deal"}, "dealer": SEAT, "note": NOTE}, ("note",)),
        "NewSeats": object_schema({"kind": {"const": "seats"}, "players": PLAYERS, "note": NOTE}, ("note",)),
        "Event": {"anyOf": [ref(name) for name in EVENT_SCHEMAS]},
        "ContractByBid": object_schema({**contract, **known}, ("bids", *known), minProperties=2),
        "ContractByAuction": object_schema({"auction": array(CALL, 1), **known}, known, minProperties=1),
        "Contract": {"anyOf": [ref("ContractByBid"), ref("ContractByAuction")]},
    }


def record_schemas() -> dict[str, Schema]:
    """Return the schemas of whole records in both versions.

    Version 2 adds facts about the session, and who recorded each event when.
    """
    header = {"rules": ref("Rules"), "players": PLAYERS, "first_dealer": SEAT}
    line = text(record_details.LONGEST_PLACE, 1)
    about = {
        "id": {**UUID, "description": "Importing a file that this device already has returns its game (200)."},
        **dict.fromkeys(record_details.MOMENTS, TIME),
        **dict.fromkeys(record_details.TEXTS, line),
        "match": ref("RecordedMatch"),
        "start_scores": array(integer(-HIGHEST_START_SCORE, HIGHEST_START_SCORE, 5), 2, 6),
    }
    first, second = ({"format": {"const": name}, **header} for name in record_header.FORMATS)
    events = {"events": array(ref("Event"), 0, limits.MOST_ENTRIES)}
    recorded = {"events": array(ref("RecordedEvent"), 0, limits.MOST_ENTRIES)}
    shapes = event_schemas()
    in_full, alone = ("Record1", "Record2"), ("NewRecord1", "NewRecord2")
    return {
        "RecordedMatch": object_schema(
            {"id": UUID, "number": integer(1), "games_to_win": nullable(integer(1))}, ("games_to_win",)
        ),
        **{f"Recorded{name}": _recorded(shapes[name]) for name in EVENT_SCHEMAS},
        "RecordedEvent": {"anyOf": [ref(f"Recorded{name}") for name in EVENT_SCHEMAS]},
        "NewRecord1": object_schema(first),
        "NewRecord2": object_schema({**second, **about}, about),
        "NewRecord": {"anyOf": [ref(name) for name in (*alone, *in_full)]},
        "Record1": object_schema({**first, **events}),
        "Record2": object_schema({**second, **about, **recorded}, about),
        "Record": {"anyOf": [ref(name) for name in in_full]},
    }


def _recorded(event: Schema) -> Schema:
    """Return an event's schema with the facts that version 2 adds about its recording."""
    stamp = {"id": UUID, "at": TIME, "by": text(record_details.LONGEST_BY, 1)}
    return {**event, "properties": {**event["properties"], **stamp}}


def replay_schemas() -> dict[str, Schema]:
    """Return the schemas of a replay."""
    by_side = array(integer(), 2, 6)
    sides = array(SIDE, 0, 6)
    played = {"contractor": SEAT, "side": SIDE, "bid": BID, "made": FLAG}
    line = {"rule": text(), "side": integer(-1, 5), "points": integer(), "text": text()}
    return {
        "Line": object_schema(line),
        "Hand": object_schema(
            {
                "n": integer(1),
                "kind": one_of((*game_record.EVENT_KINDS, "deal", "seats")),
                "dealer": SEAT,
                **played,
                "deltas": by_side,
                "scores": by_side,
                "boxed": array(FLAG, 2, 6),
                "dropped": sides,
                "players": array(text(), 2, 6),
                "why": array(ref("Line")),
            },
            (*played, "players"),
        ),
        "Start": object_schema({"scores": by_side, "boxed": array(FLAG, 2, 6), "dropped": sides, "why": array(ref("Line"))}),
        "Doubt": object_schema({"event": integer(1), "rule": text(), "text": text()}),
        "Outcome": object_schema(
            {
                "status": one_of(("playing", "won")),
                "winners": sides,
                "rule": one_of((*ENDINGS, None)),
                "games": integer(0, 2),
            }
        ),
        "Replay": object_schema(
            {
                "format": {"const": replay.FORMAT},
                "start": ref("Start"),
                "hands": {**array(ref("Hand")), "description": "Ends before the first event with an error."},
                "scores": by_side,
                "dropped": sides,
                "next_dealer": SEAT,
                "outcome": ref("Outcome"),
                "doubts": array(ref("Doubt")),
            },
            ("start", "doubts"),
        ),
    }
