"""The lists of a device's games, and suggestions for the next game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import and_, or_, select, update

from scorekeeper.core.db.database import db, write_transaction
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.games.commands.authorization import GAME_COLUMNS, Access, access_of
from scorekeeper.games.commands.game_state import GameState, load_many
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.link import Grant, Link

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet

LISTED = 100
"""Most games on a list."""


_DEVICE_GAMES = (
    select(*GAME_COLUMNS, Link.role, Grant.device_id, Link.id)
    .join_from(Grant, Game, Game.id == Grant.game_id)
    .outerjoin(Link, Link.id == Grant.link_id)
    .where(or_(Grant.link_id.is_(None), Link.revoked_at.is_(None)))
)


@dataclass(frozen=True)
class LoadedGame:
    """A game on a list, with access to it and its state."""

    access: Access
    game: GameState


def games_of_device(visitor: Visitor | None, *, hidden: bool = False, match_id: int | None = None) -> list[LoadedGame]:
    """Return the device's games, last changed first, with two queries at most.

    With `hidden`, return the hidden games instead. With `match_id`, return the games of one match, hidden ones too, in order
    of play.
    """
    if visitor is None:
        return []
    return load_games(device_accesses(visitor.id, visitor.name, hidden=hidden, match_id=match_id))


def page_of_device(visitor: Visitor | None, most: int, after: tuple[datetime, int] | None = None) -> list[LoadedGame]:
    """Return up to `most` games of the list, after the game with this time of change and id."""
    if visitor is None:
        return []
    query = _DEVICE_GAMES.where(Grant.device_id == visitor.id, Grant.hidden.is_(False))
    if after is not None:
        changed_at, game_id = after
        query = query.where(or_(Game.changed_at < changed_at, and_(Game.changed_at == changed_at, Game.id < game_id)))
    query = query.order_by(Game.changed_at.desc(), Game.id.desc()).limit(most)
    return load_games(access_of(row, visitor.name) for row in db.session.execute(query))


def all_games(visitor: Visitor | None) -> list[LoadedGame]:
    """Return all of the device's games, hidden ones too."""
    if visitor is None:
        return []
    query = _DEVICE_GAMES.where(Grant.device_id == visitor.id).order_by(Game.id)
    return load_games(access_of(row, visitor.name) for row in db.session.execute(query))


def newest_games(visitor: Visitor | None, most: int) -> list[LoadedGame]:
    """Return the device's newest games, at most `most`, hidden ones too."""
    if visitor is None:
        return []
    query = _DEVICE_GAMES.where(Grant.device_id == visitor.id).order_by(Game.id.desc()).limit(most)
    return load_games(access_of(row, visitor.name) for row in db.session.execute(query))


def device_accesses(device_id: int, who: str, *, hidden: bool = False, match_id: int | None = None) -> list[Access]:
    """Return access to a device's games."""
    query = _DEVICE_GAMES.where(Grant.device_id == device_id).limit(LISTED)
    if match_id is None:
        query = query.where(Grant.hidden.is_(hidden)).order_by(Game.changed_at.desc(), Game.id.desc())
    else:
        query = query.where(Game.match_id == match_id).order_by(Game.number)
    return [access_of(row, who) for row in db.session.execute(query)]


def accesses_to(visitor: Visitor, game_ids: Iterable[int]) -> list[Access]:
    """Return the device's access to these games, if any."""
    query = _DEVICE_GAMES.where(Grant.device_id == visitor.id, Game.id.in_(list(game_ids)))
    return [access_of(row, visitor.name) for row in db.session.execute(query)]


def accesses_of_devices(devices: Iterable[int], own: int | None) -> list[Access]:
    """Return access to the games on these devices' lists, each once, preferably as the device `own`."""
    query = (
        _DEVICE_GAMES.add_columns(Game.uuid).where(Grant.device_id.in_(list(devices)), Grant.hidden.is_(False)).order_by(Game.id)
    )
    ways: dict[str, Access] = {}
    for *facts, uuid in db.session.execute(query):
        access = access_of(facts, "")
        if uuid not in ways or access.device_id == own:
            ways[uuid] = access
    return list(ways.values())


def load_games(accesses: Iterable[Access]) -> list[LoadedGame]:
    """Return the games for these accesses."""
    accesses = list(accesses)
    return [LoadedGame(access, game) for access, game in zip(accesses, load_many(accesses), strict=True)]


def hide_game(access: Access, hidden: bool = True) -> None:
    """Remove the game from this device's list, or put it back. The game stays."""
    one = (Grant.device_id == access.device_id) & (Grant.game_id == access.game_id)
    with write_transaction() as session:
        session.execute(update(Grant).where(one).values(hidden=hidden))


def recent_rules(games: Iterable[LoadedGame]) -> list[RuleSet]:
    """Return the rule sets of the games without repeats, last used first."""
    return list(dict.fromkeys(one.game.rules for one in _newest_first(games)))


def recent_names(games: Iterable[LoadedGame]) -> list[str]:
    """Return the names of players without repeats, most recent first."""
    return list(dict.fromkeys(name for one in _newest_first(games) for name in one.game.players))


def _newest_first(games: Iterable[LoadedGame]) -> list[LoadedGame]:
    return sorted(games, key=lambda game: game.access.game_id, reverse=True)
