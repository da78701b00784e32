"""Games as a whole: started, or brought in from a record."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Iterable

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from scorekeeper.codec.game_record import FORMAT, Record, dump_event, parse_header, parse_record
from scorekeeper.codec.rules import dump_rules
from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.game import replay
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.storage.access import Access
from scorekeeper.storage.change import Change
from scorekeeper.storage.db import now, writing
from scorekeeper.storage.device import Device
from scorekeeper.storage.game import Game
from scorekeeper.storage.link import Link
from scorekeeper.workflows.devices import Visitor
from scorekeeper.workflows.entrance import Way
from scorekeeper.workflows.limits import MOST_ENTRIES, check_texts, check_uuid


def create(header: object, visitor: Visitor | None, *, uuid: str | None = None, roles: Iterable[str] = ()) -> Way:
    """Start a game from a game record's header. Raises `GameError` (event 0).

    The same `uuid` from the same device gives the game that it started the first time. `roles`: links to be made with it.
    """
    return _start(parse_header(header), visitor, uuid, roles)


def start(rules: RuleSet, players: Iterable[str], first_dealer: int, visitor: Visitor | None, *, uuid: str | None = None) -> Way:
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
) -> Way:
    """Import a whole game record as a new game.

    Raises `GameError`, placed at its event; with `keep_unscored` only for what is not well formed, and events that cannot be
    scored are kept, to be mended in the game.
    """
    return _start(check(record, keep_unscored=keep_unscored), visitor, uuid, roles)


def check(record: object, *, keep_unscored: bool = False) -> Record:
    """The record that would be brought in. Raises what `bring_in` raises; writes nothing."""
    parsed = parse_record(record)
    if not keep_unscored:
        error = replay(parsed.rules, parsed.first_dealer, parsed.events).error
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


def _start(record: Record, visitor: Visitor | None, uuid: str | None, roles: Iterable[str]) -> Way:
    _check_size(record)
    key = check_uuid(uuid) if uuid else str(uuids.uuid4())
    with writing() as session:
        started = _started_before(session, visitor, key)
        if started is None:
            game = Game(revision=1 + len(record.events))
            way = insert_game(session, game, record, visitor, key)
            session.add_all([Link(game_id=game.id, role=role, created_at=way.created_at) for role in roles])
            return way
    return _own_way(started, visitor)


def _started_before(session: Session, visitor: Visitor | None, uuid: str) -> Game | None:
    """The game that this device has started under this key. Two taps at once queue up on the device's row."""
    if visitor is None:
        return None
    session.execute(select(Device.id).where(Device.id == visitor.id).with_for_update())
    query = (
        select(Game)
        .join(Access, Access.game_id == Game.id)
        .join(Change, Change.game_id == Game.id)
        .where(Access.device_id == visitor.id, Change.revision == 1, Change.uuid == uuid)
    )
    return session.scalars(query).first()


def insert_game(session: Session, game: Game, record: Record, visitor: Visitor | None, uuid: str) -> Way:
    """Put a new game and its first changes into the open transaction."""
    moment = now()
    game.created_at = game.changed_at = moment
    session.add(game)
    session.flush()
    device_id, who = (visitor.id, visitor.name) if visitor else (None, "")
    header = {
        "rules": dump_rules(record.rules),
        "players": list(record.players),
        "first_dealer": record.first_dealer,
    }
    facts = {"game_id": game.id, "at": moment, "device_id": device_id, "who": who}
    rows = [{**facts, "revision": 1, "uuid": uuid, "action": "create", "entry": None, "before": {}, "after": header}]
    rows += [
        {
            **facts,
            "revision": n,
            "uuid": str(uuids.uuid4()),
            "action": "record",
            "entry": n,
            "before": {"struck": True},
            "after": {"event": dump_event(event), "struck": False},
        }
        for n, event in enumerate(record.events, 2)
    ]
    session.execute(insert(Change), rows)
    if visitor is not None:
        session.add(Access(device_id=visitor.id, game_id=game.id, opened_at=moment))
    return _own_way(game, visitor)


def _own_way(game: Game, visitor: Visitor | None) -> Way:
    device_id, who = (visitor.id, visitor.name) if visitor else (None, "")
    times = (game.created_at, game.changed_at)
    return Way(game.id, game.revision, *times, game.match_id, game.number, game.next_id, "own", device_id, None, who)
