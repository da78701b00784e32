"""Accounts of those who run a club, how they are signed in, who invited them, and the tokens of their programs.

Players need none. No secret is stored in clear: passwords as argon2 hashes, everything random as its SHA-256.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.base.db import Base, now
from scorekeeper.base.keys import DIGEST
from scorekeeper.base.secrets import LONGEST_SALT, fresh_salt

ROLES = ("organiser", "director", "scorer")
"""What an account may be in a club, the one with the most rights first."""
SCOPES = ("read", "score", "direct", "organise")
"""What a token may do, the least first; each may also do what those before it may."""

LONGEST_ACCOUNT_NAME = 40

_A_ROLE = "role IN ('organiser', 'director', 'scorer')"


class Account(Base):
    """Somebody who signs in. `key`: the name as it is compared; `founder`: True for the first account only."""

    __tablename__ = "accounts"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_ACCOUNT_NAME))
    key: Mapped[str] = mapped_column(String(LONGEST_ACCOUNT_NAME), unique=True)
    password: Mapped[str] = mapped_column(String(200))
    founder: Mapped[bool | None] = mapped_column(unique=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    closed_at: Mapped[datetime | None]


class Membership(Base):
    """What an account may do in a club."""

    __tablename__ = "memberships"
    __table_args__ = (CheckConstraint(_A_ROLE, name="role"),)

    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("clubs.id"), primary_key=True, index=True)
    role: Mapped[str] = mapped_column(String(10))
    since: Mapped[datetime] = mapped_column(default=now)


class SignIn(Base):
    """A browser that is signed in, until `expires_at` or `ended_at`. `agent`: what it calls itself, shown to its owner."""

    __tablename__ = "sign_ins"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    secret: Mapped[str] = mapped_column(String(DIGEST), unique=True)
    agent: Mapped[str] = mapped_column(String(120), default="")
    created_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]


class Invitation(Base):
    """A link that makes one account, or one membership, once. The secret is a signature over the id and its `salt`,
    and is not stored.
    """

    __tablename__ = "invitations"
    __table_args__ = (CheckConstraint(_A_ROLE, name="role"), {"sqlite_autoincrement": True})

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
    """A program's key to one club, with a scope of its own, never beyond its account's role there."""

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
