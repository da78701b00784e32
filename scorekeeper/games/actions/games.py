"""Games as a whole: started, or brought in from a record."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from scorekeeper.base.db import db, now, one_at_a_time, writing
from scorekeeper.base.device import Device
from scorekeeper.base.devices import Visitor
from scorekeeper.base.limits import MOST_ENTRIES, MOST_GAMES, check_texts, check_uuid
from scorekeeper.base.one_key import check as check_key
from scorekeeper.base.one_key import content_of
from scorekeeper.base.refusals import NotFound, Refusal
from scorekeeper.codec.game_record import Record, dump_event, parse_header, parse_record
from scorekeeper.codec.record_about import MOMENTS, TEXTS, UNSTAMPED
from scorekeeper.codec.record_header import FORMAT
from scorekeeper.codec.rules import dump_rules
from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.game import replay
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.games.actions import empty_games
from scorekeeper.games.actions.entrance import Access, by_device
from scorekeeper.games.actions.match_places import give_place, link_from_before
from scorekeeper.games.store.change import Change
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.grant import Grant
from scorekeeper.games.store.link import Link


def create(header: object, visitor: Visitor | None, *, uuid: str | None = None, roles: Iterable[str] = ()) -> Access:
    """Start a game from a game record's header. Raises `GameError` (event 0).

    The same `uuid` from the same device gives the game that it started the first time. `roles`: links to be made with it.
    """
    return begin(parse_header(header), visitor, uuid=uuid, roles=roles)


def start(
    rules: RuleSet, players: Iterable[str], first_dealer: int, visitor: Visitor | None, *, uuid: str | None = None
) -> Access:
    """Start a game whose rule set is at hand. Raises `GameError` (event 0)."""
    header = {"format": FORMAT, "rules": dump_rules(rules), "players": list(players), "first_dealer": first_dealer}
    return create(header, visitor, uuid=uuid)


def bring_in(
    record: object,
    visitor: Visitor | None,
    *,
    keep_unscored: bool = False,
    uuid: str | None = None,
    roles: Iterable[str] = (),
) -> Access:
    """Import a whole game record as a new game; one that the device has already, by its id, is that game and stays as it is.

    Raises `GameError`, placed at its event; with `keep_unscored` only for what is not well formed, and events that cannot be
    scored are kept, to be mended in the game.
    """
    return begin(check(record, keep_unscored=keep_unscored), visitor, uuid=uuid, roles=roles)


def entries_of(record: object) -> int:
    """How many entries a record has that is to be brought in, whatever else it is."""
    events = record.get("events") if isinstance(record, dict) else None
    return len(events) if isinstance(events, list) else 0


def check(record: object, *, keep_unscored: bool = False) -> Record:
    """The record that would be brought in. Raises what `bring_in` raises; writes nothing."""
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


def begin(record: Record, visitor: Visitor | None, *, uuid: str | None = None, roles: Iterable[str] = ()) -> Access:
    """A new game from a record that was checked; one that the device has already, by its id, is that game."""
    key = check_uuid(uuid) if uuid else str(uuids.uuid4())
    content, access = _content(record), None
    with writing() as session:
        started = _started_before(session, visitor, key, content, record.about.id)
        if started is None:
            _check_room(session, visitor)
            game = Game(revision=1 + len(record.events), asked=content)
            if record.about.match is not None:
                give_place(session, game, record.about.match, visitor)
            access = insert_game(session, game, record, visitor, key)
            session.add_all([Link(game_id=game.id, role=role, created_at=access.created_at) for role in roles])
    if started is None:
        assert access is not None
        if access.game_id % empty_games.OFTEN == 0:
            empty_games.clear()
        return access
    return _of_nobody(started) if visitor is None else by_device(started, visitor.key)


def _check_room(session: Session, visitor: Visitor | None) -> None:
    own = select(func.count()).select_from(Grant).where(Grant.device_id == (visitor.id if visitor else 0))
    if visitor is not None and (session.scalar(own) or 0) >= MOST_GAMES:
        raise Refusal("game.many", high=MOST_GAMES)


def _content(record: Record) -> str:
    """What the key of a record that is brought in stands for."""
    match = None if record.about.match is None else asdict(record.about.match)
    return content_of("create", [_header(record), record.about.id, match, [dump_event(event) for event in record.events]])


def _of_nobody(game_id: int) -> Access:
    game = db.session.get(Game, game_id)
    assert game is not None  # it was found in this transaction
    return _own_way(game, None)


def already_here(record: Record, visitor: Visitor | None) -> Access | None:
    """The device's way to the game of this id; None where it has none."""
    if visitor is None or record.about.id is None:
        return None
    query = select(Game.id).join(Grant, Grant.game_id == Game.id)
    game_id = db.session.scalar(query.where(Grant.device_id == visitor.id, Game.uuid == record.about.id))
    try:
        return None if game_id is None else by_device(game_id, visitor.key)
    except NotFound:  # it came by a link that was ended
        return None


