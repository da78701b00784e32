"""The table of house rules that devices have saved."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now
from scorekeeper.core.security.row_secrets import LONGEST_ASKED

LONGEST_RULES_NAME = 40


class HouseRuleSet(Base):
    """A rule set saved on a device. Games have their own copy of the rules and don't refer to it.

    `uuid`: the form's idempotency key. `asked`: a hash of the request it belongs to (`core.events.idempotency`).
    `rules`: every option and the `base`. `deleted_at`: when it was deleted; it can still be restored.
    """

    __tablename__ = "house_rule_sets"
    __table_args__ = (UniqueConstraint("device_id", "uuid"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    uuid: Mapped[str] = mapped_column(String(36))
    name: Mapped[str] = mapped_column(String(LONGEST_RULES_NAME))
    rules: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)
    deleted_at: Mapped[datetime | None]
    asked: Mapped[str | None] = mapped_column(String(LONGEST_ASKED))
