"""Database tables of tournaments: a row for lists, the log, and the links for players."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now
from scorekeeper.core.security.row_secrets import LONGEST_ASKED, LONGEST_SALT, fresh_salt
from scorekeeper.games.store.parts import LONGEST_UUID

STATUSES = ("draft", "open", "running", "finished")
LONGEST_TOURNAMENT_NAME = 80
LONGEST_ID = 40


class StoredTournament(Base):
    """A club's tournament. `name`, `day` (ISO) and `status` repeat the log, for lists; `revision` is the newest one."""

    __tablename__ = "tournaments"
    # Ids are never reused, because caches are keyed by them.
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("clubs.id"), index=True)
    revision: Mapped[int]
    name: Mapped[str] = mapped_column(String(LONGEST_TOURNAMENT_NAME))
    day: Mapped[str] = mapped_column(String(10))
    status: Mapped[str] = mapped_column(String(10))
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)


class StoredTournamentEvent(Base):
    """A row of a tournament's log, never altered.

    `uuid`: the idempotency key. `before`, `after`: the changed parts by name (`tournaments.store.parts`), null where there
    is none. `subject`: the part it is about. `undoes`: the revision that it reverts. `who`: the name of the account or
    device at the time. `asked`: a digest of the request under this key (`core.events.idempotency`).
    """

    __tablename__ = "tournament_changes"
    __table_args__ = (UniqueConstraint("tournament_id", "uuid"),)

    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    uuid: Mapped[str] = mapped_column(String(LONGEST_UUID))
    at: Mapped[datetime] = mapped_column(default=now)
    account_id: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    device_id: Mapped[int | None] = mapped_column(ForeignKey("devices.id"))
    link_id: Mapped[int | None] = mapped_column(ForeignKey("tournament_links.id"))
    who: Mapped[str] = mapped_column(String(60), default="")
    action: Mapped[str] = mapped_column(String(24))
    subject: Mapped[str] = mapped_column(String(60), default="")
    before: Mapped[dict[str, Any]]
    after: Mapped[dict[str, Any]]
    undoes: Mapped[int | None]
    asked: Mapped[str | None] = mapped_column(String(LONGEST_ASKED))


class TournamentLink(Base):
    """A secret link for players, to one table of one round or to an entrant's own page.

    The secret is a signature over the id and its `salt`, and is not stored. `revoked_at` ends it. A table whose seats change
    gets a new link. A link printed before its round has the same `revoked_at` and `created_at` until the round is published.
    """

    __tablename__ = "tournament_links"
    __table_args__ = (
        CheckConstraint("kind IN ('table', 'entrant')", name="kind"),
        Index("ix_tournament_links_place", "tournament_id", "kind", "round", "number"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id"))
    kind: Mapped[str] = mapped_column(String(8))
    round: Mapped[int | None]
    number: Mapped[int | None]
    entrant: Mapped[str | None] = mapped_column(String(LONGEST_ID))
    salt: Mapped[str | None] = mapped_column(String(LONGEST_SALT), default=fresh_salt)
    created_at: Mapped[datetime] = mapped_column(default=now)
    revoked_at: Mapped[datetime | None]


class TableGame(Base):
    """A game recorded on the pad at a table: the `number`th of its match, from 1."""

    __tablename__ = "table_games"
    __table_args__ = (UniqueConstraint("link_id", "number"),)

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    link_id: Mapped[int] = mapped_column(ForeignKey("tournament_links.id"))
    number: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(default=now)
