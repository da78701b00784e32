"""Checks of a game record for import, and the first rows of its log. Phones use it too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from scorekeeper.core.limits import MOST_ENTRIES, check_texts
from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.replay.game import replay
from scorekeeper.formats.game_record import Record, dump_event, parse_record
from scorekeeper.formats.record_details import MOMENTS, TEXTS, UNSTAMPED
from scorekeeper.formats.rules import dump_rules

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    Json = dict[str, Any]


@dataclass(frozen=True)
class LogStart:
    """The start of a log. `rows` are its changes, without the device.

    `created_at` and `changed_at` are from the record, but never in the future.
    """

    created_at: datetime
    changed_at: datetime
    rows: list[Json]


def count_entries(record: object) -> int:
    """Return the number of entries in a record that is not checked yet."""
    events = record.get("events") if isinstance(record, dict) else None
    return len(events) if isinstance(events, list) else 0


def check_record(record: object, *, keep_unscored: bool = False) -> Record:
    """Return the record if it can be imported. Nothing is written.

    Raises `GameError` with the event's place. With `keep_unscored`, it is raised only for malformed events, and events that
    can't be scored are kept, to be fixed in the game.
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
    """Return the parts of a record's header that the log stores, with each timestamp's offset.

    The game has its own id and match.
    """
    header: Json = {
        "rules": dump_rules(record.rules),
        "players": list(record.players),
        "first_dealer": record.first_dealer,
    }
    if any(record.start_scores):
        header["start_scores"] = list(record.start_scores)
    about = {name: getattr(record.about, name) for name in (*TEXTS, *MOMENTS)}
    return {**header, **{name: text for name, text in about.items() if text is not None}}


def build_log_start(record: Record, key: str, who: str, moment: datetime, read: Callable[[str], datetime]) -> LogStart:
    """Return the first rows of the log: the game's creation under `key`, then its events.

    `who` imports it at `moment`, and `read` parses a timestamp. Rows with facts about their recording are marked `stamped`.
    """
    about = record.about
    started_at, header = _moment(about.started_at, moment, read), header_of(record)
    if started_at > moment:
        del header["started_at"]
    created_at = min(started_at, moment)
    stamps = record.stamps or (UNSTAMPED,) * len(record.events)
    times = [_moment(stamp.at, created_at, read) for stamp in stamps]
    changed_at = min(max([created_at, *times, _moment(about.ended_at, created_at, read)]), moment)
    first = {"revision": 1, "uuid": key, "action": "create", "entry": None, "before": {}, "after": header}
    rows: list[Json] = [{**first, "at": created_at, "who": who, "stamped": False}]
    for n, (event, stamp, at) in enumerate(zip(record.events, stamps, times, strict=True), 2):
        stamped = stamp is not UNSTAMPED  # the record says who it was, or no one knows
        told_by = {"who": (stamp.by or "") if stamped else who, "stamped": stamped}
        uuid = stamp.id if stamp.id not in (None, key) else str(uuid4())
        row = {"revision": n, "uuid": uuid, "at": at, "action": "record", "entry": n, "before": {"struck": True}}
        rows.append({**row, **told_by, "after": {"event": dump_event(event), "struck": False}})
    return LogStart(created_at, changed_at, rows)


def _moment(text: str | None, otherwise: datetime, read: Callable[[str], datetime]) -> datetime:
    return otherwise if text is None else read(text)
