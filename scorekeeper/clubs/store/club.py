"""Tables of clubs, and of their players and pairs."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    CheckConstraint,
    ColumnElement,
    ForeignKey,
    ScalarSelect,
    String,
    UniqueConstraint,
    column,
    func,
    select,
    table,
)
from sqlalchemy.orm import InstrumentedAttribute, Mapped, mapped_column

from scorekeeper.core.db.database import Base, now
from scorekeeper.formats import names, record_header

LONGEST_CLUB_NAME = 60
LONGEST_SLUG = 40
LONGEST_ZONE = 64
LONGEST_CHOICE = 8
LONGEST_RESPONSIBLE = 80
LONGEST_REACH = 200
LONGEST_PLAYER_NAME = record_header.LONGEST_NAME
"""Maximum length in characters as people count them."""
LONGEST_STORED = names.MOST_CODES * LONGEST_PLAYER_NAME


class Club(Base):
    """A club. `slug`: its name in URLs. `brought_in_at`: when it was imported, or None.

    `private`: only its members see it, though links of tables and entrants still work. `zone`: IANA time zone, or None for
    the server's. `public_names`: how the public sees its players (`public_names.CHOICES`). `responsible`: the person
    responsible for personal data, with `responsible_reach` (contact) and `responsible_since` (ISO date). `keep_names`,
    `keep_sign_ins`: months for which inactive players' names and ended sessions are stored, or None for no limit.
    `keep_since`: when that was chosen.
    """

    __tablename__ = "clubs"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_CLUB_NAME))
    slug: Mapped[str] = mapped_column(String(LONGEST_SLUG), unique=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    brought_in_at: Mapped[datetime | None]
    private: Mapped[bool] = mapped_column(default=False)
    zone: Mapped[str | None] = mapped_column(String(LONGEST_ZONE))
    public_names: Mapped[str] = mapped_column(String(LONGEST_CHOICE), default="full")
    responsible: Mapped[str | None] = mapped_column(String(LONGEST_RESPONSIBLE))
    responsible_reach: Mapped[str | None] = mapped_column(String(LONGEST_REACH))
    responsible_since: Mapped[str | None] = mapped_column(String(10))
    keep_names: Mapped[int | None]
    keep_sign_ins: Mapped[int | None]
    keep_since: Mapped[datetime | None]


# A later package's table, referenced by name to count a club's tournaments.
_TOURNAMENTS = table("tournaments", column("club_id"))


def tournaments_of(club: ColumnElement[int] | InstrumentedAttribute[int]) -> ScalarSelect[int]:
    """Return a subquery with a club's number of tournaments."""
    return select(func.count()).select_from(_TOURNAMENTS).where(_TOURNAMENTS.c.club_id == club).scalar_subquery()


class ClubPlayer(Base):
    """A player of a club.

    `key`: the normalized name (`signing.same_name`). `hidden_at`: no longer suggested. `same_as_id`: the player for whom this
    is another name.
    """

    __tablename__ = "club_players"
    __table_args__ = (UniqueConstraint("club_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("clubs.id"))
    name: Mapped[str] = mapped_column(String(LONGEST_STORED))
    key: Mapped[str] = mapped_column(String(LONGEST_STORED))
    created_at: Mapped[datetime] = mapped_column(default=now)
    hidden_at: Mapped[datetime | None]
    same_as_id: Mapped[int | None] = mapped_column(ForeignKey("club_players.id"))


class ClubPair(Base):
    """Two players who enter together, lower id first. `used_at`: when they last did."""

    __tablename__ = "club_pairs"
    __table_args__ = (
        UniqueConstraint("first_id", "second_id"),
        CheckConstraint("first_id < second_id", name="order"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("clubs.id"), index=True)
    first_id: Mapped[int] = mapped_column(ForeignKey("club_players.id"))
    second_id: Mapped[int] = mapped_column(ForeignKey("club_players.id"))
    created_at: Mapped[datetime] = mapped_column(default=now)
    used_at: Mapped[datetime] = mapped_column(default=now)
    hidden_at: Mapped[datetime | None]
