"""The game record (`scorekeeper-game/1` and `/2`): parsing and writing. Rule ids and options are the rulebook's."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import UNKNOWN_BID
from scorekeeper.engine.errors import GameError, Malformed
from scorekeeper.engine.events import Adjustment, Misdeal, NewDealer, NewSeats, PassedOut, Played
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.formats import record_details
from scorekeeper.formats.record_details import NOTHING, STAMP_KEYS, UNSTAMPED, About, Stamp
from scorekeeper.formats.record_header import (
    FORMAT,
    LONGEST_NAME,
    V1_FORMAT,
    VERSION,
    is_name,
    parse_facts,
    parse_more,
    read_header,
)
from scorekeeper.formats.rules import dump_rules

TYPE_CHECKING = False  # phones load this, and there `typing` costs seconds
if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.engine.events import Bid, Event

MOST_EVENTS = 10_000
LONGEST_TEXT = 500

BID_WORDS = ("100-for-200", "free")
CALL_WORDS = ("pass", "keep", "100-for-200")
SEATS = frozenset("012345")
EVENT_KINDS = ("played", "passed_out", "misdeal", "adjustment")
_KINDS = {1: EVENT_KINDS, 2: (*EVENT_KINDS, "deal", "seats")}


@dataclass(slots=True)
class Record:
    """A recorded game: its rules, names by seat, first dealer's seat, and events in order.

    `start_scores`: opening scores by side. `about`: the optional part of the header.
    `stamps`: when and by whom each event was recorded, empty if none says.
    """

    rules: RuleSet
    players: tuple[str, ...]
    first_dealer: int
    events: tuple[Event, ...]
    start_scores: tuple[int, ...] = ()
    about: About = NOTHING
    stamps: tuple[Stamp, ...] = ()


def parse_record(obj: object, parse: Callable[[object, int], Event] | None = None) -> Record:
    """Return a whole record. Raises `GameError` at its event, 0 for the header.

    `parse`: reads an event instead of `parse_event`.
    """
    header, edition = read_header(obj, whole=True)
    events = header.get("events")
    if not isinstance(events, list) or len(events) > MOST_EVENTS:
        raise Malformed("format", event=0, reason="events", field="events", read=events, high=MOST_EVENTS)
    parsed: list[Event] = []
    stamps: list[Stamp] = []
    ids: set[str] = set()
    facts = parse_facts(header)
    read = parse or parse_event
    for event in events:
        try:
            if edition > 1:
                stamp, event = split_stamp(event)
                _check_new(stamp, ids)
                stamps.append(stamp)
            parsed.append(read(event, edition))
        except GameError as error:
            error.at(len(parsed) + 1)
            raise
    known = tuple(stamps) if stamps and any(stamp is not UNSTAMPED for stamp in stamps) else ()
    return Record(*facts, tuple(parsed), *parse_more(facts[0], header), known)


def parse_header(obj: object) -> Record:
    """Return a record without events, as for a new game. Raises `GameError` at event 0."""
    header, _ = read_header(obj, whole=False)
    facts = parse_facts(header)
    return Record(*facts, (), *parse_more(facts[0], header))


def split_stamp(obj: object) -> tuple[Stamp, object]:
    """Return an event's stamp and the event itself, for version 2. Raises `Malformed("event")`."""
    if not isinstance(obj, dict) or STAMP_KEYS.isdisjoint(obj):
        return UNSTAMPED, obj
    return record_details.parse_stamp(obj), {name: value for name, value in obj.items() if name not in STAMP_KEYS}


def _check_new(stamp: Stamp, ids: set[str]) -> None:
    if stamp.id is None:
        return
    if stamp.id in ids:
        raise Malformed("event", reason="id_twice", field="id", read=stamp.id)
    ids.add(stamp.id)


def _wrong_type(name: str, read: object, right: str) -> Malformed:
    return Malformed("event", reason="type", field=name, read=read, right=right)


def parse_event(obj: object, edition: int = VERSION) -> Event:
    """Return one event in that version of the format.

    Raises `Malformed` with code `event` for an unknown kind or key or a wrong type, and with `points.value` for a pile that
    is
    not a whole number.
    """
    if not isinstance(obj, dict):
        raise Malformed("event", reason="object", read=obj)
    kind = obj.get("kind", "played")
    if kind == "played":
        return _parse_played(obj)
    if kind == "adjustment":
        return _parse_adjustment(obj)
    if kind == "passed_out" or kind == "misdeal":
        _check_keys(obj, _BARE)
        note = _text(obj, "note")
        return PassedOut(note) if kind == "passed_out" else Misdeal(note)
    if edition > 1 and kind == "deal":
        _check_keys(obj, _DEAL)
        return NewDealer(_read_whole(obj, "dealer"), _text(obj, "note"))
    if edition > 1 and kind == "seats":
        return _parse_seats(obj)
    raise Malformed("event", reason="kind", field="kind", read=kind, choices=_KINDS[edition])


