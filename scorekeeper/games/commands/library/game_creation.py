"""Creation of games, started here or imported, and removal of games that stay empty."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Iterable
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.db.database import db, hold_named_lock, now, write_transaction
from scorekeeper.core.devices.device import Device
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.events.idempotency import check_content as check_key
from scorekeeper.core.events.idempotency import hash_content
from scorekeeper.core.limits import MOST_GAMES, MOST_GAMES_TO_WIN, check_uuid
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.formats.game_record import Record, dump_event, parse_header
from scorekeeper.formats.record_details import MOMENTS, MatchPlace
from scorekeeper.formats.record_header import FORMAT
from scorekeeper.formats.rules import dump_rules
from scorekeeper.games.commands.authorization import Access, access_by_device
from scorekeeper.games.commands.library import import_validation
from scorekeeper.games.commands.tournament_hooks import current_host
from scorekeeper.games.store.change import NoopCommand, StoredGameEvent
from scorekeeper.games.store.game import Game, Series
from scorekeeper.games.store.link import Code, Grant, Link


def create(
    header: object, visitor: Visitor | None, *, uuid: str | None = None, roles: Iterable[str] = (), on_a_phone: bool = False
) -> Access:
    """Start a game from a game record's header. Raises `GameError` (event 0).

    A second call with the same `uuid` from the same device returns the first call's game. `roles` are links to create with
    it. For `on_a_phone`, see `create_from_record`.
    """
    return create_from_record(parse_header(header), visitor, uuid=uuid, roles=roles, on_a_phone=on_a_phone)


def start(
    rules: RuleSet, players: Iterable[str], first_dealer: int, visitor: Visitor | None, *, uuid: str | None = None
) -> Access:
    """Start a game from a form's rule set. Raises `GameError` (event 0).

    If the phone has started the game offline under the form's key, return that game.
    """
    header = {"format": FORMAT, "rules": dump_rules(rules), "players": list(players), "first_dealer": first_dealer}
    return create_from_record(parse_header(header), visitor, uuid=uuid, typed=True)


def import_record(
    record: object,
    visitor: Visitor | None,
    *,
    keep_unscored: bool = False,
    uuid: str | None = None,
    roles: Iterable[str] = (),
) -> Access:
    """Import a whole game record. If the device has a game with this id, return that game unchanged.

    Raises `GameError` with the event's place. With `keep_unscored`, it is raised only for malformed events, and events that
    can't be scored are kept, to be fixed in the game.
    """
    return create_from_record(
        import_validation.check_record(record, keep_unscored=keep_unscored), visitor, uuid=uuid, roles=roles
    )


def create_from_record(
    record: Record,
    visitor: Visitor | None,
    *,
    uuid: str | None = None,
    roles: Iterable[str] = (),
    on_a_phone: bool = False,
    typed: bool = False,
) -> Access:
    """Create a game from a record that was checked, or return the device's game with the same id.

    `on_a_phone` means that it started there under this key, perhaps because the answer to a form was lost. `typed` means
    that it comes from a form, perhaps after the phone has sent the game that it started instead.
    """
    key = check_uuid(uuid) if uuid else str(uuids.uuid4())
    content, access = _hash_imported_record(record), None
    with write_transaction() as session:
        started = _find_started(session, visitor, key, record, on_a_phone=on_a_phone, typed=typed)
        if started is None:
            _check_room(session, visitor)
            game = Game(revision=1 + len(record.events), asked=content)
            if record.about.match is not None:
                give_place(session, game, record.about.match, visitor)
            access = insert_game(session, game, record, visitor, key)
            session.add_all([Link(game_id=game.id, role=role, created_at=access.created_at) for role in roles])
    if started is None:
        assert access is not None
        if access.game_id % OFTEN == 0:
            delete_empty_games()
        return access
    return _access_without_visitor(started) if visitor is None else access_by_device(started, visitor.key)


def _check_room(session: Session, visitor: Visitor | None) -> None:
    own = select(func.count()).select_from(Grant).where(Grant.device_id == (visitor.id if visitor else 0))
    if visitor is not None and (session.scalar(own) or 0) >= MOST_GAMES:
        raise Refusal("game.many", high=MOST_GAMES)


def _hash_imported_record(record: Record) -> str:
    """Return the content hash for the key of an imported record."""
    match = None if record.about.match is None else asdict(record.about.match)
    events = [dump_event(event) for event in record.events]
    return hash_content("create", [import_validation.header_of(record), record.about.id, match, events])


def _hash_phone_form(record: Record) -> str:
    """Return the content hash of the form from which a phone started this game.

    The form may have reached the server while its answer was lost. The phone's record then has its own id, timestamp and
    match.
    """
    return _hash_imported_record(replace(record, about=replace(record.about, id=None, match=None, **dict.fromkeys(MOMENTS))))


def _access_without_visitor(game_id: int) -> Access:
    game = db.session.get(Game, game_id)
    assert game is not None  # it was found in this transaction
    return _own_access(game, None)


def find_existing(record: Record, visitor: Visitor | None) -> Access | None:
    """Return the device's access to the game with the record's id, or None."""
    if visitor is None or record.about.id is None:
        return None
    query = select(Game.id).join(Grant, Grant.game_id == Game.id)
    game_id = db.session.scalar(query.where(Grant.device_id == visitor.id, Game.uuid == record.about.id))
    try:
        return None if game_id is None else access_by_device(game_id, visitor.key)
    except NotFound:  # it came by a link that was revoked
        return None


def _hash_start_form(header: dict[str, Any]) -> str:
    """Return the content hash of the form that would start a game with this header."""
    return hash_content("create", [{n: value for n, value in header.items() if n not in MOMENTS}, None, None, []])


def _find_started(
    session: Session, visitor: Visitor | None, uuid: str, record: Record, *, on_a_phone: bool, typed: bool
) -> int | None:
    """Return the id of the game that was started under this key, else of the device's game with the record's id.

    Raises KeyReused if another game was started under the key. Two requests at once queue on the device's row, or on the
    key.
    """
    if visitor is None:
        hold_named_lock(session, uuid)
        query = _BY_KEY.where(StoredGameEvent.device_id.is_(None))  # the key is proof enough: its answer may have been lost
    else:
        session.execute(select(Device.id).where(Device.id == visitor.id).with_for_update())
        query = _BY_KEY_OF_DEVICE.where(Grant.device_id == visitor.id)
    started = session.execute(query.where(StoredGameEvent.uuid == uuid)).first()
    if started is not None:
        content = _hash_imported_record(record)
        if typed and _hash_start_form(started.after) == content:
            return int(started.id)
        if not on_a_phone or started.asked != _hash_phone_form(record):
            check_key(started.asked, content, started.id)
        elif record.about.id is not None:  # it is the same game, and the phone has given it an id
            session.execute(update(Game).where(Game.id == started.id, Game.revision == 1).values(uuid=record.about.id))
        return int(started.id)
    if visitor is None or record.about.id is None:
        return None
    return session.scalars(query.where(Game.uuid == record.about.id)).first()


_BY_KEY = (
    select(Game.id, Game.asked, StoredGameEvent.after)
    .join(StoredGameEvent, StoredGameEvent.game_id == Game.id)
    .where(StoredGameEvent.revision == 1)
)
_BY_KEY_OF_DEVICE = (
    _BY_KEY.join(Grant, Grant.game_id == Game.id).outerjoin(Link, Link.id == Grant.link_id).where(Link.revoked_at.is_(None))
)


def insert_game(session: Session, game: Game, record: Record, visitor: Visitor | None, uuid: str) -> Access:
    """Add a new game and its first changes to the open transaction."""
    about = record.about
    device_id, who = (visitor.id, visitor.name) if visitor else (None, "")
    moment = now()
    begun = import_validation.build_log_start(record, uuid, who, moment, datetime.fromisoformat)
    if about.id is not None:
        game.uuid = about.id
    game.created_at, game.changed_at = begun.created_at, begun.changed_at
    session.add(game)
    session.flush()
    if game.match_id is not None:
        link_from_before(session, game)
    rows = [{"game_id": game.id, "device_id": None if row.pop("stamped") else device_id, **row} for row in begun.rows]
    session.execute(insert(StoredGameEvent), rows)
    if visitor is not None:
        session.add(Grant(device_id=visitor.id, game_id=game.id, opened_at=moment))
    return _own_access(game, visitor)


def _own_access(game: Game, visitor: Visitor | None) -> Access:
    device_id, who = (visitor.id, visitor.name) if visitor else (None, "")
    times = (game.created_at, game.changed_at)
    return Access(game.id, game.revision, *times, game.match_id, game.number, game.next_id, "own", device_id, None, who)


def give_place(session: Session, game: Game, place: MatchPlace, visitor: Visitor | None) -> None:
    """Put a new game into its match before it is added: the device's own match with that id, or a new one.

    If its number is taken, it gets the next free one. If the match has a next game, the new game leads to it.
    """
    match = None if visitor is None else _own_match(session, place.id, visitor)
    if match is None:
        to_win = place.games_to_win
        match = Series(uuid=place.id, games_to_win=to_win if to_win is None or to_win <= MOST_GAMES_TO_WIN else None)
        session.add(match)
        session.flush()
    others = {other.number: other for other in session.scalars(select(Game).where(Game.match_id == match.id))}
    game.match_id = match.id
    game.number = place.number if place.number not in others else max(others) + 1
    following = others.get(game.number + 1)
    game.next_id = None if following is None else following.id


def link_from_before(session: Session, game: Game) -> None:
    """Make the previous game of its match lead to the game, once it has an id."""
    before = select(Game).where(Game.match_id == game.match_id, Game.number == game.number - 1, Game.next_id.is_(None))
    previous = session.scalars(before).first()
    if previous is not None:
        previous.next_id = game.id


def _own_match(session: Session, uuid: str, visitor: Visitor) -> Series | None:
    """Return the device's own match. One that came by a link belongs to its creator."""
    query = (
        select(Series)
        .join(Game, Game.match_id == Series.id)
        .join(Grant, Grant.game_id == Game.id)
        .where(Series.uuid == uuid, Grant.device_id == visitor.id, Grant.link_id.is_(None))
    )
    return session.scalars(query).first()


KEPT_FOR = timedelta(days=90)
AT_ONCE = 500
"""Games per run, so that no one has to wait for it."""
OFTEN = 200
"""One run for this many new games."""


def delete_empty_games() -> int:
    """Delete the oldest empty games and return how many.

    Games of a match and games at a tournament stay.
    """
    elsewhere = current_host().games()
    old = (
        select(Game.id)
        .where(Game.revision == 1, Game.changed_at < now() - KEPT_FOR, Game.match_id.is_(None), Game.next_id.is_(None))
        .where(Game.id.not_in(elsewhere))
        .order_by(Game.id)
        .limit(AT_ONCE)
    )
    with write_transaction() as session:
        deleted_ids = session.scalars(old.with_for_update(skip_locked=True)).all()
        links = select(Link.id).where(Link.game_id.in_(deleted_ids))
        session.execute(delete(Code).where(Code.link_id.in_(links)))
        for table in (Grant, Link, NoopCommand, StoredGameEvent):
            session.execute(delete(table).where(table.game_id.in_(deleted_ids)))
        session.execute(delete(Game).where(Game.id.in_(deleted_ids)))
    return len(deleted_ids)
