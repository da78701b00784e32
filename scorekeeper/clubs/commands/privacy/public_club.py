"""A club as the public sees it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, select, true

from scorekeeper.clubs.store.club import Club
from scorekeeper.core.db.database import db
from scorekeeper.core.refusals import NotFound


@dataclass(frozen=True)
class PublicClub:
    """A club as the public sees it. `public_names`: how players' names are shown (`public_names.CHOICES`).

    `private`: only its own accounts see it.
    """

    id: int
    slug: str
    name: str
    zone: str | None
    public_names: str
    private: bool


def public_club(slug: str, *, inside: bool = False) -> PublicClub:
    """Return the club with that slug. A private one is found only if `inside`. Raises NotFound("club")."""
    return _public(Club.slug == slug, inside)


def public_club_of(club_id: int) -> PublicClub:
    """Return the public club with that id. Raises NotFound("club")."""
    return _public(Club.id == club_id)


def inside_club(club_id: int) -> PublicClub:
    """Return a club for its own accounts, even if it is private. Raises NotFound("club")."""
    return _public(Club.id == club_id, inside=True)


def _public(which: ColumnElement[bool], inside: bool = False) -> PublicClub:
    seen = true() if inside else Club.private.is_(False)
    facts = (Club.id, Club.slug, Club.name, Club.zone, Club.public_names, Club.private)
    row = db.session.execute(select(*facts).where(which, seen)).first()
    if row is None:
        raise NotFound("club")
    return PublicClub(*row)
