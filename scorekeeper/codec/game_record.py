"""The game record (`scorekeeper-game/1`): parsing and printing. Rule ids and option names are the rulebook's."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.codec.rules import dump_rules, parse_rules
from scorekeeper.engine.auction import UNTOLD
from scorekeeper.engine.checks import check_start
from scorekeeper.engine.errors import GameError, Malformed
from scorekeeper.engine.events import Adjustment, Misdeal, PassedOut, Played
from scorekeeper.engine.ruleset import RuleSet

TYPE_CHECKING = False  # the codec runs on the phone too, where `typing` costs seconds
if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.engine.events import Bid, Event

FORMAT = "scorekeeper-game/1"
MOST_EVENTS = 10_000
LONGEST_NAME = 60
"""Characters. As many as for a club's players: who plays in a tournament keeps the whole name at the pad, and a record that
can be replayed can be brought in and played on."""
LONGEST_TEXT = 500

BID_WORDS = ("100-for-200", "free")
CALL_WORDS = ("pass", "keep", "100-for-200")
_HEADER = frozenset({"format", "rules", "players", "first_dealer"})
_RECORD = _HEADER | {"events"}


@dataclass(frozen=True, slots=True)
class Record:
    """A game as recorded: its rules, names by seat, first dealer's seat, events in order."""

    rules: RuleSet
    players: tuple[str, ...]
    first_dealer: int
    events: tuple[Event, ...]


def parse_record(obj: object) -> Record:
    """A whole record. Raises `GameError` placed at its event, 0 for the header."""
    header = _header(obj, _RECORD)
    events = header.get("events")
    if not isinstance(events, list) or len(events) > MOST_EVENTS:
        raise Malformed("format", event=0, reason="events", field="events", read=events, high=MOST_EVENTS)
    rules, players, first_dealer = _parse_header(header)
    parsed: list[Event] = []
    for event in events:
        try:
            parsed.append(parse_event(event))
        except GameError as error:
            error.at(len(parsed) + 1)
            raise
    return Record(rules, players, first_dealer, tuple(parsed))


def parse_header(obj: object) -> Record:
    """A record without its events, as when a game is started. Raises `GameError` at event 0."""
    rules, players, first_dealer = _parse_header(_header(obj, _HEADER))
    return Record(rules, players, first_dealer, ())


def _header(obj: object, keys: frozenset[str]) -> dict[str, object]:
    if not isinstance(obj, dict):
        raise Malformed("format", event=0, reason="type", field="format", read=obj, right=FORMAT)
    if obj.get("format") != FORMAT:
        raise Malformed("format", event=0, reason="version", field="format", read=obj.get("format"), right=FORMAT)
    for name in obj:
        if name not in keys:
            raise Malformed("format", event=0, reason="key", field=name, read=name, right=sorted(keys))
    if "rules" not in obj:
        raise Malformed("format", event=0, reason="missing", field="rules")
    return obj


def _parse_header(obj: dict[str, object]) -> tuple[RuleSet, tuple[str, ...], int]:
    try:
        rules = parse_rules(obj["rules"])
        missing = next((name for name in ("players", "first_dealer") if name not in obj), None)
        if missing is not None:
            raise Malformed("players", reason="missing", field=missing)
        players = parse_players(rules, obj["players"])
        first_dealer = obj["first_dealer"]
        if type(first_dealer) is not int:
            raise Malformed("players", reason="first_dealer", read=first_dealer, high=rules.table.players - 1)
        check_start(rules, first_dealer)
    except GameError as error:
        error.at(0)
        raise
    return rules, players, first_dealer


def parse_players(rules: RuleSet, names: object) -> tuple[str, ...]:
    """Names by seat. Raises `Malformed("players")` for a wrong number of them, or one that is no name."""
    expected = rules.table.players
    if not isinstance(names, list) or len(names) != expected:
        read = len(names) if isinstance(names, list) else names
        raise Malformed("players", event=0, reason="number", read=read, right=expected)
    for seat, name in enumerate(names):
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise Malformed("players", event=0, reason="name", read=name, seat=seat, high=LONGEST_NAME)
    return tuple(names)


def _wrong(name: str, read: object, right: str) -> Malformed:
    return Malformed("event", reason="type", field=name, read=read, right=right)


def parse_event(obj: object) -> Event:
    """One event. Raises `Malformed` with code `event` for an unknown kind or key or a wrong type, `points.value` for a pile
    that is not a whole number.
    """
    if not isinstance(obj, dict):
        raise Malformed("event", reason="object", read=obj)
    kind = obj.get("kind", "played")
    if kind == "played":
        return _parse_played(obj)
    if kind == "adjustment":
        return _parse_adjustment(obj)
    if kind == "passed_out" or kind == "misdeal":
        _only(obj, _BARE)
        note = _text(obj, "note")
        return PassedOut(note) if kind == "passed_out" else Misdeal(note)
    raise Malformed(
        "event",
        reason="kind",
        field="kind",
        read=kind,
        choices=("played", "passed_out", "misdeal", "adjustment"),
    )