def _check_keys(obj: dict[str, object], keys: frozenset[str]) -> None:
    if not keys.issuperset(obj):
        name = next(name for name in obj if name not in keys)
        raise Malformed("event", reason="key", field=name, read=name, choices=tuple(sorted(keys)))


def _text(obj: dict[str, object], name: str) -> str:
    value = obj.get(name, "")
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise Malformed("event", reason="text", field=name, read=value, high=LONGEST_TEXT)
    return value


def restore_whole_number(value: object) -> object:
    """Return `value`, but as an int if it is a huge whole number that the JSON parser made a float."""
    return int(value) if type(value) is float and 2**63 <= abs(value) < float("inf") else value


def _read_whole(obj: dict[str, object], name: str) -> int:
    value = restore_whole_number(obj.get(name))
    if type(value) is not int:
        if name not in obj:
            raise Malformed("event", reason="missing", field=name)
        raise _wrong_type(name, value, "whole")
    return value


def _parse_adjustment(obj: dict[str, object]) -> Adjustment:
    _check_keys(obj, _ADJUSTMENT)
    if "reason" not in obj:
        raise Malformed("adjustment", reason="reason", field="reason", read=None)
    return Adjustment(_read_whole(obj, "side"), _read_whole(obj, "points"), _text(obj, "reason"), _text(obj, "note"))


def _parse_seats(obj: dict[str, object]) -> NewSeats:
    """Read new seats. The rules check the number of names later."""
    _check_keys(obj, _SEATS)
    names = obj.get("players")
    if not isinstance(names, list):
        raise Malformed("event", reason="missing" if names is None else "type", field="players", read=names, right="list")
    for name in names:
        if not is_name(name):
            raise Malformed("event", reason="name", field="players", read=name, high=LONGEST_NAME)
    return NewSeats(tuple(names), _text(obj, "note"))


_BARE = frozenset({"kind", "note"})
_DEAL = frozenset({"kind", "dealer", "note"})
_SEATS = frozenset({"kind", "players", "note"})
_ADJUSTMENT = frozenset({"kind", "side", "points", "reason", "note"})
_SHORT = frozenset({"kind", "contractor", "bid", "bids", "points"})
_FACTS = frozenset({"trump", "called_seat", "tricks_lost", "announced_all", "discard_points", "note"})
_PLAYED = _SHORT | _FACTS
_BY_AUCTION = frozenset({"kind", "auction", "points"}) | _FACTS


def _parse_played(obj: dict[str, object]) -> Played:
    piles = obj.get("points")
    if type(piles) is not list:
        raise _unreadable_fact(obj, "points", "list")
    for i, pile in enumerate(piles):
        if type(pile) is not int:
            raise Malformed("points.value", reason="type", field="points", read=pile, pile=i)
    points, facts = tuple(piles), len(obj) - ("kind" in obj)
    if "auction" in obj:
        hand = Played(-1, 0, points, auction=parse_calls(obj["auction"]))
        plain = 2
    else:
        contractor, bid = obj.get("contractor"), obj.get("bid")
        if type(contractor) is not int or bid is None:
            raise (
                _unreadable_fact(obj, "contractor", "whole")
                if type(contractor) is not int
                else _unreadable_fact(obj, "bid", "bid")
            )
        hand = Played(contractor, parse_bid(bid, "bid"), points)
        plain = 3
        if "bids" in obj:
            hand.bids = _bids(obj["bids"])
            plain = 4
    if facts != plain:
        _parse_facts(obj, hand, facts - plain)
    return hand


def _unreadable_fact(obj: dict[str, object], name: str, right: str) -> Malformed:
    """Return the error for an unreadable fact of a hand. An unknown key comes first, as it may be a misspelling."""
    _check_keys(obj, _PLAYED if "auction" not in obj else _BY_AUCTION)
    if name in obj:
        return _wrong_type(name, obj[name], right)
    calls = obj.get("auction")
    if name == "points" and isinstance(calls, list) and calls and all(call == "pass" for call in calls):
        return Malformed("event", reason="missing_passed", field=name, right='{"kind": "passed_out"}')
    return Malformed("event", reason="missing", field=name)


