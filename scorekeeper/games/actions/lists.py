"""The games of a device, and what it will probably want next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import or_, select, update

from scorekeeper.base.db import db, writing
from scorekeeper.base.devices import Visitor
from scorekeeper.games.actions.entrance import GAME_COLUMNS, Way, way_of
from scorekeeper.games.actions.view import View, load_many
from scorekeeper.games.store.access import Access
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.link import Link

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet

LISTED = 100
"""Games that a list shows."""


_OF_DEVICE = (
    select(*GAME_COLUMNS, Link.role, Access.device_id, Link.id)
    .join_from(Access, Game, Game.id == Access.game_id)
    .outerjoin(Link, Link.id == Access.link_id)
    .where(or_(Access.link_id.is_(None), Link.revoked_at.is_(None)))
)


@dataclass(frozen=True)
class Listed:
    """A game on a list: the way to it, and how it stands."""

    way: Way
    view: View


def of_device(visitor: Visitor | None, *, hidden: bool = False, match_id: int | None = None) -> list[Listed]:
    """The device's games, the one last changed first; two queries at most.

    `hidden`: those taken off the list instead. `match_id`: those of one match, hidden ones too, in the order of play.
    """
    if visitor is None:
        return []
    return listed(device_ways(visitor.id, visitor.name, hidden=hidden, match_id=match_id))


def every(visitor: Visitor | None) -> list[Listed]:
    """All of the device's games, those off the list too."""
    if visitor is None:
        return []
    query = _OF_DEVICE.where(Access.device_id == visitor.id).order_by(Game.id)
    return listed(way_of(row, visitor.name) for row in db.session.execute(query))


def device_ways(device_id: int, who: str, *, hidden: bool = False, match_id: int | None = None) -> list[Way]:
    """The ways to a device's games."""
    query = _OF_DEVICE.where(Access.device_id == device_id).limit(LISTED)
    if match_id is None:
        query = query.where(Access.hidden.is_(hidden)).order_by(Game.changed_at.desc(), Game.id.desc())
    else:
        query = query.where(Game.match_id == match_id).order_by(Game.number)
    return [way_of(row, who) for row in db.session.execute(query)]


def listed(ways: Iterable[Way]) -> list[Listed]:
    """The games that ways lead to."""
    ways = list(ways)
    return [Listed(way, view) for way, view in zip(ways, load_many(ways), strict=True)]


def hide(way: Way, hidden: bool = True) -> None:
    """Take the game off this device's list, or put it back; the game itself stays."""
    one = (Access.device_id == way.device_id) & (Access.game_id == way.game_id)
    with writing() as session:
        session.execute(update(Access).where(one).values(hidden=hidden))


def recent_rules(games: Iterable[Listed]) -> list[RuleSet]:
    """The rule sets of the games, the one last used first, each once."""
    return list(dict.fromkeys(game.view.rules for game in _newest_first(games)))


def recent_names(games: Iterable[Listed]) -> list[str]:
    """Names of players, those who played last first, each once."""
    return list(dict.fromkeys(name for game in _newest_first(games) for name in game.view.players))


def _newest_first(games: Iterable[Listed]) -> list[Listed]:
    return sorted(games, key=lambda game: game.way.game_id, reverse=True)
