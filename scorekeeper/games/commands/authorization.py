"""The only two ways to get access to a game: a device that has it, or a link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, null, or_, select
from sqlalchemy.orm import aliased

from scorekeeper.core.db.database import LARGEST_ID, db, rows
from scorekeeper.core.devices import visitors
from scorekeeper.core.devices.device import Device
from scorekeeper.core.refusals import NotFound
from scorekeeper.core.security.signing import claimed_row_id, is_row_secret, row_secret
from scorekeeper.games.commands.access import Access
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.link import Grant, Link

if TYPE_CHECKING:
    from scorekeeper.core.devices.visitors import Visitor

GAME_COLUMNS: tuple[Any, ...] = (
    Game.id,
    Game.revision,
    Game.created_at,
    Game.changed_at,
    Game.match_id,
    Game.number,
    Game.next_id,
)


_PURPOSE = "scorekeeper.link"


def token_of(link_id: int, salt: str | None) -> str:
    """Return the secret of a link, as in its URL."""
    return row_secret(_PURPOSE, link_id, salt)


def token_by_id(link_id: int) -> str:
    """Return the secret of a link by its id. Raises NotFound("link.closed") if there is none."""
    row = db.session.execute(select(Link.salt).where(Link.id == link_id)).first()
    if row is None:
        raise NotFound("link.closed")
    return token_of(link_id, row.salt)


def check_token(token: str, salt: str | None) -> None:
    """Raise NotFound("link.closed") if the token is not the secret of a link with this salt."""
    if not is_row_secret(_PURPOSE, token, salt):
        raise NotFound("link.closed")


# Built once, because building a statement costs more than running it.
_BY_DEVICE = (
    select(*GAME_COLUMNS, Link.role, Device.id, Link.id, Device.name)
    .join_from(Grant, Device, Device.id == Grant.device_id)
    .join(Game, Game.id == Grant.game_id)
    .outerjoin(Link, Link.id == Grant.link_id)
    .where(Device.key == bindparam("key"), Game.id == bindparam("game"))
    .where(or_(Grant.link_id.is_(None), Link.revoked_at.is_(None)))
)
_First = aliased(Game)
_BY_LINK = (
    select(*GAME_COLUMNS, Link.role, null(), Link.id, Link.salt)
    .select_from(Link)
    .join(_First, _First.id == Link.game_id)
    .join(Game, or_(Game.id == _First.id, (Game.match_id == _First.match_id) & (Game.number > _First.number)))
    .where(Link.id == bindparam("link"), Link.revoked_at.is_(None), Game.id == bindparam("game"))
)
_SALT = select(Link.salt).where(Link.id == bindparam("link"), Link.revoked_at.is_(None))


def access_by_device(game_id: int, key: str | None) -> Access:
    """Return access to a game of the device with this key (`visitors.key_in_cookie`). Raises NotFound("game")."""
    if key is None or game_id > LARGEST_ID:
        raise NotFound("game")
    return _first_access(rows(_BY_DEVICE, key=key, game=game_id))


def access_by_token(game_id: int, token: str) -> Access:
    """Return access by an open link to its game or one of the rematches. Raises NotFound."""
    link = claimed_row_id(token)
    if game_id > LARGEST_ID:
        raise NotFound("game")
    matching = rows(_BY_LINK, link=link, game=game_id)
    # Only someone with a valid link learns that it does not lead to this game.
    for *_row, salt in matching or rows(_SALT, link=link) or [(None,)]:
        check_token(token, salt)
    return _first_access([row[:-1] for row in matching])


def _first_access(accesses: Sequence[Sequence[Any]]) -> Access:
    if not accesses:
        raise NotFound("game")
    return access_of(accesses[0])


def access_of(row: Sequence[Any], who: str | None = None) -> Access:
    """Return the access from a row of `GAME_COLUMNS`, role, device, link and the device's name.

    `who` overrides the name.
    """
    width = len(GAME_COLUMNS)
    role, device_id, link_id, *name = row[width:]
    facts: list[Any] = [*row[:width], role or "own", device_id, link_id, who or (name[0] if name else None) or ""]
    return Access(*facts)


_SCORING_LINKS = (
    select(Grant.game_id)
    .join(Link, Link.id == Grant.link_id)
    .where(Grant.device_id == bindparam("device"), Link.role == "score", Link.revoked_at.is_(None))
    .limit(1)
)


def has_scoring_link(visitor: Visitor | None) -> bool:
    """Return whether this device has an open link to record a game."""
    return visitor is not None and bool(rows(_SCORING_LINKS, device=visitor.id))


def access_to(game_id: int, *, cookie: str | None = None, token: str | None = None) -> Access:
    """Return access by link if there is a `token`, else by the device's `cookie`. Raises NotFound."""
    return access_by_device(game_id, visitors.key_in_cookie(cookie)) if token is None else access_by_token(game_id, token)
