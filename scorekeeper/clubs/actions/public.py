"""A club as everybody may see it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, select, true

from scorekeeper.base.db import db
from scorekeeper.base.refusals import NotFound
from scorekeeper.clubs.store.club import Club


@dataclass(frozen=True)
class PublicClub:
    """A club as everybody may see it. `public_names`: what everybody sees of its players' names (`public_names.CHOICES`);
    `private`: only its own accounts see it.
    """

    id: int
    slug: str
    name: str
    zone: str | None
    public_names: str
    private: bool


def public_club(slug: str, *, inside: bool = False) -> PublicClub:
    """The club of an address; one that is private only `inside`, for its own accounts. Raises NotFound("club")."""
    return _public(Club.slug == slug, inside)


def public_club_of(club_id: int) -> PublicClub:
    """The club of that number. Raises NotFound("club")."""
    return _public(Club.id == club_id)


def inside_club(club_id: int) -> PublicClub:
    """The same for its own accounts, private or not. Raises NotFound("club")."""
    return _public(Club.id == club_id, inside=True)


def _public(which: ColumnElement[bool], inside: bool = False) -> PublicClub:
    seen = true() if inside else Club.private.is_(False)
    facts = (Club.id, Club.slug, Club.name, Club.zone, Club.public_names, Club.private)
    row = db.session.execute(select(*facts).where(which, seen)).first()
    if row is None:
        raise NotFound("club")
    return PublicClub(*row)
