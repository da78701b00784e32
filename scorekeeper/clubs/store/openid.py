"""Identities that sign in to accounts by OpenID Connect."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now
from scorekeeper.core.security.signing import DIGEST

LONGEST_SHOWN = 120


class OpenIdLink(Base):
    """An identity at a provider that signs in to an account.

    `identity`: a hash of the provider's issuer and `sub`, which are not stored. `shown`: an address or a name for the owner,
    used for display only.
    """

    __tablename__ = "openid_links"

    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True, autoincrement=False)
    identity: Mapped[str] = mapped_column(String(DIGEST), unique=True)
    shown: Mapped[str] = mapped_column(String(LONGEST_SHOWN))
    linked_at: Mapped[datetime] = mapped_column(default=now)
    used_at: Mapped[datetime | None]
