"""Share links: creating, listing, revoking and opening them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased

from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.limits import MOST_LINKS
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.signing import claimed_row_id
from scorekeeper.games.commands.authorization import Access, access_by_device, check_token, token_of
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.link import ROLES, Grant, Link


@dataclass(frozen=True)
class Share:
    """A link. `token` is its secret, for people who may share it. `role` is `score` or `watch`.

    `devices` is the number of devices that opened the game by it. `revoked_at` is None while it is open.
    """

    id: int
    role: str
    token: str
    created_at: datetime
    revoked_at: datetime | None
    devices: int


def create(access: Access, role: str) -> Share:
    """Create a link to record or to watch the game and its rematches. Raises NotAllowed, Refusal."""
    access.check_may_score()
    if role not in ROLES:
        raise Refusal("role", "role", read=str(role)[:20])
    if sum(1 for share in list_shares(access) if share.revoked_at is None) >= MOST_LINKS:
        raise Refusal("link.many", high=MOST_LINKS)
    link = Link(game_id=access.game_id, role=role, created_at=now())
    with write_transaction() as session:
        session.add(link)
    return Share(link.id, role, token_of(link.id, link.salt), link.created_at, None, 0)


def list_shares(access: Access) -> list[Share]:
    """Return the links of the game and of the match's earlier games, newest first, revoked ones too."""
    access.check_may_score()
    opened = select(Grant.link_id, func.count(func.distinct(Grant.device_id)).label("devices")).group_by(Grant.link_id)
    counts = opened.where(Grant.link_id.is_not(None)).subquery()
    query = (
        select(Link.id, Link.role, Link.salt, Link.created_at, Link.revoked_at, func.coalesce(counts.c.devices, 0))
        .join(Game, Game.id == Link.game_id)
        .outerjoin(counts, counts.c.link_id == Link.id)
        .where(_leads_to_game(access))
        .order_by(Link.id.desc())
    )
    rows = db.session.execute(query)
    return [Share(i, role, token_of(i, salt), *rest) for i, role, salt, *rest in rows]


def _leads_to_game(access: Access) -> ColumnElement[bool]:
    """Return the condition for links that lead to the game: its own, and links of the match's earlier games."""
    own = Link.game_id == access.game_id
    return own if access.match_id is None else own | ((Game.match_id == access.match_id) & (Game.number < access.number))


def revoke(access: Access, link_id: int) -> None:
    """Revoke a link, also on devices that opened it. Revoking it again changes nothing.

    Raises NotFound("link"), and Refusal("link.last") if no one could record the game any longer.
    """
    access.check_may_score()
    shared = list_shares(access)
    share = next((s for s in shared if s.id == link_id), None)
    if share is None:
        raise NotFound("link")
    if share.revoked_at is not None:
        return
    others = [s for s in shared if s.id != link_id and s.role == "score" and s.revoked_at is None]
    if share.role == "score" and not others and not _has_own_device(access.game_id):
        raise Refusal("link.last")
    with write_transaction() as session:
        link = session.get(Link, link_id)
        assert link is not None
        link.revoked_at = now()


def _has_own_device(game_id: int) -> bool:
    query = select(Grant.device_id).where(Grant.game_id == game_id, Grant.link_id.is_(None)).limit(1)
    return db.session.scalar(query) is not None


@dataclass(frozen=True)
class LinkTarget:
    """The games that a link leads to, and its role."""

    link_id: int
    role: str
    game_ids: tuple[int, ...]

    @property
    def game_id(self) -> int:
        """The newest game, which is the one to show."""
        return self.game_ids[-1]


def find_link_target(token: str) -> LinkTarget:
    """Return where a link leads, without opening it. Raises NotFound("link.closed")."""
    first = aliased(Game)
    later = (Game.match_id == first.match_id) & (Game.number > first.number)
    query = (
        select(Link.id, Link.role, Game.id, Link.salt)
        .select_from(Link)
        .join(first, first.id == Link.game_id)
        .join(Game, (Game.id == first.id) | later)
        .where(Link.id == claimed_row_id(token), Link.revoked_at.is_(None))
        .order_by(Game.number)
    )
    rows = db.session.execute(query).all()
    if not rows:
        raise NotFound("link.closed")
    check_token(token, rows[0].salt)
    return LinkTarget(rows[0][0], rows[0][1], tuple(row[2] for row in rows))


def open_link(token: str, visitor: Visitor) -> Access:
    """Open a link on a device, which puts its games on the list. A higher permission that it has stays.

    Raises NotFound("link.closed").
    """
    opening = find_link_target(token)
    try:
        _grant_access(opening, visitor)
    except IntegrityError:  # opened twice at once, and the other request was first
        _grant_access(opening, visitor)
    return access_by_device(opening.game_id, visitor.key)


def _grant_access(opening: LinkTarget, visitor: Visitor) -> None:
    with write_transaction() as session:
        for game_id in opening.game_ids:
            access = session.get(Grant, (visitor.id, game_id))
            if access is None:
                session.add(Grant(device_id=visitor.id, game_id=game_id, link_id=opening.link_id, opened_at=now()))
            else:
                access.hidden = False
                if access.link_id is not None and _is_higher_role(session.get(Link, access.link_id), opening.role):
                    access.link_id = opening.link_id


def _is_higher_role(link: Link | None, role: str) -> bool:
    return link is None or link.revoked_at is not None or (link.role == "watch" and role == "score")