def _parse_facts(obj: dict[str, object], hand: Played, more: int) -> None:
    """Read the facts of a hand other than contract and piles. `more`: the number of keys for them."""
    _check_keys(obj, _PLAYED if hand.auction is None else _BY_AUCTION)
    trump = obj.get("trump")
    if trump is not None:
        if not isinstance(trump, str):
            raise _wrong_type("trump", trump, "trump")
        hand.trump = trump
        if more == 1:  # the usual case
            return
    for name in ("called_seat", "tricks_lost", "discard_points"):
        if obj.get(name) is not None:
            setattr(hand, name, _read_whole(obj, name))
    announced = obj.get("announced_all", False)
    if type(announced) is not bool:
        raise _wrong_type("announced_all", announced, "flag")
    hand.announced_all = announced
    if "note" in obj:
        hand.note = _text(obj, "note")


def parse_bid(bid: object, name: str) -> Bid:
    """Return a bid as recorded. The engine checks it against the rules. Raises `Malformed("event")`."""
    bid = restore_whole_number(bid)
    if type(bid) is int:
        return bid
    if isinstance(bid, str) and bid in BID_WORDS:
        return bid
    raise _wrong_type(name, bid, "bid")


def _bids(obj: object) -> dict[int, Bid] | None:
    if obj is None:
        return None
    if not isinstance(obj, dict):
        raise _wrong_type("bids", obj, "object")
    bids: dict[int, Bid] = {}
    for seat, bid in obj.items():
        if seat not in SEATS:
            raise _wrong_type("bids", seat, "seat")
        bids[int(seat)] = UNKNOWN_BID if bid == UNKNOWN_BID else parse_bid(bid, "bids")
    return bids


def parse_calls(obj: object) -> tuple[Bid, ...]:
    """Return the calls of an auction as recorded. Raises `Malformed("event")`."""
    if not isinstance(obj, list):
        raise _wrong_type("auction", obj, "list")
    calls: list[Bid] = []
    for call in map(restore_whole_number, obj):
        if type(call) is int or (isinstance(call, str) and call in CALL_WORDS):
            calls.append(call)
        else:
            raise _wrong_type("auction", call, "call")
    return tuple(calls)


def dump_event(event: Event) -> dict[str, object]:
    """Return an event as JSON with its `kind`. Facts that were not recorded are left out."""
    out: dict[str, object] = {"kind": event.kind}
    if isinstance(event, Played):
        _dump_played(event, out)
    elif isinstance(event, Adjustment):
        out.update(side=event.side, points=event.points, reason=event.reason)
    elif isinstance(event, NewDealer):
        out["dealer"] = event.dealer
    elif isinstance(event, NewSeats):
        out["players"] = list(event.players)
    if event.note:
        out["note"] = event.note
    return out


def _dump_played(event: Played, out: dict[str, object]) -> None:
    if event.auction is not None:
        out["auction"] = list(event.auction)
    else:
        out["contractor"], out["bid"] = event.contractor, event.bid
        if event.bids is not None:
            out["bids"] = {str(seat): bid for seat, bid in event.bids.items()}
    if event.trump is not None:
        out["trump"] = event.trump
    out["points"] = list(event.points)
    for name in ("called_seat", "tricks_lost", "discard_points"):
        if getattr(event, name) is not None:
            out[name] = getattr(event, name)
    if event.announced_all:
        out["announced_all"] = True


def dump_record(record: Record, edition: int = VERSION) -> dict[str, object]:
    """Return the record as JSON with every option set.

    Version 1 leaves out everything but the game itself. Raises `Malformed("format")` if the game doesn't fit version 1.
    """
    header = {"rules": dump_rules(record.rules), "players": list(record.players), "first_dealer": record.first_dealer}
    if edition == 1:
        n = first_event_beyond_v1(record)
        if n is not None:
            raise Malformed("format", event=n, reason="edition", field="format", read=n)
        return {"format": V1_FORMAT, **header, "events": [dump_event(event) for event in record.events]}
    if record.start_scores:
        header["start_scores"] = list(record.start_scores)
    stamps = record.stamps or (UNSTAMPED,) * len(record.events)
    events = [{**dump_event(e), **record_details.dump_stamp(s)} for e, s in zip(record.events, stamps, strict=True)]
    return {"format": FORMAT, **record_details.dump_about(record.about), **header, "events": events}


def first_event_beyond_v1(record: Record) -> int | None:
    """Return the first event that version 1 can't express, 0 for opening scores, or None."""
    if any(record.start_scores):
        return 0
    return next((n for n, event in enumerate(record.events, 1) if event.kind not in EVENT_KINDS), None)


def error_json(error: GameError, text: Callable[[GameError], str]) -> dict[str, object]:
    """Return the `error` object that replaces an answer."""
    return {"error": {"event": error.event or 0, "code": error.code, "message": text(error)}}
