"""Tables of accounts, memberships, sessions, invitations and API tokens.

Players need no account. No secret is stored in plain text: passwords are argon2 hashes, random secrets SHA-256 hashes.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now
from scorekeeper.core.security.row_secrets import LONGEST_SALT, fresh_salt
from scorekeeper.core.security.signing import DIGEST

ROLES = ("organiser", "director", "scorer")
"""Roles of an account in a club, from most rights to least."""
SCOPES = ("read", "score", "direct", "organise")
"""Scopes of a token, from least rights to most. Each includes the ones before it."""

LONGEST_ACCOUNT_NAME = 40

_ROLE_CHECK = "role IN ('organiser', 'director', 'scorer')"


class Account(Base):
    """An account. `key`: its normalized name. `founder`: True for the operator only, else None."""

    __tablename__ = "accounts"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_ACCOUNT_NAME))
    key: Mapped[str] = mapped_column(String(LONGEST_ACCOUNT_NAME), unique=True)
    password: Mapped[str] = mapped_column(String(200))
    founder: Mapped[bool | None] = mapped_column(unique=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    closed_at: Mapped[datetime | None]


class Membership(Base):
    """An account's role in a club."""

    __tablename__ = "memberships"
    __table_args__ = (CheckConstraint(_ROLE_CHECK, name="role"),)

    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("clubs.id"), primary_key=True, index=True)
    role: Mapped[str] = mapped_column(String(10))
    since: Mapped[datetime] = mapped_column(default=now)


class SignIn(Base):
    """A browser's session, until `expires_at` or `ended_at`. `agent`: the User-Agent, shown to the account's owner."""

    __tablename__ = "sign_ins"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    secret: Mapped[str] = mapped_column(String(DIGEST), unique=True)
    agent: Mapped[str] = mapped_column(String(120), default="")
    created_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]


class Invitation(Base):
    """A single-use link that creates an account or a membership.

    Its secret is a signature over the id and `salt`, and is not stored.
    """

    __tablename__ = "invitations"
    __table_args__ = (CheckConstraint(_ROLE_CHECK, name="role"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("clubs.id"), index=True)
    role: Mapped[str] = mapped_column(String(10))
    note: Mapped[str] = mapped_column(String(60), default="")
    salt: Mapped[str | None] = mapped_column(String(LONGEST_SALT), default=fresh_salt)
    made_by: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    created_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
    used_by: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    revoked_at: Mapped[datetime | None]


class ApiToken(Base):
    """An API token for one club. Its scope never exceeds the account's role there."""

    __tablename__ = "api_tokens"
    __table_args__ = (CheckConstraint("scope IN ('read', 'score', 'direct', 'organise')", name="scope"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("clubs.id"))
    name: Mapped[str] = mapped_column(String(60))
    secret: Mapped[str] = mapped_column(String(DIGEST), unique=True)
    scope: Mapped[str] = mapped_column(String(10))
    created_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
