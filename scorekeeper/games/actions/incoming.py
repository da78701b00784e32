"""A game record that is to become a game: whether it can, and what its log begins with. Phones ask too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from scorekeeper.base.limits import MOST_ENTRIES, check_texts
from scorekeeper.codec.game_record import Record, dump_event, parse_record
from scorekeeper.codec.record_about import MOMENTS, TEXTS, UNSTAMPED
from scorekeeper.codec.rules import dump_rules
from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.game import replay

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    Json = dict[str, Any]


@dataclass(frozen=True)
class Beginning:
    """What a log begins with. `rows`: its changes as the log has them, without whose they are where that is not told (`who`).

    `created_at`, `changed_at`: as old as the record says, but nothing is of tomorrow.
    """

    created_at: datetime
    changed_at: datetime
    rows: list[Json]


def entries_of(record: object) -> int:
    """How many entries a record has that is to be brought in, whatever else it is."""
    events = record.get("events") if isinstance(record, dict) else None
    return len(events) if isinstance(events, list) else 0


def check(record: object, *, keep_unscored: bool = False) -> Record:
    """The record that would be brought in; writes nothing.

    Raises `GameError`, placed at its event; with `keep_unscored` only for what is not well formed, and events that cannot be
    scored are kept, to be mended in the game.
    """
    parsed = parse_record(record)
    if not keep_unscored:
        error = replay(parsed.rules, parsed.first_dealer, parsed.events, parsed.start_scores).error
        if error is not None:
            raise error
    _check_size(parsed)
    return parsed


def _check_size(record: Record) -> None:
    if len(record.events) > MOST_ENTRIES:
        raise Malformed("format", event=0, reason="events", field="events", read=len(record.events), high=MOST_ENTRIES)
    for n, event in enumerate(record.events, 1):
        try:
            check_texts(event)
        except Malformed as error:
            error.at(n)
            raise


def header_of(record: Record) -> Json:
    """What the log keeps of a record's header, moments with their offset; ids and the match are the game's own."""
    header: Json = {
        "rules": dump_rules(record.rules),
        "players": list(record.players),
        "first_dealer": record.first_dealer,
    }
    if any(record.start_scores):
        header["start_scores"] = list(record.start_scores)
    about = {name: getattr(record.about, name) for name in (*TEXTS, *MOMENTS)}
    return {**header, **{name: text for name, text in about.items() if text is not None}}


def beginning(record: Record, key: str, who: str, moment: datetime, read: Callable[[str], datetime]) -> Beginning:
    """The log of the game as it begins here: it is made under `key`, then each event is recorded.

    `who` brings it in, at `moment`; `read` makes a moment of a text. A row whose recording is told says so (`stamped`).
    """
    about = record.about
    told, header = _moment(about.started_at, moment, read), header_of(record)
    if told > moment:
        del header["started_at"]
    created_at = min(told, moment)
    stamps = record.stamps or (UNSTAMPED,) * len(record.events)
    times = [_moment(stamp.at, created_at, read) for stamp in stamps]
    changed_at = min(max([created_at, *times, _moment(about.ended_at, created_at, read)]), moment)
    first = {"revision": 1, "uuid": key, "action": "create", "entry": None, "before": {}, "after": header}
    rows: list[Json] = [{**first, "at": created_at, "who": who, "stamped": False}]
    for n, (event, stamp, at) in enumerate(zip(record.events, stamps, times, strict=True), 2):
        stamped = stamp is not UNSTAMPED  # who it was is told, or nobody knows
        told_by = {"who": (stamp.by or "") if stamped else who, "stamped": stamped}
        uuid = stamp.id if stamp.id not in (None, key) else str(uuid4())
        row = {"revision": n, "uuid": uuid, "at": at, "action": "record", "entry": n, "before": {"struck": True}}
        rows.append({**row, **told_by, "after": {"event": dump_event(event), "struck": False}})
    return Beginning(created_at, changed_at, rows)


def _moment(text: str | None, otherwise: datetime, read: Callable[[str], datetime]) -> datetime:
    return otherwise if text is None else read(text)