def _only(obj: dict[str, object], keys: frozenset[str]) -> None:
    for name in obj:
        if name not in keys:
            raise Malformed("event", reason="key", field=name, read=name, choices=tuple(sorted(keys)))


def _text(obj: dict[str, object], name: str) -> str:
    value = obj.get(name, "")
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise Malformed("event", reason="text", field=name, read=value, high=LONGEST_TEXT)
    return value


def _whole(obj: dict[str, object], name: str) -> int:
    value = obj.get(name)
    if type(value) is not int:
        if name not in obj:
            raise Malformed("event", reason="missing", field=name)
        raise _wrong(name, value, "whole")
    return value


def _parse_adjustment(obj: dict[str, object]) -> Adjustment:
    _only(obj, _ADJUSTMENT)
    if "reason" not in obj:
        raise Malformed("adjustment", reason="reason", field="reason", read=None)
    return Adjustment(_whole(obj, "side"), _whole(obj, "points"), _text(obj, "reason"), _text(obj, "note"))


_BARE = frozenset({"kind", "note"})
_ADJUSTMENT = frozenset({"kind", "side", "points", "reason", "note"})
_SHORT = frozenset({"kind", "contractor", "bid", "bids", "points"})
_FACTS = frozenset({"trump", "called_seat", "tricks_lost", "announced_all", "discard_points", "note"})
_PLAYED = _SHORT | _FACTS
_BY_AUCTION = frozenset({"kind", "auction", "points"}) | _FACTS


def _parse_played(obj: dict[str, object]) -> Played:
    piles = obj.get("points")
    if type(piles) is not list:
        raise Malformed("event", reason="missing" if piles is None else "type", field="points", read=piles, right="list")
    for i, pile in enumerate(piles):
        if type(pile) is not int:
            raise Malformed("points.value", reason="type", field="points", read=pile, pile=i)
    points = tuple(piles)
    if "auction" in obj:
        hand = Played(-1, 0, points, auction=parse_calls(obj["auction"]))
        plain = 2
    else:
        hand = Played(_whole(obj, "contractor"), parse_bid(obj.get("bid"), "bid"), points)
        plain = 3
        if "bids" in obj:
            hand.bids = _bids(obj["bids"])
            plain = 4
    if len(obj) - ("kind" in obj) != plain:
        _parse_facts(obj, hand)
    return hand


def _parse_facts(obj: dict[str, object], hand: Played) -> None:
    _only(obj, _PLAYED if hand.auction is None else _BY_AUCTION)
    trump = obj.get("trump")
    if trump is not None:
        if not isinstance(trump, str):
            raise _wrong("trump", trump, "trump")
        hand.trump = trump
    for name in ("called_seat", "tricks_lost", "discard_points"):
        if obj.get(name) is not None:
            setattr(hand, name, _whole(obj, name))
    announced = obj.get("announced_all", False)
    if type(announced) is not bool:
        raise _wrong("announced_all", announced, "flag")
    hand.announced_all = announced
    if "note" in obj:
        hand.note = _text(obj, "note")


def parse_bid(bid: object, name: str) -> Bid:
    """A bid as it is written; whether the rules know it is the engine's to say. Raises `Malformed("event")`."""
    if type(bid) is int:
        return bid
    if isinstance(bid, str) and bid in BID_WORDS:
        return bid
    if bid is None:
        raise Malformed("event", reason="missing", field=name)
    raise _wrong(name, bid, "bid")


def _bids(obj: object) -> dict[int, Bid] | None:
    if obj is None:
        return None
    if not isinstance(obj, dict):
        raise _wrong("bids", obj, "object")
    bids: dict[int, Bid] = {}
    for seat, bid in obj.items():
        if len(seat) != 1 or seat not in "012345":
            raise _wrong("bids", seat, "seat")
        bids[int(seat)] = UNTOLD if bid == UNTOLD else parse_bid(bid, "bids")
    return bids


def parse_calls(obj: object) -> tuple[Bid, ...]:
    """The calls of an auction as they are written. Raises `Malformed("event")`."""
    if not isinstance(obj, list):
        raise _wrong("auction", obj, "list")
    for call in obj:
        if type(call) is not int and not (isinstance(call, str) and call in CALL_WORDS):
            raise _wrong("auction", call, "call")
    return tuple(obj)


def dump_event(event: Event) -> dict[str, object]:
    """An event as JSON, with `kind`; facts that were not recorded are left out."""
    out: dict[str, object] = {"kind": event.kind}
    if isinstance(event, Played):
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
    elif isinstance(event, Adjustment):
        out.update(side=event.side, points=event.points, reason=event.reason)
    if event.note:
        out["note"] = event.note
    return out


def dump_record(record: Record) -> dict[str, object]:
    """The record as JSON, every option of its rules set."""
    return {
        "format": FORMAT,
        "rules": dump_rules(record.rules),
        "players": list(record.players),
        "first_dealer": record.first_dealer,
        "events": [dump_event(event) for event in record.events],
    }


def error_json(error: GameError, text: Callable[[GameError], str]) -> dict[str, object]:
    """The `error` object that stands in place of an answer."""
    return {"error": {"event": error.event or 0, "code": error.code, "message": text(error)}}