def _started_before(session: Session, visitor: Visitor | None, uuid: str, content: str, game_uuid: str | None) -> int | None:
    """The device's game, or nobody's, that was started under this key; else the device's game of this id.

    Raises KeyReused where another was started under it. Two taps at once queue up on the device's row, or on the key.
    """
    if visitor is None:
        one_at_a_time(session, uuid)
        query = _BY_KEY.where(Change.device_id.is_(None))  # whoever has the key has the links, which were perhaps lost on the way
    else:
        session.execute(select(Device.id).where(Device.id == visitor.id).with_for_update())
        query = _OF_DEVICE.where(Grant.device_id == visitor.id)
    started = session.execute(query.where(Change.uuid == uuid)).first()
    if started is not None:
        check_key(started.asked, content, started.id)
        return int(started.id)
    if visitor is None or game_uuid is None:
        return None
    return session.scalars(query.where(Game.uuid == game_uuid)).first()


_BY_KEY = select(Game.id, Game.asked).join(Change, Change.game_id == Game.id).where(Change.revision == 1)
_OF_DEVICE = (
    _BY_KEY.join(Grant, Grant.game_id == Game.id).outerjoin(Link, Link.id == Grant.link_id).where(Link.revoked_at.is_(None))
)


def insert_game(session: Session, game: Game, record: Record, visitor: Visitor | None, uuid: str) -> Access:
    """Put a new game and its first changes into the open transaction."""
    moment = now()
    about = record.about
    if about.id is not None:
        game.uuid = about.id
    stamps = record.stamps or (UNSTAMPED,) * len(record.events)
    told, header = _moment(about.started_at, moment), _header(record)
    if told > moment:
        del header["started_at"]
    game.created_at = min(told, moment)
    times = [_moment(stamp.at, game.created_at) for stamp in stamps]
    # It is as old as it says, but nothing is of tomorrow: the list of games has the newest first.
    game.changed_at = min(max(game.created_at, *times, _moment(about.ended_at, game.created_at)), moment)
    session.add(game)
    session.flush()
    if game.match_id is not None:
        link_from_before(session, game)
    device_id, who = (visitor.id, visitor.name) if visitor else (None, "")
    facts: dict[str, Any] = {"game_id": game.id, "at": game.created_at, "device_id": device_id, "who": who, "before": {}}
    rows = [{**facts, "revision": 1, "uuid": uuid, "action": "create", "entry": None, "after": header}]
    for n, (event, stamp, at) in enumerate(zip(record.events, stamps, times, strict=True), 2):
        row = {**facts, "at": at, "revision": n, "action": "record", "entry": n, "before": {"struck": True}}
        if stamp is not UNSTAMPED:  # who it was is told, or nobody knows
            row |= {"device_id": None, "who": stamp.by or ""}
        row["uuid"] = stamp.id if stamp.id not in (None, uuid) else str(uuids.uuid4())
        rows.append({**row, "after": {"event": dump_event(event), "struck": False}})
    session.execute(insert(Change), rows)
    if visitor is not None:
        session.add(Grant(device_id=visitor.id, game_id=game.id, opened_at=moment))
    return _own_way(game, visitor)


def _header(record: Record) -> dict[str, Any]:
    """What the log keeps of a record's header, moments with their offset; ids and the match are the game's own."""
    header: dict[str, Any] = {
        "rules": dump_rules(record.rules),
        "players": list(record.players),
        "first_dealer": record.first_dealer,
    }
    if any(record.start_scores):
        header["start_scores"] = list(record.start_scores)
    about = {name: getattr(record.about, name) for name in (*TEXTS, *MOMENTS)}
    return {**header, **{name: text for name, text in about.items() if text is not None}}


def _moment(text: str | None, otherwise: datetime) -> datetime:
    return otherwise if text is None else datetime.fromisoformat(text)


def _own_way(game: Game, visitor: Visitor | None) -> Access:
    device_id, who = (visitor.id, visitor.name) if visitor else (None, "")
    times = (game.created_at, game.changed_at)
    return Access(game.id, game.revision, *times, game.match_id, game.number, game.next_id, "own", device_id, None, who)
